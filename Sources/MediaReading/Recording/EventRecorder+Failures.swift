import PlayheadKit
import PlayheadManifests

/// What a recorder cannot have, or cannot keep.
extension EventRecorder {
  mutating func fail(
    _ role: RecordedResponse.Role, _ url: String, sent: Int64, document: Int?, _ error: HTTPError
  ) {
    var response = RecordedResponse(role, url, sent: sent, at: clock.now(), status: 0)
    response.failure = error.hidingSecrets(of: ShownAddress(url)).description
    fail(response, document: document, response.failure ?? "")
  }

  mutating func fail(_ response: RecordedResponse, document: Int?, _ reason: String) {
    var response = response
    if response.failure == nil, (200..<300).contains(response.status) { response.failure = reason }
    tally.failures += 1
    _ = append(response.json)
    guard let document else {
      queue.retry(response.url, as: response.role, at: response.time)
      return
    }
    let isFirst = documents[document].failureCount == 0
    let wait = documents[document].noteFailure(at: response.time)
    if isFirst {
      tell(
        .failed(
          url: ShownAddress(response.url).text, reason: reason, milliseconds: wait / 1_000_000))
    }
  }

  /// Appends a line; `false` if that is not possible now.
  mutating func append(_ line: JSONValue) -> Bool {
    do throws(FileWriteError) {
      try writer.append(line)
    } catch {
      rewrite(error, document: nil)
      return false
    }
    if writer.fileCount >= options.maximumFiles {
      end = end ?? .limit("\(writer.fileCount) files are recorded")
    }
    return true
  }

  /// Waits with growing pauses until something can be written again, and notes the gap.
  ///
  /// Where `body` could not be kept, that is what is tried.
  mutating func rewrite(
    _ error: FileWriteError, document: Int?, body: (bytes: [UInt8], part: String)? = nil
  ) {
    let start = clock.now()
    var pause: Int64 = 1000
    while !interruption.isRequested {
      if pause == 1000 { tell(.cannotWrite(reason: error.description, milliseconds: pause)) }
      let left = options.length.map { (writer.journal.begun + $0 - clock.now()) / 1_000_000 + 1 }
      rest(milliseconds: min(pause, max(0, left ?? pause)))
      pause = min(60_000, pause * 2)
      let now = clock.now()
      if let length = options.length, now >= writer.journal.begun + length { break }
      let gap = RecordingJournal.Gap(start..<max(start, now), error.description)
      do throws(FileWriteError) {
        if let body { _ = try writer.keep(body.bytes, in: body.part, suffix: "") }
        try writer.append(gap.json)
      } catch { continue }
      tell(.wroteAgain(after: now - start))
      break
    }
    if let document { documents[document].due = clock.now() }
  }
}
