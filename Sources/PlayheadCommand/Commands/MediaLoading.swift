import MediaReading
import POSIX
import PlayheadKit

/// Reads media for a command and reports progress, notes and failures to the user.
struct MediaLoading {
  let arguments: ParsedArguments
  let context: Context
  /// How much to decode without `--decode`; `nil` for the default of the location.
  var decode: DecodeMode?
  /// Whether to note how fast the media was decoded.
  var notesSpeed = true

  /// The pipes whose first bytes were read, by location.
  var pipes: [String: BegunPipe] = [:]

  /// Whether reports show the digest of the index.
  var digestsIndex = true

  /// How much to decode of the media at `location`.
  func decodeMode(for location: String) -> DecodeMode {
    arguments.choice(.decode) ?? decode ?? .byDefault(for: location)
  }

  /// Sets the limits of downloads by `reader`, and tells of its retries.
  func prepare(_ reader: inout MediaReader) throws(Failure) {
    reader.downloadLimits = try arguments.downloadLimits()
    reader.onRetry = { [diagnostics = context.diagnostics] retry in
      let wait = WallTime.milliseconds(Int64(retry.milliseconds)).secondsText(places: 1)
      diagnostics.note("\(retry.address): \(retry.reason); retrying in \(wait) s")
    }
    reader.onCrash = { [diagnostics = context.diagnostics] crash in
      diagnostics.note(
        "\(crash.name): the process that read it crashed (\(crash.signal)); reading it again")
    }
  }

  /// The cache of surveys, unless the user disabled it.
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

  private func survey(_ location: String, tracks: [Int]?) throws(Failure) -> MediaSurvey {
    try tellingMessages { () throws(Failure) in try surveyQuietly(location, tracks: tracks) }
  }

  /// Reads the file at `location`, of which `tracks` are played, or the best ones, once `accept`
  /// has nothing against what is played; notes what is missing or unusual if it `notesDamage`.
  ///
  /// In reports it is called `name`, or as its location.
  func media(
    at location: String, named name: String? = nil, tracks: [Int]?, notesDamage: Bool = true,
    accept: (Presentation) throws(Failure) -> Void = { _ in }
  ) throws(Failure) -> MediaDescription {
    let survey = try survey(location, tracks: tracks)
    var media = survey.media
    if let name { media.name = name }
    // The cache may have the digest where nothing was to be decoded.
    media.contentDigest = media.decoding == nil ? nil : survey.digest
    try accept(media.presentation)
    if notesDamage {
      for finding in media.damage.findings + media.undecoded + media.remarks {
        context.diagnostics.note("\(location): \(finding)")
      }
    }
    let isByDefault = decode == nil && !arguments.has(.decode) && location.isWebURL
    if decodeMode(for: location) == .auto || isByDefault, media.decoding == nil {
      context.diagnostics.note(
        "\(location): not decoded (\(isByDefault ? "a URL" : "longer than 1 min")); "
          + "to decode it, add \(Option.decode.spelling) all")
    }
    return media
  }

  /// Reads the file at `location` with its samples, which no cache has, and decodes as much of it
  /// as `mode` says; notes what is missing or unusual if it `notesDamage`.
  func mediaWithSamples(
    at location: String, tracks: [Int]?, decode mode: DecodeMode = .none, notesDamage: Bool = true
  ) throws(Failure) -> MediaDescription {
    let start = ContinuousClock.now
    let media = try tellingMessages { () throws(Failure) in
      try readQuietly(location) { reader throws(MediaReadingError) in
        let reading = try reader.read(location, decode: mode, tracks: tracks)
        let index = reading.index
        let name = location.isWebURL ? ShownAddress(location).text : location
        let presentation: Presentation
        do throws(PresentationError) {
          presentation = try Presentation(index, tracks: tracks)
        } catch {
          // The reader has refused such tracks already.
          throw .nothingShown(name: name)
        }
        var media = MediaDescription(
          name: name, index: index, presentation: presentation, decoding: reading.decoding)
        media.index.name = name
        if digestsIndex { media.indexDigest = index.digest }
        return media
      }
    }
    let work = media.decoding == nil ? "indexed" : "indexed and decoded"
    context.diagnostics.detail("\(work) in \(Self.text(seconds(since: start))) s")
    guard notesDamage else { return media }
    for finding in media.damage.findings + media.undecoded + media.remarks {
      context.diagnostics.note("\(location): \(finding)")
    }
    return media
  }

  private func surveyQuietly(
    _ location: String, tracks: [Int]?
  ) throws(Failure) -> MediaSurvey {
    let start = ContinuousClock.now
    let survey = try readQuietly(location) { reader throws(MediaReadingError) in
      try reader.survey(location, decode: decodeMode(for: location), tracks: tracks)
    }
    if let problem = survey.cacheProblem {
      context.diagnostics.detail("cannot cache the index: \(problem)")
    }
    tell(survey, seconds: seconds(since: start))
    return survey
  }

  /// What `read` has from the file at `location`, by a reader that shows its progress.
  private func readQuietly<Result>(
    _ location: String, _ read: (MediaReader) throws(MediaReadingError) -> Result
  ) throws(Failure) -> Result {
    let progress = SharedProgressLine(
      context.progressLine("Reading", arguments: arguments))
    let reader = try reader(of: location, progress)
    context.whereabouts.enter(.reading(location, nil))
    let result: Result
    do {
      result = try read(reader)
    } catch {
      progress.erase()
      throw Failure(error, readingMediaAt: location)
    }
    progress.erase()
    context.noteConfinement()
    return result
  }

  /// A reader of the file at `location`, which shows how far it has come in `progress`.
  func reader(
    of location: String, _ progress: SharedProgressLine? = nil
  ) throws(Failure) -> MediaReader {
    var reader = MediaReader(
      cores: Self.cores, cache: cache, interruption: context.interruption,
      onProgress: { [whereabouts = context.whereabouts] reached in
        progress?.update(
          reached.phase.label, counting: reached.phase.unit,
          completed: reached.completed, total: reached.total)
        whereabouts.enter(.reading(location, reached))
      })
    try prepare(&reader)
    reader.limits = try arguments.readingLimits()
    reader.helper = context.helper
    reader.digestsIndexes = digestsIndex
    reader.pipes = pipes
    return reader
  }

  /// Reports how fast the file was read and decoded.
  private func tell(_ survey: MediaSurvey, seconds: Double) {
    if survey.isFromCache {
      context.diagnostics.detail("index read from the cache; --no-cache indexes the file again")
    } else if notesSpeed, let decoding = survey.media.decoding, seconds > 0 {
      let frames = decoding.tracks.reduce(0) { $0 + $1.frames }
      let rate = Int((Double(frames) / seconds).rounded())
      context.diagnostics.note(
        "decoded \(frames) frames in \(Self.text(seconds)) s, \(rate) frames/s")
    }
  }

  private func seconds(since start: ContinuousClock.Instant) -> Double {
    let elapsed = (ContinuousClock.now - start).components
    return Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
  }

  private static func text(_ seconds: Double) -> String {
    WallTime(nanoseconds: Int64(seconds * 1e9)).secondsText(places: 2)
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
  fileprivate var unit: ProgressLine.Unit {
    switch self {
    case .sizing, .timing: .cases
    case .downloading: .transfer
    case .indexing, .decoding: .bytes
    }
  }

  fileprivate var label: String {
    switch self {
    case .sizing: "Sizing segments"
    case .timing: "Reading segments"
    case .downloading: "Downloading"
    case .indexing: "Indexing"
    case .decoding: "Decoding"
    }
  }
}
