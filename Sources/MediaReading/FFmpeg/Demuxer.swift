import CFFmpeg
import PlayheadKit

/// Owns an `AVFormatContext` and the stream it reads.
@safe
struct Demuxer: ~Copyable {
  private let io: IOContext
  private var context: UnsafeMutablePointer<AVFormatContext>?

  /// The file that is read.
  let file: InputFile
  private let pass: ReadingPass?
  /// The channels and the rate of each sound track in the header of a movie; zero where it has
  /// none.
  private var declaredSound: [(channels: Int, rate: Int)] = []
  /// What it reads from until payload is left out.
  private let recording: RecordedBytes

  /// A demuxer of `recording`, which is `file`, that has not read anything yet.
  private init(
    _ file: InputFile, _ recording: RecordedBytes, _ io: consuming IOContext,
    _ context: UnsafeMutablePointer<AVFormatContext>
  ) {
    self.file = file
    self.recording = recording
    pass = file.trace.map(ReadingPass.init)
    self.io = io
    unsafe self.context = context
  }

  /// Opens `file` with the best matching demuxer and reads its header, not yet its samples.
  ///
  /// ``openingReads`` holds the bytes read for this. After that the demuxer reads in byte order
  /// from the first sample, as a streaming player does, unless it `maySeek`.
  ///
  /// Of what it reads, the parts at `ranges` can be had from ``recorded(_:)`` too.
  static func open(
    _ file: InputFile, interruption: Interruption, maySeek: Bool = false,
    recording ranges: [ByteRange] = []
  ) throws(MediaReadingError) -> Demuxer {
    if let failure = FFmpegLibraries.failure {
      throw .resources(name: file.name, reason: failure)
    }
    let recording = RecordedBytes(file, keeping: ranges)
    let stream = InputStream(recording, interruption: interruption)
    let io = try MediaReadingError.allocating(for: file) { () throws(FFmpegError) in
      try IOContext(stream)
    }
    guard let context = unsafe libav.pointee.avformat_alloc_context() else {
      throw .resources(name: file.name, reason: "no memory for a demuxer")
    }
    var demuxer = unsafe Demuxer(file, recording, io, context)
    try demuxer.readHeader(maySeek: maySeek)
    return demuxer
  }

  private mutating func readHeader(maySeek: Bool) throws(MediaReadingError) {
    guard let allocated = unsafe context else { return }
    unsafe allocated.pointee.pb = io.pointer
    // Opening sets this too, but a context that failed before would close a stream it does not own.
    unsafe allocated.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    unsafe allocated.pointee.interrupt_callback = AVIOInterruptCB(
      callback: { opaque in
        guard let opaque = unsafe opaque else { return 0 }
        let stream = unsafe Unmanaged<InputStream>.fromOpaque(opaque).takeUnretainedValue()
        return stream.isInterrupted ? 1 : 0
      }, opaque: Unmanaged.passUnretained(io.stream).toOpaque())
    guard enters(.opening) else {
      throw .notMedia(name: file.name, reason: FFmpegError.crash.reason)
    }
    unsafe allocated.pointee.format_whitelist = libav.pointee.av_strdup(AllowedFormats.list)
    unsafe allocated.pointee.codec_whitelist = libav.pointee.av_strdup(AllowedDecoders.list)
    // A file must not make us open files that the user did not name.
    unsafe allocated.pointee.protocol_whitelist = libav.pointee.av_strdup("none")
    unsafe allocated.pointee.io_open = { _, _, _, _, _ in playhead_error_not_permitted }

    var format: UnsafePointer<AVInputFormat>?
    let name = Self.probedName(of: file.name)
    try check(unsafe libav.pointee.av_probe_input_buffer2(io.pointer, &format, name, nil, 0, 0))
    if let format = unsafe format {
      let name = unsafe String(cString: format.pointee.name)
      if let refusal = FormatRefusal(format: name) { throw refusal.error(name: file.name) }
      // A streaming player does not visit every fragment of a fragmented MP4 first.
      if Self.isMovie(name), !maySeek { unsafe allocated.pointee.flags |= AVFMT_FLAG_IGNIDX }
    }
    try check(unsafe libav.pointee.avformat_open_input(&context, name, format, nil))
    if isMovie {
      declaredSound = unsafe streams.map { unsafe Self.sound(of: $0) }
      correctCodecs()
    }
    io.stream.isLogging = false
    io.stream.largestRead = .max
    if !maySeek { io.readStraightOn() }
  }

  private static func sound(
    of stream: UnsafeMutablePointer<AVStream>
  ) -> (channels: Int, rate: Int) {
    guard let parameters = unsafe stream.pointee.codecpar else { return (0, 0) }
    return unsafe (
      Int(parameters.pointee.ch_layout.nb_channels), Int(parameters.pointee.sample_rate)
    )
  }

  /// The channels and the rate of the sound track numbered `track`.
  ///
  /// Probing decodes, and finds nonsense in encrypted samples. Of what a movie's header says, it
  /// can change mono to stereo (parametric stereo) and double the rate (spectral band replication).
  func sound(of track: Int) -> (channels: Int, rate: Int) {
    let probed = unsafe Self.sound(of: streams[track])
    // Sample entries of other codecs nominally have two channels; AAC's configuration says.
    guard declaredSound.indices.contains(track),
      unsafe streams[track].pointee.codecpar.pointee.codec_id == AV_CODEC_ID_AAC
    else { return probed }
    let declared = declaredSound[track]
    let isStereo = declared.channels == 1 && probed.channels == 2
    let isDoubled = probed.rate == 2 * declared.rate
    return (
      declared.channels == 0 || isStereo ? probed.channels : declared.channels,
      declared.rate == 0 || isDoubled ? probed.rate : declared.rate
    )
  }

  /// The name that FFmpeg sees: only the extension matters to it, and `%03d` or `*` would stand for
  /// a series of pictures.
  static func probedName(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return "media" }
    let suffix = name[name.index(after: dot)...]
    return suffix.utf8.allSatisfy(\.isExtension) ? "media.\(suffix)" : "media"
  }

  deinit {
    var context = unsafe context
    unsafe libav.pointee.avformat_close_input(&context)
  }

  /// The reads that opening the file took, in order.
  var openingReads: [ByteRange] { io.stream.reads }

  /// The offset up to which the demuxer has consumed the file.
  var position: Int64 { io.position }

  /// The short name of the demuxer.
  var format: String {
    guard let name = unsafe context?.pointee.iformat?.pointee.name else { return "" }
    return unsafe String(cString: name)
  }

  /// Whether a sample needs no bytes past its own; see ``Indexer``.
  var samplesEndWithTheirBytes: Bool { Self.isMovie(format) || format == "avi" }

  /// Whether it is of the MP4 family, whose samples are found through tables.
  var isMovie: Bool { Self.isMovie(format) }

  /// Whether it is Matroska or WebM.
  var isMatroska: Bool { format.hasPrefix("matroska") }

  /// Whether `packet`, which it has emitted, is no sample.
  func isHeader(_ packet: borrowing Packet) -> Bool {
    guard format == "ogg" else { return false }
    let parameters = unsafe streams[packet.track].pointee.codecpar
    let isFLAC = unsafe parameters?.pointee.codec_id == AV_CODEC_ID_FLAC
    return packet.isOggHeader || isFLAC && !packet.isFrameOfFLAC
  }

  /// The length that the container announces; `nil` where FFmpeg guessed it, or took it from the
  /// timestamps of the samples.
  var announcedDuration: MediaTime? {
    guard let context = unsafe context,
      unsafe context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM,
      unsafe context.pointee.duration > 0
    else { return nil }
    return MediaTime(
      value: unsafe context.pointee.duration, timeBase: Rational(1, AV_TIME_BASE))
  }

  /// Whether the container marks all of `stream` as encrypted.
  ///
  /// Matroska does in its header, transport streams of HLS by the type of the stream (SAMPLE-AES).
  /// MP4 marks samples; see ``Packet/isEncrypted``.
  func isEncrypted(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    switch format {
    case "mpegts":
      // H.264, AAC, AC-3 and E-AC-3.
      [0xDB, 0xCF, 0xC1, 0xC2].contains(unsafe stream.pointee.codecpar.pointee.codec_tag)
    case "matroska,webm": unsafe playhead_has_encryption(stream) != 0
    default: false
    }
  }

  /// Reads ahead until the parameters of the tracks are known that the header lacks.
  func probe() throws(MediaReadingError) {
    guard let context = unsafe context else { return }
    guard enters(.probing) else { return }
    if file.isDistant, isMovie {
      do throws(ReadFailure) {
        try fetchProbed()
      } catch {
        throw error.error(reading: file.name)
      }
      // Nothing is fetched that only fills a buffer.
      io.stream.largestRead = Self.probedPart
    }
    defer { io.stream.largestRead = .max }
    let count = unsafe streams.count
    var options = unsafe (0..<count).map { _ in
      var options: OpaquePointer?
      _ = unsafe libav.pointee.av_dict_set_int(&options, "max_pixels", file.limits.probedPixels, 0)
      return unsafe options
    }
    let code = unsafe libav.pointee.avformat_find_stream_info(context, &options)
    for number in 0..<count { unsafe libav.pointee.av_dict_free(&options[number]) }
    if io.stream.failure != nil || io.stream.isInterrupted { try check(code < 0 ? code : -1) }
    if code == playhead_error_out_of_memory { try check(code) }
  }

  /// How much probing a distant movie reads at a time, in bytes.
  private static let probedPart = 4096

  /// Fetches what is read of a movie once its tables are known: the first samples, by which it is
  /// probed, and those that are looked into to see whether others can be left out.
  private func fetchProbed() throws(ReadFailure) {
    var first: [ByteRange] = []
    let streams = unsafe streams
    for place in unsafe streams.indices {
      let stream = unsafe streams[place]
      for number in 0..<min(3, unsafe libav.pointee.avformat_index_get_entries_count(stream)) {
        guard let entry = unsafe libav.pointee.avformat_index_get_entry(stream, number) else {
          break
        }
        let start = max(0, unsafe entry.pointee.pos)
        let (end, overflows) = unsafe start.addingReportingOverflow(Int64(entry.pointee.size))
        if !overflows, end >= start { first.append(ByteRange(start, end)) }
      }
    }
    first.sort { $0.lowerBound < $1.lowerBound }
    var wanted = unsafe streams.flatMap { unsafe SparseMovieTrack.lookedInto($0, of: file) }
    // Three packets are enough for most decoders, and a demuxer reads on to the end of its part.
    if let start = first.first?.lowerBound, let last = first.prefix(3).last?.upperBound,
      last - start <= Self.maximumProbed
    {
      let (end, overflows) = last.addingReportingOverflow(Int64(Self.probedPart))
      wanted.append(ByteRange(start, overflows ? last : end))
    }
    try file.willRead(wanted)
  }

  /// The most bytes that are fetched before a demuxer asks for them.
  private static let maximumProbed: Int64 = 1 << 20

  /// Notes what is done next; `false` if that crashed before.
  func enters(_ activity: ReadingTrace.Activity) -> Bool { pass?.enter(activity) ?? true }

  /// From now on reads the file without the payload of samples, which are only looked at from
  /// outside.
  ///
  /// Nothing changes where it cannot be known beforehand what of a file is payload.
  ///
  /// - Returns: what is read in place of the file; `nil` if that is all of it.
  func leaveOutPayload() throws(MediaReadingError) -> (any SparseSource)? {
    let source: (any SparseSource)?
    do throws(ReadFailure) {
      switch format.split(separator: ",").first {
      case "mov": source = try SparseMovie(file, self)
      case "matroska": source = try SparseMatroska(file)
      default: source = nil
      }
    } catch {
      throw error.error(reading: file.name)
    }
    if let source { io.stream.source = source }
    return source
  }

  /// The samples of a movie by its `tables`, whose payload `source` leaves out; `nil` if the tables
  /// do not say all of them.
  func samples(
    of tables: [MovieTrackTables]?, leavingOut source: (any SparseSource)?
  ) throws(MediaReadingError) -> MovieSamples? {
    guard let tables, let movie = source as? SparseMovie else { return nil }
    do throws(ReadFailure) {
      return try MovieSamples(file, self, movie, tables)
    } catch {
      throw error.error(reading: file.name)
    }
  }

  /// The bytes at `range`, one of those that were to be recorded, of which none are read twice.
  func recorded(_ range: ByteRange) throws(ReadFailure) -> [UInt8] {
    try recording.take(range)
  }

  /// Leaves out what another demuxer of the same file did.
  func leaveOutPayload(as other: SparseMovie) throws(MediaReadingError) {
    do throws(ReadFailure) {
      io.stream.source = try SparseMovie(other, self)
    } catch {
      throw error.error(reading: file.name)
    }
  }

  /// From now on jumps over what it skips, as a demuxer does that has read the header and emits
  /// samples.
  func jumpOverSkipped() { io.jumpOverSkipped() }

  /// The offset up to which the demuxer has fetched the file.
  var fetched: Int64 { io.stream.position }

  /// Reads the next packet; `false` at the end of the file.
  ///
  /// Throws an ``FFmpegError`` for damage, which ends reading.
  func read(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
    guard let context = unsafe context else { return false }
    packet.clear()
    guard enters(.demuxing) else { throw .crash }
    let code = unsafe libav.pointee.av_read_frame(context, packet.pointer)
    if code == playhead_error_end_of_file { return false }
    // No memory would do for that, so it says nothing about how much there is.
    if code == playhead_error_out_of_memory, listsImpossibleSample {
      throw FFmpegError(step: "read on", code: playhead_error_invalid_data)
    }
    try FFmpegError.check(code, "read on")
    return true
  }

  /// Whether a table has a sample that is larger than the file; FFmpeg has sizes of 30 bits, of
  /// which the largest are negative.
  private var listsImpossibleSample: Bool {
    let possible = 0...file.size
    return unsafe streams.contains { stream in
      (0..<(unsafe libav.pointee.avformat_index_get_entries_count(stream))).contains { number in
        let entry = unsafe libav.pointee.avformat_index_get_entry(stream, number)
        return unsafe entry.map { unsafe !possible.contains(Int64($0.pointee.size)) } ?? false
      }
    }
  }

  /// The system error or interruption that made reading fail; `nil` if the file is damaged.
  func cause(fraction: Double) -> MediaReadingError? {
    if let failure = io.stream.failure {
      return failure.error(reading: file.name)
    }
    return io.stream.isInterrupted ? .interrupted(name: file.name, fraction: fraction) : nil
  }

  /// The container's streams; FFmpeg owns them, and none must outlive the demuxer.
  var streams: [UnsafeMutablePointer<AVStream>] {
    guard let context = unsafe context else { return unsafe [] }
    return unsafe UnsafeBufferPointer(
      start: context.pointee.streams, count: Int(context.pointee.nb_streams)
    ).compactMap { unsafe $0 }
  }

  /// The stream numbered `number`; `nil` if it has not appeared yet.
  func stream(_ number: Int) -> UnsafeMutablePointer<AVStream>? {
    guard let context = unsafe context, number < Int(unsafe context.pointee.nb_streams) else {
      return nil
    }
    return unsafe context.pointee.streams[number]
  }

  /// The number of FFmpeg's best stream of a kind; `nil` if none exists.
  func bestStream(_ kind: AVMediaType, with related: Int = -1) -> Int? {
    guard let context = unsafe context else { return nil }
    let number = unsafe libav.pointee.av_find_best_stream(context, kind, -1, Int32(related), nil, 0)
    return number < 0 ? nil : Int(number)
  }

  /// Goes on from the last sync sample of a track at or before `timestamp`, or near there; where
  /// that cannot be done, reading goes on as before.
  func seek(_ track: Int, to timestamp: Int64) {
    guard let context = unsafe context else { return }
    _ = unsafe libav.pointee.av_seek_frame(context, Int32(track), timestamp, AVSEEK_FLAG_BACKWARD)
  }

  /// Makes the demuxer skip all tracks but the numbered ones.
  func keepOnly(_ tracks: Set<Int>) {
    for unsafe(number, stream) in unsafe streams.enumerated() {
      unsafe stream.pointee.discard = tracks.contains(number) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  private func check(_ code: Int32) throws(MediaReadingError) {
    guard code < 0 else { return }
    throw cause(fraction: 0) ?? .shortage(FFmpegError(step: "open", code: code), for: file)
      ?? .notMedia(name: file.name, reason: file.lacksMovie ? Self.unfinished : Self.refusal(code))
  }

  /// What is wrong with a recording that ended before its index was written.
  private static let unfinished =
    "its index (moov) is missing, as of a recording or download that was cut off"

  /// Why a file cannot be opened, by FFmpeg's code.
  private static func refusal(_ code: Int32) -> String {
    switch code {
    case playhead_error_invalid_data: "unknown format or damaged headers"
    case playhead_error_end_of_file: "it ends within its headers"
    default: FFmpegError(step: "open", code: code).reason
    }
  }

  private static func isMovie(_ format: String) -> Bool {
    format.split(separator: ",").contains("mov")
  }
}

extension UInt8 {
  /// Whether it is an ASCII letter or digit, as in a file's extension.
  fileprivate var isExtension: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
