/// A player's network side: sends requests and computes when their bytes arrive.
///
/// The reads for opening the file come first, in order, then the media in byte order, from the
/// first byte needed at the playhead. Fetched bytes are not fetched again unless they are
/// discarded. A request starts at the first missing byte. A short way ahead within an open request
/// is read through; any other move is a new request.
///
/// Bytes are counted from where a request last began or resumed, so the position at any instant is
/// a closed form of the link and never a sum of roundings. Insignificant arrivals cost nothing: the
/// driver of the loader asks for the next significant one.
package struct Loader: Sendable {
  private(set) var plan: LoadingPlan
  /// The number of completed opening requests.
  var openingsOver = 0

  /// The bytes that have arrived, except the latest of the open request.
  var cached = ByteRangeSet()
  /// The latest playhead aimed at, and the first byte needed to show it.
  var aim: (mediaTime: MediaTime, position: Int64) = (.zero, 0)
  /// The position before which nothing is kept.
  var keptFrom: Int64 = 0
  /// The end of the last missing byte before the aim.
  var runStart: Int64 = 0
  /// The first missing byte from the aim on when last looked for; the end of all wanted bytes if
  /// none was missing.
  var frontier: Int64 = 0
  var request: OpenRequest?
  var isFinished = false
  package var connection: Connection
  var traffic = Traffic()

  init(
    _ presentation: Presentation, link: Link, transport: Transport, policy: BufferingPolicy
  ) {
    plan = LoadingPlan(presentation, link: link, policy: policy)
    connection = Connection(over: link, by: transport)
    if isOpened { findFrontier() }
  }

  /// Loads over `other` from `wallTime` on, before which nothing will be asked again.
  mutating func switchLink(to other: Link, at wallTime: MediaTime) {
    let link = link.followed(by: other, from: wallTime)
    plan = LoadingPlan(plan, link: link)
    connection.switchLink(to: link)
    request?.switchLink(to: link)
  }

  // MARK: Queries

  var presentation: Presentation { plan.presentation }
  var media: WantedBytes { plan.presentation.mediaBytes }
  var link: Link { plan.link }
  var policy: BufferingPolicy { plan.policy }

  /// Whether the opening of the file is complete.
  var isOpened: Bool { openingsOver == plan.openings.count }

  var isFlowing: Bool { request?.isFlowing ?? false }

  /// The position before which all bytes needed from the playhead on have arrived by `wallTime`.
  func position(at wallTime: MediaTime) -> Int64 {
    guard let request, request.isFlowing else { return frontier }
    return loadedPosition(at: request.position(at: wallTime))
  }

  /// The position before which all bytes have arrived once the open request reaches `position`.
  func loadedPosition(at position: Int64) -> Int64 {
    // A completed request may be an opening request, far from the playhead.
    guard let request, request.kept < request.end else { return frontier }
    guard cached.end > position || needsExactPosition else { return max(frontier, position) }
    return max(frontier, media.firstMissing(from: position, besides: cached) ?? media.end)
  }

  /// The loaded range around the playhead by `wallTime`; `nil` if none.
  func loadedRange(at wallTime: MediaTime) -> TimeRange? {
    isOpened ? presentation.loadedRange(from: runStart, to: position(at: wallTime)) : nil
  }

  /// What is loaded for the playhead of `model`, which moves on until `wallTime`.
  func contents(for model: PlaybackModel, at wallTime: MediaTime) -> BufferContents {
    let position = position(at: wallTime)
    let loaded = presentation.loadedRange(from: runStart, to: position)
    guard policy.countsBytes else { return BufferContents(loaded: loaded) }
    var loadedEnd = model.loadedEnd
    if let loaded, loaded.contains(model.currentTime) { loadedEnd = max(loadedEnd, loaded.end) }
    let playhead = model.playhead(at: wallTime, loadedUpTo: loadedEnd)
    return BufferContents(loaded: loaded, bytesAhead: bytes(from: playhead, to: position))
  }

  /// What is loaded for another playhead.
  mutating func contents(around mediaTime: MediaTime, at wallTime: MediaTime) -> BufferContents {
    guard isOpened else { return BufferContents() }
    keep(at: wallTime)
    let start = presentation.decoding.offset(at: mediaTime)
    let position = media.firstMissing(from: start, besides: cached) ?? media.end
    let run = media.endOfMissing(before: start, besides: cached)
    return BufferContents(
      loaded: presentation.loadedRange(from: run, to: position),
      bytesAhead: policy.countsBytes ? bytes(from: mediaTime, to: position) : 0)
  }

  /// The bytes before `position` from the first one shown at `mediaTime` or later.
  private func bytes(from mediaTime: MediaTime, to position: Int64) -> Int64 {
    max(0, position - presentation.showing.offset(at: mediaTime))
  }

  /// The number of bytes from the first missing one to the end.
  func missingBytes(at wallTime: MediaTime) -> Int64 { media.end - position(at: wallTime) }

  /// The traffic counts at `wallTime`.
  func totals(at wallTime: MediaTime) -> TrafficTotals {
    let coming = request.map { $0.position(at: wallTime) - $0.position } ?? 0
    let wasted = traffic.wasted(by: wallTime, link)
    return TrafficTotals(
      bytesDownloaded: traffic.received + coming + wasted, bytesWasted: wasted,
      requestCount: traffic.requestCount, busyTime: traffic.busyTime(by: wallTime))
  }

  /// Whether bytes are counted, so that gaps between wanted bytes matter.
  var needsExactPosition: Bool {
    policy.countsBytes || request?.nextMeasurement != nil
  }
}

/// The constants of a loader: its media, link and rules.
final class LoadingPlan: Sendable {
  let presentation: Presentation
  let link: Link
  let policy: BufferingPolicy
  /// The requests that open the file.
  let openings: [ByteRange]

  init(_ presentation: Presentation, link: Link, policy: BufferingPolicy) {
    self.presentation = presentation
    self.link = link
    self.policy = policy
    openings = presentation.openingRequests(readingThrough: policy.readThrough)
  }

  /// `plan` over another link.
  init(_ plan: LoadingPlan, link: Link) {
    presentation = plan.presentation
    self.link = link
    policy = plan.policy
    openings = plan.openings
  }
}
