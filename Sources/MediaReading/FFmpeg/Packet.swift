import CFFmpeg

/// Owns an `AVPacket`.
@safe
struct Packet: ~Copyable {
  let pointer: UnsafeMutablePointer<AVPacket>

  /// An empty packet.
  init() throws(FFmpegError) {
    guard let packet = unsafe libav.pointee.av_packet_alloc() else {
      throw FFmpegError(step: "allocate a packet", code: playhead_error_out_of_memory)
    }
    unsafe pointer = packet
  }

  /// Moves the content out of another packet.
  init(taking other: borrowing Packet) throws(FFmpegError) {
    try self.init()
    unsafe libav.pointee.av_packet_move_ref(pointer, other.pointer)
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe pointer
    unsafe libav.pointee.av_packet_free(&packet)
  }

  /// Releases the content.
  func clear() {
    unsafe libav.pointee.av_packet_unref(pointer)
  }

  var track: Int { Int(unsafe pointer.pointee.stream_index) }
  var size: Int { Int(unsafe pointer.pointee.size) }
  /// The offset in the file; `nil` if the demuxer does not know it.
  var position: Int64? {
    let position = unsafe pointer.pointee.pos
    return position < 0 ? nil : position
  }
  var presentationTimestamp: Int64? { Self.timestamp(unsafe pointer.pointee.pts) }
  var decodeTimestamp: Int64? { Self.timestamp(unsafe pointer.pointee.dts) }
  var duration: Int64 { unsafe pointer.pointee.duration }
  var isKey: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
  var isDiscarded: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }
  var isCorrupt: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

  /// Whether the demuxer found another decoder configuration for it and what follows.
  var hasNewConfiguration: Bool {
    unsafe libav.pointee.av_packet_get_side_data(pointer, AV_PKT_DATA_NEW_EXTRADATA, nil) != nil
  }

  /// Whether its payload is encrypted, as Common Encryption in MP4 marks it.
  var isEncrypted: Bool {
    unsafe libav.pointee.av_packet_get_side_data(pointer, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil
  }

  /// Whether it holds a header of a codec in Ogg, which a demuxer hands on where one stream follows
  /// another (RFC 3533, *chaining*): none is a sample.
  var isOggHeader: Bool {
    let bytes = unsafe UnsafeRawBufferPointer(
      start: pointer.pointee.data, count: Int(pointer.pointee.size))
    return Self.oggHeaders.contains { unsafe bytes.starts(with: $0) }
  }

  /// Whether it begins as a frame of FLAC does, with its synchronization code, rather than as a
  /// block of metadata.
  var isFrameOfFLAC: Bool {
    let bytes = unsafe UnsafeRawBufferPointer(
      start: pointer.pointee.data, count: Int(pointer.pointee.size))
    return unsafe bytes.first == 0xFF
  }

  /// What headers of Vorbis, Theora, Opus, Speex, FLAC and VP8 begin with.
  private static let oggHeaders: [[UInt8]] =
    [(1, "vorbis"), (3, "vorbis"), (5, "vorbis"), (0x80, "theora"), (0x81, "theora")]
    .map { [UInt8($0)] + Array($1.utf8) }
    + [[0x82] + Array("theora".utf8), [0x7F] + Array("FLAC".utf8)]
    + ["OpusHead", "OpusTags", "Speex   ", "OVP80"].map { Array($0.utf8) }

  /// Sets the timestamp that the decoder copies to the packet's frame.
  func setPresentationTimestamp(_ timestamp: Int64) {
    unsafe pointer.pointee.pts = timestamp
  }

  /// Moves the content out of another packet into this one, whose own is released.
  func take(_ other: borrowing Packet) {
    clear()
    unsafe libav.pointee.av_packet_move_ref(pointer, other.pointer)
  }

  /// The payload.
  var bytes: [UInt8] {
    unsafe Array(
      UnsafeBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size)))
  }

  /// Calls `body` with the payload.
  func withBytes<Result>(_ body: (borrowing RawSpan) -> Result) -> Result {
    let bytes = unsafe UnsafeRawBufferPointer(
      start: pointer.pointee.data, count: Int(pointer.pointee.size))
    return unsafe body(RawSpan(_unsafeBytes: bytes))
  }

  private static func timestamp(_ value: Int64) -> Int64? {
    value == playhead_no_timestamp ? nil : value
  }
}
