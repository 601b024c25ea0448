/// A request that the server has more bytes for.
struct OpenRequest: Sendable {
  /// The first byte asked for.
  let start: Int64
  /// The byte that comes first when bytes flow (again).
  private(set) var position: Int64
  /// How far the bytes are known to the loader.
  var kept: Int64
  /// Where what is wanted of it ends.
  var end: Int64
  /// How its bytes come; `nil` while none do.
  private(set) var flow: Flow?
  /// The first byte that had not come at the instant last gone on to, which is asked for often.
  private var latest: (time: MediaTime, position: Int64)?
  /// Up to where throughput is measured, and when that was.
  private var measured: (position: Int64, time: MediaTime)
  /// After how many bytes throughput is measured; `nil` if it is not.
  private let sampleBytes: Int64?

  init(_ range: ByteRange, by flow: Flow, sampleBytes: Int64?) {
    start = range.lowerBound
    position = range.lowerBound
    kept = range.lowerBound
    end = range.upperBound
    self.flow = flow
    self.sampleBytes = sampleBytes
    measured = (range.lowerBound, flow.since)
  }

  var isFlowing: Bool { flow != nil }

  /// The first byte that has not come by `wallTime`.
  func position(at wallTime: MediaTime) -> Int64 {
    guard let flow else { return position }
    if let latest, latest.time == wallTime { return min(end, latest.position) }
    return min(end, position + flow.bytes(by: wallTime))
  }

  /// When all bytes before `position` have come; `nil` if they never do.
  func arrival(before position: Int64) -> MediaTime? {
    flow?.arrival(of: max(0, position - self.position))
  }

  mutating func advance(to wallTime: MediaTime) {
    flow?.advance(to: wallTime)
    latest = flow.map { (wallTime, position + $0.bytes(by: wallTime)) }
  }

  mutating func stop(at position: Int64) {
    flow = nil
    latest = nil
    self.position = position
  }

  mutating func resume(by flow: Flow) {
    self.flow = flow
    latest = nil
    measured = (position, flow.since)
  }

  // MARK: Places at which something is looked at

  /// The position that completes the next measurement.
  var nextMeasurement: Int64? { sampleBytes.map { measured.position + $0 } }

  /// The measurement that is complete at `wallTime`, when `position` is reached.
  mutating func measure(
    upTo position: Int64, at wallTime: MediaTime, isOver: Bool
  ) -> Loader.Measurement? {
    guard let sampleBytes else { return nil }
    let come = position - measured.position
    let whole = come - come % sampleBytes
    guard whole > 0 || isOver && come > 0 else { return nil }
    let measurement = Loader.Measurement(
      bytes: whole > 0 ? sampleBytes : come, time: wallTime - measured.time)
    measured = (whole > 0 ? measured.position + whole : position, wallTime)
    return measurement
  }

  /// The first position from `position` on at which so many bytes have come, once or more often.
  func checkpoint(from position: Int64, every bytes: Int64) -> Int64 {
    let times = max(1, (position - start + bytes - 1) / bytes)
    return min(end, start + times * bytes)
  }

  /// Whether `wallTime`, when `position` is reached, is an instant at which it has come to be so.
  func isCheckpoint(_ position: Int64, at wallTime: MediaTime, every bytes: Int64) -> Bool {
    let last = position - (position - start) % bytes
    return last > max(start, self.position) && arrival(before: last) == wallTime
  }
}
