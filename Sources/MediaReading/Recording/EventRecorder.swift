package import PlayheadKit
import PlayheadManifests

/// Records a live event: its manifests as they change, and what there is of its segments.
///
/// One thread does everything in turns, so that nothing waits for anything but its own time.
package struct EventRecorder {
  let options: RecordingOptions
  let clock: RecordingClock
  let interruption: Interruption
  let tell: @Sendable (RecordingMessage) -> Void
  var writer: RecordingWriter
  let pool: CurlPool
  let meter: DownloadMeter
  var documents: [WatchedDocument] = []
  var transfers: [Running] = []
  var queue = RecordingQueue()
  var tally = RecordingTally()
  var end: RecordingEnd?
  /// Why no more may be downloaded; `nil` as long as it may.
  ///
  /// The sizes of segments that are listed are still asked for.
  var limit: HTTPError?
  var hasManifest = false
  /// How far the server's clock is ahead, in nanoseconds; `nil` before the first manifest.
  var clockOffset: Int64?

  struct Running {
    let transfer: RecordingTransfer
    /// The number of the document; `nil` of a segment or section.
    let document: Int?
  }

  /// A playlist of more is refused.
  static let documentBytes = 64 << 20
  /// A segment of more is not kept.
  static let segmentBytes = 512 << 20
  /// How long to wait for the network or between looks at what is due, in milliseconds.
  static let turn: Int32 = 20

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
  mutating func goOn(at now: Int64) {
    let journal = writer.journal
    guard let last = journal.responses.map(\.time).max() else { return }
    let manifest = journal.responses.first { $0.role == .manifest && $0.isUsable }
    (hasManifest, clockOffset) = (manifest != nil, manifest?.clockOffset)
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
      if let limit, transfers.isEmpty, queue.due ?? .max > now {
        end = end ?? .limit(limit.description)
      }
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
  var isOver: Bool {
    hasManifest && transfers.isEmpty && queue.isEmpty
      && documents.allSatisfy { $0.due == nil && $0.nextLook == nil }
  }

  // MARK: Sending

  mutating func begin(at now: Int64) {
    for number in documents.indices where limit == nil {
      guard let due = documents[number].due, due <= now else { continue }
      documents[number].due = nil
      send(
        documents[number].role, documents[number].url, .whole, document: number,
        fields: documents[number].condition, atMost: Self.documentBytes, at: now)
    }
    for number in documents.indices
    where limit == nil && documents[number].nextLook ?? .max <= now {
      lookAgain(at: number, now)
    }
    while transfers.count(where: { $0.document == nil }) < options.http.connections,
      let item = queue.next(at: now)
    {
      let extent: RecordingTransfer.Extent =
        options.keepsMedia && limit == nil ? .whole : item.refusesHeads ? .firstByte : .head
      send(
        item.role, item.url, extent, document: nil, fields: [], atMost: Self.segmentBytes, at: now)
    }
  }

  mutating func send(
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

  // MARK: Waiting

  func wait(from now: Int64, until stop: Int64?) {
    if !transfers.isEmpty {
      _ = try? pool.wait(milliseconds: Self.turn)
      return
    }
    let times = documents.flatMap { [$0.due, $0.nextLook] } + [queue.due, stop]
    let due = times.compactMap(\.self).min() ?? now
    let milliseconds = min(max(0, due - now) / 1_000_000 + 1, Int64(Self.turn))
    clock.pause(Int(milliseconds))
  }

  /// Waits in short turns, as an interruption does not end a pause.
  func rest(milliseconds: Int64) {
    var left = milliseconds
    while left > 0, !interruption.isRequested {
      let turn = min(left, Int64(Self.turn))
      clock.pause(Int(turn))
      left -= turn
    }
  }
}
