import MediaReading
import POSIX
import PlayheadKit

/// Records a live event and tells the user how that goes.
struct EventRecordingRun {
  let arguments: ParsedArguments
  let context: Context

  /// Records what `options` say; an interruption ends it in good order.
  func run(
    _ options: RecordingOptions
  ) throws(Failure) -> (end: RecordingEnd, tally: RecordingTally) {
    var line = context.progressLine("Recording", counting: .transfer, arguments: arguments)
    let diagnostics = context.diagnostics
    let folder = options.folder
    do throws(RecordingFailure) {
      var recorder = try EventRecorder(
        options, clock: .system, interruption: context.interruption,
        unfinished: context.unfinishedFiles
      ) { message in
        diagnostics.note(message.words(of: folder))
      }
      let result = try recorder.run { [whereabouts = context.whereabouts] tally in
        whereabouts.enter(.recording(folder, versions: tally.versions, segments: tally.segments))
        line.update(
          completed: tally.elapsed / 1_000_000_000,
          total: options.length.map { $0 / 1_000_000_000 }, at: .now)
      }
      line.erase()
      return result
    } catch {
      line.erase()
      throw Failure(error)
    }
  }
}

extension RecordingClock {
  /// The system's clock.
  fileprivate static let system = RecordingClock(
    now: {
      var now = timespec()
      _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
      return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    },
    pause: { usleep(UInt32(clamping: max(0, $0)) * 1000) })
}

extension RecordingMessage {
  /// The message in words, of the recording in `folder`.
  fileprivate func words(of folder: String) -> String {
    func seconds(_ nanoseconds: Int64) -> String {
      "\(WallTime(nanoseconds: nanoseconds).secondsText(places: 1)) s"
    }
    return switch self {
    case .failed(let url, let reason, let wait):
      "\(url): \(reason); trying again in \(seconds(wait * 1_000_000)), and then less often"
    case .recovered(let url): "\(url): there again"
    case .wroteAgain(let gap): "\(folder): written again after a gap of \(seconds(gap))"
    case .cannotWrite(let reason, let wait):
      "\(reason); trying again in \(seconds(wait * 1_000_000)), and then less often"
    case .resumed(let gap): "\(folder): goes on after a gap of \(seconds(gap))"
    case .notBegun(let url, let wait):
      "\(url): the event begins in \(seconds(wait)), by MPD@availabilityStartTime"
    case .noVariant(let number, let count):
      "\(Option.variant.spelling) \(number): there are \(count) variants, counted from 0"
    }
  }
}

extension RecordingTally {
  /// It in words.
  var words: String {
    "\(counted(versions, "change")) of manifests and \(counted(segments, "segment"))"
      + (unkept > 0 ? ", \(unkept) without bytes" : "")
      + (failures > 0 ? ", \(counted(failures, "request")) failed" : "")
  }
}

extension Failure {
  /// Nothing can be recorded.
  init(_ error: RecordingFailure) {
    switch error {
    case .download(let url, let reason): self.init(MediaReadingError.download(url: url, reason))
    case .malformed(let path, let line, let problem):
      self.init(.badData, "malformed recording", at: "\(path):\(line)", why: problem)
    case .noManifest(let error): self.init(error)
    case .otherEvent(let path, let url):
      self.init(
        .usage, "another recording", at: path, why: "it is of \(url)",
        hint: "name another folder with \(Option.recordingFolder.spelling)")
    case .cannotRead(let error): self.init(error, reading: "recording")
    case .cannotWrite(let error):
      if error.reason.code == EWOULDBLOCK {
        self.init(
          .cannotCreate, "cannot record", at: error.path, why: "another process records into it")
      } else {
        self.init(error)
      }
    }
  }
}
