import CFFmpeg
import PlayheadKit

/// Owns an `AVCodecContext` that decodes one track.
@safe
struct Decoder: ~Copyable {
  private let context: UnsafeMutablePointer<AVCodecContext>
  /// Where FFmpeg's threads note that there was no memory for a frame.
  private let shortage: UnsafeMutablePointer<Int32>
  private let limits: ReadingLimits

  private init(_ context: UnsafeMutablePointer<AVCodecContext>, _ limits: ReadingLimits) {
    unsafe self.context = context
    unsafe shortage = .allocate(capacity: 1)
    unsafe shortage.initialize(to: 0)
    self.limits = limits
    unsafe playhead_watch_frame_buffers(context, shortage)
  }

  /// Opens a decoder for `stream` as its demuxer describes it after probing.
  ///
  /// A strict decoder fails on damage instead of concealing it. With several threads, what FFmpeg
  /// reports about concealed frames depends on their timing; a failure does not. As no codec reads
  /// the next symbols by what pictures look like, a strict one leaves out the filter between
  /// blocks.
  static func open(
    _ stream: UnsafeMutablePointer<AVStream>, threads: Int, onlyKeyframes: Bool, isStrict: Bool,
    limits: ReadingLimits
  ) throws(FFmpegError) -> Decoder {
    guard let parameters = unsafe stream.pointee.codecpar else {
      throw FFmpegError(step: "find a decoder", code: playhead_error_no_decoder)
    }
    let codec = unsafe try AllowedDecoders.decoder(of: parameters.pointee.codec_id)
    guard let context = unsafe libav.pointee.avcodec_alloc_context3(codec) else {
      throw FFmpegError(step: "allocate a decoder", code: playhead_error_out_of_memory)
    }
    let decoder = unsafe Decoder(context, limits)
    try FFmpegError.check(
      unsafe libav.pointee.avcodec_parameters_to_context(context, parameters), "set up a decoder")
    unsafe context.pointee.pkt_timebase = stream.pointee.time_base
    unsafe context.pointee.thread_count = Int32(threads)
    unsafe context.pointee.max_pixels = limits.pixels
    if isStrict {
      unsafe context.pointee.err_recognition |= AV_EF_EXPLODE
      unsafe context.pointee.skip_loop_filter = AVDISCARD_ALL
    }
    if onlyKeyframes { unsafe context.pointee.skip_frame = AVDISCARD_NONKEY }
    try FFmpegError.check(unsafe libav.pointee.avcodec_open2(context, codec, nil), "open a decoder")
    return decoder
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe libav.pointee.avcodec_free_context(&context)
    unsafe shortage.deallocate()
  }

  /// Whether there was no memory for a frame, which some decoders take for damage of the file.
  var hasLackedMemory: Bool { unsafe playhead_is_noted(shortage) != 0 }

  /// Whether a failure says nothing about the file, as it is for want of memory, or may be.
  func isShortOfMemory(failing error: FFmpegError) -> Bool {
    error.isOutOfMemory || hasLackedMemory || !FreeMemory.has(limits.memoryLeft)
  }

  /// Sends a packet to the decoder, which accepts it once all frames are received.
  func send(_ packet: borrowing Packet) throws(FFmpegError) {
    try FFmpegError.check(
      unsafe libav.pointee.avcodec_send_packet(context, packet.pointer), "decode")
  }

  /// Signals the end of packets, so that the decoder outputs the frames it still holds.
  func sendEnd() throws(FFmpegError) {
    try FFmpegError.check(unsafe libav.pointee.avcodec_send_packet(context, nil), "decode")
  }

  /// Receives the next frame; `false` if none is ready.
  func receive(_ frame: borrowing Frame) throws(FFmpegError) -> Bool {
    let code = unsafe libav.pointee.avcodec_receive_frame(context, frame.pointer)
    if code == playhead_error_again || code == playhead_error_end_of_file { return false }
    try FFmpegError.check(code, "decode")
    return true
  }

  /// Resets the decoder, so that it can start at another sync sample.
  func reset() {
    unsafe libav.pointee.avcodec_flush_buffers(context)
  }
}
