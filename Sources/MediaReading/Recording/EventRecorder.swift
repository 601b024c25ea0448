package import PlayheadKit
import PlayheadManifests

/// Records a live event: its manifests as they change, and what there is of its segments.
///
/// One thread does everything in turns, so that nothing waits for anything but its own time.
package struct EventRecorder {
  private let options: RecordingOptions
  private let clock: RecordingClock
  private let interruption: Interruption
  private let tell: @Sendable (RecordingMessage) -> Void
  private var writer: RecordingWriter
  private let pool: CurlPool
  private let meter: DownloadMeter
  private var documents: [WatchedDocument] = []
  private var transfers: [Running] = []
  private var queue = RecordingQueue()
  private var tally = RecordingTally()
  private var end: RecordingEnd?
  private var hasManifest = false

  private struct Running {
    let transfer: RecordingTransfer
    /// The number of the document; `nil` of a segment or section.
    let document: Int?
  }

  /// A playlist of more is refused.
  private static let documentBytes = 64 << 20
  /// A segment of more is not kept.
  private static let segmentBytes = 512 << 20
  /// How long to wait for the network or between looks at what is due, in milliseconds.
  private static let turn: Int32 = 20

  /// A recorder into the folder of `options`, made or gone on with.
  package init(
    _ options: RecordingOptions, clock: RecordingClock, interruption: Interruption = Interruption(),
    unfinished: UnfinishedFiles = UnfinishedFiles(),
    tell: @escaping @Sendable (RecordingMessage) -> Void = { _ in }
  ) throws(RecordingFailure) {
    (self.options, self.clock, self.interruption) = (options, clock, interruption)
    self.tell = tell
    do throws(HTTPError) {
      pool = try CurlPool(connections: options.http.connections)
    } catch {
      throw .download(url: ShownAddress(options.url).text, error)
    }
    meter = DownloadMeter(options.limits, .system)
    let now = clock.now()
    writer = try RecordingWriter(
      options.folder, of: options.url, at: now, generator: options.generator,
      listedIn: unfinished)
    documents = [WatchedDocument(.manifest, options.url, due: now)]
    goOn(at: now)
  }

  /// Takes up what was recorded before.
  private mutating func goOn(at now: Int64) {
    let journal = writer.journal
    guard let last = journal.responses.map(\.time).max() else { return }
    hasManifest = journal.responses.contains { $0.role == .manifest && $0.isUsable }
    queue.skip(journal.responses)
    tally.segments =
      Set(
        journal.responses.filter { $0.role == .segment && $0.isUsable }.map(\.url)
      ).count
    let gap = RecordingJournal.Gap(min(last, now)..<now, "no recorder")
    if append(gap.json) { tell(.resumed(after: now - last)) }
  }

  /// Records until the event, its time or a limit is over, or the user has had enough.
  ///
  /// - Parameter progress: called now and then.
  /// - Returns: why it ended, and how much there is.
  /// - Throws: ``RecordingFailure`` if the manifest never came.
  package mutating func run(
    progress: (RecordingTally) -> Void = { _ in }
  ) throws(RecordingFailure) -> (end: RecordingEnd, tally: RecordingTally) {
    let stop = options.length.map { writer.journal.begun.addingReportingOverflow($0).partialValue }
    while true {
      let now = clock.now()
      tally.elapsed = max(0, now - writer.journal.begun)
      tally.bytes = meter.bytes
      progress(tally)
      if interruption.isRequested { end = .interrupted }
      if let stop, now >= stop { end = end ?? .complete }
      if end == nil, isOver { end = .ended }
      if let end {
        transfers = []
        return (end, tally)
      }
      begin(at: now)
      try advance()
      wait(from: now, until: stop)
    }
  }

  /// Whether no manifest changes any more and everything is in.
  private var isOver: Bool {
    hasManifest && transfers.isEmpty && queue.isEmpty && documents.allSatisfy { $0.due == nil }
  }

  // MARK: Sending

  private mutating func begin(at now: Int64) {
    for number in documents.indices {
      guard let due = documents[number].due, due <= now else { continue }
      documents[number].due = nil
      send(
        documents[number].role, documents[number].url, .whole, document: number,
        fields: documents[number].condition, atMost: Self.documentBytes, at: now)
    }
    while transfers.count(where: { $0.document == nil }) < options.http.connections,
      let item = queue.next(at: now)
    {
      let extent: RecordingTransfer.Extent =
        options.keepsMedia ? .whole : item.refusesHeads ? .firstByte : .head
      send(
        item.role, item.url, extent, document: nil, fields: [], atMost: Self.segmentBytes, at: now)
    }
  }

  private mutating func send(
    _ role: RecordedResponse.Role, _ url: String, _ extent: RecordingTransfer.Extent,
    document: Int?, fields: [String], atMost bytes: Int, at now: Int64
  ) {
    var http = options.http
    http.limits = options.limits
    do throws(HTTPError) {
      let transfer = try RecordingTransfer(
        role, url, extent, fields: fields, at: now, atMost: bytes, options: http, in: pool)
      transfers.append(Running(transfer: transfer, document: document))
    } catch {
      fail(role, url, sent: now, document: document, error)
    }
  }

  // MARK: Receiving

  private mutating func advance() throws(RecordingFailure) {
    guard !transfers.isEmpty else { return }
    do throws(HTTPError) { try pool.step() } catch {
      throw .download(url: ShownAddress(options.url).text, error)
    }
    var rest: [Running] = []
    let all = transfers
    transfers = []
    for running in all {
      let transfer = running.transfer
      let response: RecordedResponse?
      do throws(HTTPError) {
        response = try transfer.advance(meter, now: clock.now)
      } catch {
        if case .tooLarge = error {
          end = end ?? .limit(error.description)
          continue
        }
        try refuse(error, of: running)
        fail(
          transfer.role, transfer.url, sent: transfer.sent, document: running.document, error)
        continue
      }
      guard let response else {
        rest.append(running)
        continue
      }
      guard let number = running.document else {
        receive(response, transfer)
        continue
      }
      if !response.isUsable {
        try refuse(
          .status(response.status, phrase: statusPhrase(response.status)), of: running)
      }
      try receive(response, transfer.body, document: number)
    }
    transfers += rest
  }

  /// Ends a recording that never had its manifest with `error`.
  private func refuse(_ error: HTTPError, of running: Running) throws(RecordingFailure) {
    guard !hasManifest, running.document == 0 else { return }
    let address = ShownAddress(options.url)
    throw .download(url: address.text, error.hidingSecrets(of: address))
  }

  /// A manifest has come, or an error in its place.
  private mutating func receive(
    _ response: RecordedResponse, _ body: [UInt8], document number: Int
  ) throws(RecordingFailure) {
    var response = response
    guard response.isUsable else {
      let error = HTTPError.status(response.status, phrase: statusPhrase(response.status))
      fail(response, document: number, error.description)
      return
    }
    let watched = documents[number]
    var isNew = false
    if response.status != 304 {
      var hash = SHA256()
      hash.update(body)
      let digest = hash.finish()
      isNew = digest != watched.digest
      let location = ManifestLocation.url(
        watched.role == .manifest ? response.location ?? watched.url : watched.url)
      let contents: RecordedDocument
      do throws(ManifestError) {
        contents = try RecordedDocument(
          body, at: location, variables: documents[0].contents?.variables ?? [:])
      } catch {
        guard hasManifest else { throw RecordingFailure.noManifest(error) }
        fail(response, document: number, error.problems.first?.problem ?? "it is no manifest")
        return
      }
      do throws(FileWriteError) {
        let suffix =
          watched.url.prefix { !"?#".contains($0) }.lowercased().hasSuffix(".mpd")
          ? ".mpd" : ".m3u8"
        (response.file, response.digest) = try writer.keep(body, in: "manifests", suffix: suffix)
      } catch {
        rewrite(error, document: number, body: (body, "manifests"))
        return
      }
      documents[number].digest = digest
      documents[number].contents = contents
    }
    guard append(response.json) else {
      // What is not in the journal was not seen.
      documents[number].digest = watched.digest
      documents[number].due = clock.now() + WatchedDocument.second
      return
    }
    if watched.failureCount > 0 { tell(.recovered(url: ShownAddress(watched.url).text)) }
    documents[number].note(response, isNew: isNew, every: options.reload)
    hasManifest = true
    guard isNew, let contents = documents[number].contents else { return }
    tally.versions += 1
    follow(contents, at: response.time)
  }

  /// Follows the playlists and segments that a document names.
  private mutating func follow(_ contents: RecordedDocument, at now: Int64) {
    var contents = contents
    if let variants = options.variants, contents.isMultivariant {
      let count = contents.variantCount
      for number in variants.sorted() where number >= count {
        tell(.noVariant(number, count: count))
      }
      contents.keepVariants(variants)
    }
    for reference in contents.playlists {
      guard case .url(let url) = reference.location,
        !documents.contains(where: { $0.url == url })
      else { continue }
      documents.append(WatchedDocument(.playlist, url, due: now))
    }
    for reference in contents.initializations { queue.add(reference, as: .initialization) }
    for reference in contents.segments { queue.add(reference, as: .segment) }
  }

  /// The size or the bytes of a segment have come, or an error in their place.
  private mutating func receive(_ response: RecordedResponse, _ transfer: RecordingTransfer) {
    var response = response
    if transfer.extent == .head, [400, 403, 405, 501].contains(response.status) {
      queue.addAgain(transfer.url, as: transfer.role, refusesHeads: true, at: response.time)
      return
    }
    if response.isUsable, transfer.extent == .whole {
      do throws(FileWriteError) {
        let path = transfer.url.prefix { !"?#".contains($0) }
        let name = path.split(separator: "/").last ?? ""
        let letters = name.split(separator: ".").dropFirst().last?.prefix(5) ?? ""
        let isPlain = letters.utf8.allSatisfy { byte in
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        let suffix = isPlain && !letters.isEmpty ? ".\(letters)" : ""
        (response.file, response.digest) = try writer.keep(
          transfer.body, in: "media", suffix: suffix)
      } catch {
        rewrite(error, document: nil, body: (transfer.body, "media"))
        queue.addAgain(
          transfer.url, as: transfer.role, at: response.time + WatchedDocument.second)
        return
      }
    }
    guard append(response.json) else {
      queue.addAgain(transfer.url, as: transfer.role, at: response.time + WatchedDocument.second)
      return
    }
    if response.isUsable {
      if transfer.role == .segment { tally.segments += 1 }
    } else {
      tally.failures += 1
      queue.retry(transfer.url, as: transfer.role, at: response.time)
    }
  }

  // MARK: Failures

  private mutating func fail(
    _ role: RecordedResponse.Role, _ url: String, sent: Int64, document: Int?, _ error: HTTPError
  ) {
    var response = RecordedResponse(role, url, sent: sent, at: clock.now(), status: 0)
    response.failure = error.hidingSecrets(of: ShownAddress(url)).description
    fail(response, document: document, response.failure ?? "")
  }

  private mutating func fail(_ response: RecordedResponse, document: Int?, _ reason: String) {
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
  private mutating func append(_ line: JSONValue) -> Bool {
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
  private mutating func rewrite(
    _ error: FileWriteError, document: Int?, body: (bytes: [UInt8], part: String)? = nil
  ) {
    let start = clock.now()
    var pause: Int64 = 1000
    while !interruption.isRequested {
      tell(.cannotWrite(reason: error.description, milliseconds: pause))
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

  // MARK: Waiting

  private func wait(from now: Int64, until stop: Int64?) {
    if !transfers.isEmpty {
      _ = try? pool.wait(milliseconds: Self.turn)
      return
    }
    let due = (documents.compactMap(\.due) + [queue.due, stop].compactMap(\.self)).min() ?? now
    let milliseconds = min(max(0, due - now) / 1_000_000 + 1, Int64(Self.turn))
    clock.pause(Int(milliseconds))
  }

  /// Waits in short turns, as an interruption does not end a pause.
  private func rest(milliseconds: Int64) {
    var left = milliseconds
    while left > 0, !interruption.isRequested {
      let turn = min(left, Int64(Self.turn))
      clock.pause(Int(turn))
      left -= turn
    }
  }
}
