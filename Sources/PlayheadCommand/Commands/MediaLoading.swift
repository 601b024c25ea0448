import MediaReading
import PlayheadKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads media for a command, with its progress, notes and failures in the user's words.
struct MediaLoading {
  let arguments: ParsedArguments
  let context: Context
  /// How much to decode where `--decode` does not say.
  var decode = DecodeMode.all
  /// Whether the digest of the index is wanted too.
  var identifies = false

  /// How much to decode.
  var decodeMode: DecodeMode { arguments.choice(.decode) ?? decode }

  /// Where readings are kept, unless the user wants none.
  var cache: ReadingCache? { arguments.has(.noCache) ? nil : context.cache }

  /// Has FFmpeg's messages told to a user who wants details while `work` is done, each once.
  func tellingMessages<Value>(
    _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let diagnostics = context.diagnostics
    let tally = MessageTally()
    FFmpegLog.route(to: nil)
    if diagnostics.level >= .verbose {
      FFmpegLog.route { message in
        if tally.isNew(message) { diagnostics.detail(message.attributed) }
      }
    }
    defer {
      for (message, count) in tally.repeated {
        diagnostics.detail("\(message.attributed) (repeated \(counted(count, "time")))")
      }
    }
    return try work()
  }

  private func read(_ location: String, tracks: [Int]?) throws(Failure) -> MediaReading {
    try tellingMessages { () throws(Failure) in try readQuietly(location, tracks: tracks) }
  }

  /// Reads the file at `location`, of which `tracks` are played, or the best ones, and says what of
  /// it is missing, once `accept` has nothing against what is played.
  ///
  /// In reports it is called `name`, or as its location.
  func media(
    at location: String, named name: String? = nil, tracks: [Int]?,
    accept: (Presentation) throws(Failure) -> Void = { _ in }
  ) throws(Failure) -> MediaDescription {
    let reading = try read(location, tracks: tracks)
    let presentation: Presentation
    do throws(PresentationError) {
      presentation = try Presentation(reading.index, tracks: tracks)
    } catch {
      throw Failure(.nothingShown(of: location))
    }
    try accept(presentation)
    var media = MediaDescription(
      name: name ?? location, index: reading.index, presentation: presentation,
      decoding: reading.decoding)
    if identifies { media.indexDigest = reading.index.digest }
    // From here on nobody asks for samples, of which a long file has many.
    media.index.samples = []
    for loss in media.losses { context.diagnostics.note("\(location): \(loss)") }
    return media
  }

  private func readQuietly(
    _ location: String, tracks: [Int]?
  ) throws(Failure) -> MediaReading {
    let progress = SharedProgressLine(
      context.progressLine("Reading", arguments: arguments))
    let reader = MediaReader(
      cores: Self.cores, cache: cache, interruption: context.interruption,
      onProgress: { [whereabouts = context.whereabouts] reached in
        progress.update(
          reached.phase.label, completed: reached.completed, total: reached.total)
        whereabouts.enter(.reading(location, reached))
      })
    context.whereabouts.enter(.reading(location, nil))
    let start = ContinuousClock.now
    let reading: MediaReading
    do {
      reading = try reader.read(location, decode: decodeMode, tracks: tracks)
    } catch {
      progress.erase()
      throw Failure(error)
    }
    progress.erase()
    if let problem = reading.cacheProblem {
      context.diagnostics.detail("cannot keep the index: \(problem)")
    }
    tell(reading, elapsed: ContinuousClock.now - start)
    return reading
  }

  /// Says how fast the file was read and decoded.
  private func tell(_ reading: MediaReading, elapsed: Duration) {
    let seconds =
      Double(elapsed.components.seconds)
      + Double(elapsed.components.attoseconds) / 1e18
    if reading.isFromCache {
      context.diagnostics.detail("index taken from the cache; --no-cache reads the file anew")
    } else if let decoding = reading.decoding, seconds > 0 {
      let frames = decoding.tracks.reduce(0) { $0 + $1.frames }
      let rate = Int((Double(frames) / seconds).rounded())
      context.diagnostics.note(
        "decoded \(frames) frames in \(Self.text(seconds)) s, \(rate) frames/s")
    }
  }

  private static func text(_ seconds: Double) -> String {
    MediaTime(nanoseconds: Int64(seconds * 1e9)).secondsText(places: 2)
  }

  /// How many cores this machine has.
  static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

extension FFmpegMessage {
  /// The message, and who says it.
  fileprivate var attributed: String {
    "\(source.map { "FFmpeg's \($0)" } ?? "FFmpeg"): \(text)"
  }
}

extension ReadingProgress.Phase {
  fileprivate var label: String {
    switch self {
    case .downloading: "Downloading"
    case .indexing: "Indexing"
    case .decoding: "Decoding"
    }
  }
}
