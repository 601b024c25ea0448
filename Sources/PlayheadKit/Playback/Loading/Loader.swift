/// A player's side of the network: sends requests and knows when their bytes come.
///
/// First come the reads that opening the file takes, in their order, then the media in byte order,
/// from where showing the playhead takes it. Bytes once fetched are not fetched again until they
/// are forgotten. A request starts at the first byte that is missing; a short way ahead within an
/// open request reads through, any other move is a new request.
///
/// Bytes are counted from where a request was last begun or gone on with, so that what has come by
/// an instant is a closed form of the link and never a sum of roundings. Nothing is done for bytes
/// that nobody has to know of: whoever drives the loader asks when those come that matter.
struct Loader: Sendable {
  let plan: LoadingPlan
  /// How many of the requests that opening the file takes are over.
  var openingsOver = 0

  /// The bytes that are in, but for the latest of the open request.
  var cached = ByteRangeSet()
  /// The playhead that was last aimed at, and the first byte that showing it takes.
  var aim: (mediaTime: MediaTime, position: Int64) = (.zero, 0)
  /// Nothing before this position is kept.
  var keptFrom: Int64 = 0
  /// Where the last missing byte before the aim ends.
  var runStart: Int64 = 0
  /// The first byte from the aim on that was missing when it was last looked for; the end of all
  /// that is wanted if none was.
  var frontier: Int64 = 0
  var request: OpenRequest?
  var isFinished = false
  var connection: Connection
  var traffic = Traffic()

  init(
    _ presentation: Presentation, link: Link, transport: Transport, policy: BufferingPolicy
  ) {
    plan = LoadingPlan(presentation, link: link, policy: policy)
    connection = Connection(over: link, by: transport)
    if isOpened { findFrontier() }
  }

  // MARK: What can be asked

  var presentation: Presentation { plan.presentation }
  var media: WantedBytes { plan.presentation.mediaBytes }
  var link: Link { plan.link }
  var policy: BufferingPolicy { plan.policy }

  /// Whether all is in that opening the file takes.
  var isOpened: Bool { openingsOver == plan.openings.count }

  var isFlowing: Bool { request?.isFlowing ?? false }

  /// The position before which all bytes are in by `wallTime` that reading for the playhead takes.
  func position(at wallTime: MediaTime) -> Int64 {
    guard let request, request.isFlowing else { return frontier }
    return loadedPosition(at: request.position(at: wallTime))
  }

  /// The position before which all bytes are in once the open request has come to `position`.
  func loadedPosition(at position: Int64) -> Int64 {
    // A request that is over may be one for the opening, far from the playhead.
    guard let request, request.kept < request.end else { return frontier }
    guard cached.end > position || needsExactPosition else { return max(frontier, position) }
    return max(frontier, media.firstMissing(from: position, besides: cached) ?? media.end)
  }

  /// What is loaded around the playhead by `wallTime`; `nil` if nothing is.
  func loadedRange(at wallTime: MediaTime) -> TimeRange? {
    isOpened ? presentation.loadedRange(from: runStart, to: position(at: wallTime)) : nil
  }

  /// What is loaded around another playhead, and the position that goes with it.
  mutating func reach(of mediaTime: MediaTime, at wallTime: MediaTime) -> Reach {
    guard isOpened else { return Reach() }
    keep(at: wallTime)
    let start = presentation.decoding.offset(at: mediaTime)
    let position = media.firstMissing(from: start, besides: cached) ?? media.end
    let run = media.endOfMissing(before: start, besides: cached)
    return Reach(loaded: presentation.loadedRange(from: run, to: position), position: position)
  }

  /// How many bytes there are from the first missing one to the end.
  func missingBytes(at wallTime: MediaTime) -> Int64 { media.end - position(at: wallTime) }

  /// The counts as they stand at `wallTime`.
  func totals(at wallTime: MediaTime) -> TrafficTotals {
    let coming = request.map { $0.position(at: wallTime) - $0.position } ?? 0
    let wasted = traffic.wasted(by: wallTime, link)
    return TrafficTotals(
      bytesDownloaded: traffic.received + coming + wasted, bytesWasted: wasted,
      requestCount: traffic.requestCount, busyTime: traffic.busyTime(by: wallTime))
  }

  /// Whether somebody counts bytes, so that gaps between those that are wanted matter.
  var needsExactPosition: Bool {
    policy.countsBytes || request?.nextMeasurement != nil
  }
}
