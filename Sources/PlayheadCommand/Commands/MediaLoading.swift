import MediaReading
import PlayheadKit
import Synchronization

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

  func read(_ location: String, tracks: [Int]?) throws(Failure) -> MediaReading {
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
    let progress = ReadingProgressLine(
      context.progressLine("Reading", arguments: arguments))
    let reader = MediaReader(
      cores: Self.cores, cache: arguments.has(.noCache) ? nil : context.cache,
      interruption: context.interruption,
      onProgress: { [whereabouts = context.whereabouts] in
        progress.update($0)
        whereabouts.enter(.reading(location, $0))
      })
    context.whereabouts.enter(.reading(location, nil))
    let start = ContinuousClock.now
    let reading: MediaReading
    do {
      reading = try reader.read(
        location, decode: arguments.choice(.decode) ?? .all, tracks: tracks)
    } catch {
      progress.erase()
      throw Failure(error)
    }
    progress.erase()
    if let problem = reading.cacheProblem {
      diagnostics.detail("cannot keep the index: \(problem)")
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

  private static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// A progress line that any thread may update.
private final class ReadingProgressLine: Sendable {
  private let line: Mutex<ProgressLine>

  init(_ line: consuming sending ProgressLine) {
    self.line = Mutex(line)
  }

  func update(_ progress: ReadingProgress) {
    line.withLock { line in
      line.relabel(progress.phase.label)
      line.update(completed: progress.completed, total: progress.total, at: .now)
    }
  }

  func erase() {
    line.withLock { $0.erase() }
  }
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
