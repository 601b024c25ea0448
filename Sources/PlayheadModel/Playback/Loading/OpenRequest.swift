/// A request whose response is not complete.
struct OpenRequest: Sendable {
  /// One object for all that seldom changes, as requests are copied often.
  private var details: Details
  /// The first byte to arrive when the flow starts or resumes.
  private(set) var position: ReadPosition
  /// The position up to which the loader has taken the bytes.
  var kept: ReadPosition
  /// The end of its wanted bytes.
  var end: ReadPosition
  /// The read positions of the bytes that are still to be read of what it brings, of a player that
  /// keeps no others.
  var reads = ReadRange(.zero, .zero)
  /// The earliest byte of it that can be gone back to.
  var earliest: ReadPosition
  private var flowing: Flowing?
  /// The first byte not yet arrived at the latest instant, cached as it is needed often.
  private var latest: (time: WallTime, position: ReadPosition)?

  /// The flow of its bytes in an object of its own, for the same reason.
  private final class Flowing: Sendable {
    let flow: Flow

    init(_ flow: Flow) {
      self.flow = flow
    }

    // Whoever asks the flow itself copies it.
    func bytes(by wallTime: WallTime) -> Int64 { flow.bytes(by: wallTime) }

    func arrival(of bytes: Int64) -> WallTime? { flow.arrival(of: bytes) }

    /// The same moved on to `wallTime`.
    func advanced(to wallTime: WallTime) -> Flowing {
      flow.advanced(to: wallTime).map(Flowing.init) ?? self
    }
  }

  /// What seldom changes of a request.
  private final class Details: Sendable {
    let number: Int
    let start: ReadPosition
    let due: WallTime
    let firstArrival: WallTime?
    let measuring: Measuring?

    init(
      _ number: Int, start: ReadPosition, due: WallTime, firstArrival: WallTime?,
      measuring: Measuring?
    ) {
      self.number = number
      self.start = start
      self.due = due
      self.firstArrival = firstArrival
      self.measuring = measuring
    }

    func with(firstArrival: WallTime?, measuring: Measuring?) -> Details {
      Details(
        number, start: start, due: due, firstArrival: firstArrival, measuring: measuring)
    }
  }

  /// How throughput is measured.
  private struct Measuring: Sendable {
    /// The bytes in one measurement.
    let sampleBytes: Int64
    /// The position and time of the end of the latest measurement.
    var position: ReadPosition
    var time: WallTime
  }

  init(
    _ number: Int, _ range: ReadRange, by flow: Flow, sampleBytes: Int64?
  ) {
    details = Details(
      number, start: range.lowerBound, due: flow.since, firstArrival: flow.arrival(of: 1),
      measuring: sampleBytes.map {
        Measuring(sampleBytes: $0, position: range.lowerBound, time: flow.since)
      })
    position = range.lowerBound
    kept = range.lowerBound
    earliest = range.lowerBound
    end = range.upperBound
    flowing = Flowing(flow)
  }

  /// Its number, from 1.
  var number: Int { details.number }
  /// The first requested byte.
  var start: ReadPosition { details.start }
  /// The earliest arrival of the first byte, also if the sender was blocked before.
  var due: WallTime { details.due }
  /// When the first byte arrives after the flow started or resumed; `nil` if never.
  var firstArrival: WallTime? { details.firstArrival }

  /// The flow of its bytes; `nil` while blocked.
  var flow: Flow? { flowing?.flow }

  var isFlowing: Bool { flowing != nil }

  /// The earliest arrival of the first byte of its flow; `nil` while blocked.
  var flowStart: WallTime? { flowing?.flow.since }

  /// The first byte not yet arrived by `wallTime`.
  func position(at wallTime: WallTime) -> ReadPosition {
    guard let flowing else { return position }
    if let latest, latest.time == wallTime { return min(end, latest.position) }
    return position + min(end - position, flowing.bytes(by: wallTime))
  }

  /// The same while its sender is not blocked; `nil` while it is.
  func flowPosition(at wallTime: WallTime) -> ReadPosition? {
    flowing == nil ? nil : position(at: wallTime)
  }

  /// Whether bytes of it are still to be taken.
  var bringsMore: Bool { kept < end }

  /// When all bytes before `position` have arrived; `nil` if never.
  func arrival(before position: ReadPosition) -> WallTime? {
    flowing?.arrival(of: max(0, position - self.position))
  }

  /// Whether the link carries bytes of it from `wallTime` on.
  func isArriving(at wallTime: WallTime) -> Bool {
    guard let flowing else { return false }
    return flowing.flow.since <= wallTime && position(at: wallTime) < end
  }

  /// From `wallTime` on it is one of `flows` that share the link.
  mutating func share(_ flows: Int, from wallTime: WallTime) {
    if let flow = flowing?.flow.shared(flows, from: wallTime) { flowing = Flowing(flow) }
    expectFirstByte(after: wallTime)
  }

  mutating func advance(to wallTime: WallTime) {
    guard let advanced = flowing?.advanced(to: wallTime) else {
      latest = nil
      return
    }
    flowing = advanced
    latest = (wallTime, position + advanced.bytes(by: wallTime))
  }

  mutating func stop(at position: ReadPosition) {
    flowing = nil
    latest = nil
    self.position = position
  }

  mutating func resume(by flow: Flow) {
    flowing = Flowing(flow)
    latest = nil
    var measuring = details.measuring
    measuring?.position = position
    measuring?.time = flow.since
    details = details.with(firstArrival: flow.arrival(of: 1), measuring: measuring)
  }

  /// Flows over `link`, which is the same up to `wallTime`.
  mutating func switchLink(to link: NetworkLink, at wallTime: WallTime) {
    flowing = flowing.map { Flowing($0.flow.over(link)) }
    expectFirstByte(after: wallTime)
  }

  /// Looks up when the first byte arrives, if it has not by `wallTime`.
  private mutating func expectFirstByte(after wallTime: WallTime) {
    guard let flowing, flowing.bytes(by: wallTime) == 0 else { return }
    details = details.with(firstArrival: flowing.arrival(of: 1), measuring: details.measuring)
  }

  // MARK: Positions to check

  /// The position that completes the next measurement.
  var nextMeasurement: ReadPosition? {
    details.measuring.map { $0.position + $0.sampleBytes }
  }

  /// The measurement completed at `wallTime`, when `position` is reached.
  mutating func measure(
    upTo position: ReadPosition, at wallTime: WallTime, isOver: Bool
  ) -> Loader.ThroughputSample? {
    guard var measuring = details.measuring else { return nil }
    let sampleBytes = measuring.sampleBytes
    let come = position - measuring.position
    let whole = come - come % sampleBytes
    guard whole > 0 || isOver && come > 0 else { return nil }
    let measurement = Loader.ThroughputSample(
      bytes: whole > 0 ? sampleBytes : come, time: wallTime - measuring.time)
    measuring.position = whole > 0 ? measuring.position + whole : position
    measuring.time = wallTime
    details = details.with(firstArrival: details.firstArrival, measuring: measuring)
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
