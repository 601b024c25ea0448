import MediaReading
import PlayheadKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads media for a command and reports progress, notes and failures to the user.
struct MediaLoading {
  let arguments: ParsedArguments
  let context: Context
  /// How much to decode without `--decode`.
  var decode = DecodeMode.auto
  /// Whether to note how fast the media was decoded.
  var notesSpeed = true
  /// Whether the digest of the index is wanted too.
  var identifies = false

  /// The decode mode.
  var decodeMode: DecodeMode { arguments.choice(.decode) ?? decode }

  /// The cache of readings, unless the user disabled it.
  var cache: ReadingCache? { arguments.has(.noCache) ? nil : context.cache }

  /// Reports FFmpeg's messages during `work` to a user who wants details, each once.
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

  /// Reads the file at `location`, of which `tracks` are played, or the best ones, once `accept` has
  /// nothing against what is played; notes what is missing or unusual if it `notesDamage`.
  ///
  /// In reports it is called `name`, or as its location.
  func media(
    at location: String, named name: String? = nil, tracks: [Int]?, notesDamage: Bool = true,
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
    if identifies {
      media.indexDigest = reading.index.digest
      // The cache may have the digest where nothing was to be decoded.
      media.contentDigest = reading.decoding == nil ? nil : reading.digest
    }
    // Samples are no longer needed, and a long file has many.
    media.index.samples = []
    if notesDamage {
      for finding in media.damage.findings + media.remarks {
        context.diagnostics.note("\(location): \(finding)")
      }
    }
    if decodeMode == .auto, media.decoding == nil {
      context.diagnostics.note(
        "\(location): not decoded: longer than 1 min; \(Option.decode.spelling) all decodes it")
    }
    return media
  }

  private func readQuietly(
    _ location: String, tracks: [Int]?
  ) throws(Failure) -> MediaReading {
    let progress = SharedProgressLine(
      context.progressLine("Reading", arguments: arguments))
    var reader = MediaReader(
      cores: Self.cores, cache: cache, interruption: context.interruption,
      onProgress: { [whereabouts = context.whereabouts] reached in
        progress.update(
          reached.phase.label, completed: reached.completed, total: reached.total)
        whereabouts.enter(.reading(location, reached))
      })
    reader.hashesDecodedFiles = identifies
    context.whereabouts.enter(.reading(location, nil))
    let start = ContinuousClock.now
    let reading: MediaReading
    do {
      reading = try reader.read(location, decode: decodeMode, tracks: tracks)
    } catch {
      progress.erase()
      throw Failure(error, readingMediaAt: location)
    }
    progress.erase()
    if let problem = reading.cacheProblem {
      context.diagnostics.detail("cannot cache the index: \(problem)")
    }
    tell(reading, elapsed: ContinuousClock.now - start)
    return reading
  }

  /// Reports how fast the file was read and decoded.
  private func tell(_ reading: MediaReading, elapsed: Duration) {
    let seconds =
      Double(elapsed.components.seconds)
      + Double(elapsed.components.attoseconds) / 1e18
    if reading.isFromCache {
      context.diagnostics.detail("index read from the cache; --no-cache indexes the file again")
    } else if notesSpeed, let decoding = reading.decoding, seconds > 0 {
      let frames = decoding.tracks.reduce(0) { $0 + $1.frames }
      let rate = Int((Double(frames) / seconds).rounded())
      context.diagnostics.note(
        "decoded \(frames) frames in \(Self.text(seconds)) s, \(rate) frames/s")
    }
  }

  private static func text(_ seconds: Double) -> String {
    MediaTime(nanoseconds: Int64(seconds * 1e9)).secondsText(places: 2)
  }

  /// The number of processor cores.
  static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

extension FFmpegMessage {
  /// The message with its source.
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
