/// A request whose response is not complete.
struct OpenRequest: Sendable {
  /// Its number, from 1.
  let number: Int
  /// The run of bytes that it reads from.
  let run: ReadingOrder.Run
  /// The first requested byte.
  let start: ReadPosition
  /// The earliest arrival of the first byte, also if the sender was blocked before.
  let due: WallTime
  /// The first byte to arrive when the flow starts or resumes.
  private(set) var position: ReadPosition
  /// The position up to which the loader has taken the bytes.
  var kept: ReadPosition
  /// The end of its wanted bytes.
  var end: ReadPosition
  /// The flow of its bytes; `nil` while blocked.
  private(set) var flow: Flow?
  /// When the first byte arrives after the flow started or resumed; `nil` if never.
  private(set) var firstArrival: WallTime?
  /// The first byte not yet arrived at the latest instant, cached as it is needed often.
  private var latest: (time: WallTime, position: ReadPosition)?
  /// The position and time of the end of the latest throughput measurement.
  private var measured: (position: ReadPosition, time: WallTime)
  /// The bytes in one throughput measurement; `nil` if throughput is not measured.
  private let sampleBytes: Int64?

  init(
    _ number: Int, _ range: ReadRange, of run: ReadingOrder.Run, by flow: Flow,
    sampleBytes: Int64?
  ) {
    self.number = number
    self.run = run
    start = range.lowerBound
    due = flow.since
    position = range.lowerBound
    kept = range.lowerBound
    end = range.upperBound
    self.flow = flow
    firstArrival = flow.arrival(of: 1)
    self.sampleBytes = sampleBytes
    measured = (range.lowerBound, flow.since)
  }

  var isFlowing: Bool { flow != nil }

  /// The offset in its resource of the byte at `position`.
  func offset(of position: ReadPosition) -> Int64 { position.bytes - run.shift }

  /// The first byte not yet arrived by `wallTime`.
  func position(at wallTime: WallTime) -> ReadPosition {
    guard let flow else { return position }
    if let latest, latest.time == wallTime { return min(end, latest.position) }
    return position + min(end - position, flow.bytes(by: wallTime))
  }

  /// When all bytes before `position` have arrived; `nil` if never.
  func arrival(before position: ReadPosition) -> WallTime? {
    flow?.arrival(of: max(0, position - self.position))
  }

  /// Whether the link carries bytes of it from `wallTime` on.
  func isArriving(at wallTime: WallTime) -> Bool {
    guard let flow else { return false }
    return flow.since <= wallTime && position(at: wallTime) < end
  }

  /// From `wallTime` on it is one of `flows` that share the link.
  mutating func share(_ flows: Int, from wallTime: WallTime) {
    flow?.share(flows, from: wallTime)
    if let flow, flow.bytes(by: wallTime) == 0 { firstArrival = flow.arrival(of: 1) }
  }

  mutating func advance(to wallTime: WallTime) {
    flow?.advance(to: wallTime)
    latest = flow.map { (wallTime, position + $0.bytes(by: wallTime)) }
  }

  mutating func stop(at position: ReadPosition) {
    flow = nil
    latest = nil
    self.position = position
  }

  mutating func resume(by flow: Flow) {
    self.flow = flow
    firstArrival = flow.arrival(of: 1)
    latest = nil
    measured = (position, flow.since)
  }

  /// Flows over `link`, which is the same up to `wallTime`.
  mutating func switchLink(to link: Link, at wallTime: WallTime) {
    flow = flow?.over(link)
    if let flow, flow.bytes(by: wallTime) == 0 { firstArrival = flow.arrival(of: 1) }
  }

  // MARK: Positions to check

  /// The position that completes the next measurement.
  var nextMeasurement: ReadPosition? { sampleBytes.map { measured.position + $0 } }

  /// The measurement completed at `wallTime`, when `position` is reached.
  mutating func measure(
    upTo position: ReadPosition, at wallTime: WallTime, isOver: Bool
  ) -> Loader.ThroughputSample? {
    guard let sampleBytes else { return nil }
    let come = position - measured.position
    let whole = come - come % sampleBytes
    guard whole > 0 || isOver && come > 0 else { return nil }
    let measurement = Loader.ThroughputSample(
      bytes: whole > 0 ? sampleBytes : come, time: wallTime - measured.time)
    measured = (whole > 0 ? measured.position + whole : position, wallTime)
    return measurement
  }

  /// The first positive multiple of `bytes` into the request at or after `position`.
  func checkpoint(from position: ReadPosition, every bytes: Int64) -> ReadPosition {
    let times = max(1, (position - start + bytes - 1) / bytes)
    return min(end, start + times * bytes)
  }

  /// Whether the flow passes a multiple of `bytes` exactly at `wallTime`, when it reaches
  /// `position`.
  func isCheckpoint(
    _ position: ReadPosition, at wallTime: WallTime, every bytes: Int64
  ) -> Bool {
    let last = position - (position - start) % bytes
    return last > max(start, self.position) && arrival(before: last) == wallTime
  }
}
