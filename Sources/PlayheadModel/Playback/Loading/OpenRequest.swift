/// A request whose response is not complete.
struct OpenRequest: Sendable {
  /// The first requested byte.
  let start: Int64
  /// The first byte to arrive when the flow starts or resumes.
  private(set) var position: Int64
  /// The position up to which the loader has taken the bytes.
  var kept: Int64
  /// The end of its wanted bytes.
  var end: Int64
  /// The flow of its bytes; `nil` while blocked.
  private(set) var flow: Flow?
  /// The first byte not yet arrived at the latest instant, cached as it is needed often.
  private var latest: (time: MediaTime, position: Int64)?
  /// The position and time of the end of the latest throughput measurement.
  private var measured: (position: Int64, time: MediaTime)
  /// The bytes in one throughput measurement; `nil` if throughput is not measured.
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

  /// The first byte not yet arrived by `wallTime`.
  func position(at wallTime: MediaTime) -> Int64 {
    guard let flow else { return position }
    if let latest, latest.time == wallTime { return min(end, latest.position) }
    return min(end, position + flow.bytes(by: wallTime))
  }

  /// When all bytes before `position` have arrived; `nil` if never.
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

  mutating func switchLink(to link: Link) {
    flow = flow?.over(link)
  }

  // MARK: Positions to check

  /// The position that completes the next measurement.
  var nextMeasurement: Int64? { sampleBytes.map { measured.position + $0 } }

  /// The measurement completed at `wallTime`, when `position` is reached.
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

  /// The first positive multiple of `bytes` into the request at or after `position`.
  func checkpoint(from position: Int64, every bytes: Int64) -> Int64 {
    let times = max(1, (position - start + bytes - 1) / bytes)
    return min(end, start + times * bytes)
  }

  /// Whether the flow passes a multiple of `bytes` exactly at `wallTime`, when it reaches
  /// `position`.
  func isCheckpoint(_ position: Int64, at wallTime: MediaTime, every bytes: Int64) -> Bool {
    let last = position - (position - start) % bytes
    return last > max(start, self.position) && arrival(before: last) == wallTime
  }
}
