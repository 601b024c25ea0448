import PlayheadModel

/// All that a session depends on, so that it can be played again with something put right.
protocol Replayable {
  /// What can be put right.
  associatedtype Change: DeliveryChange
  /// A session that runs.
  associatedtype Replay: SessionReplay

  var link: NetworkLink { get }
  var transport: Transport { get }
  var options: SessionOptions { get set }
  /// The wall time at which the session is given up.
  var limit: WallTime { get }
  /// Whether the playhead never jumps.
  var playsStraight: Bool { get }
  /// The session from its start, of which only the waits count.
  var replay: Replay { get }

  /// The same with `change`; `nil` where it changes nothing or is not possible.
  func changed(by change: Change) -> Self?
  /// How many access units are packed again for `change`.
  func unitsRepacked(by change: Change) -> Int
  /// The session that goes on from `fork`, an instant of the session without `change`; `nil` if it
  /// differs before that.
  func continuation(of fork: Replay, with change: Change) -> Replay?
}

extension Replayable {
  /// Nothing is packed again.
  func unitsRepacked(by change: Change) -> Int { 0 }
  /// Every session is played from its start.
  func continuation(of fork: Replay, with change: Change) -> Replay? { nil }
}

/// A session that runs to find out how it waits.
protocol SessionReplay {
  /// The player's current state.
  var playback: PlaybackModel { get }
  /// The waits up to now, if events are recorded.
  var waits: PlayedWaits { get }
  /// Advances to the next instant at which something may happen; `false` once the session has
  /// ended.
  mutating func step() -> Bool
  /// Advances to `wallTime`, or to its end.
  mutating func run(until wallTime: WallTime)
}

/// What can be put right of how media is delivered.
protocol DeliveryChange: Hashable {
  /// Connections are set up, and at the link's rate, at once.
  static var noSlowStart: Self { get }
  /// The link has this latency throughout.
  static func latency(_ latency: WallTime) -> Self
  /// The link has at least this rate from one wall time to another.
  static func dipFilled(from start: WallTime, to end: WallTime, rate: BitRate) -> Self
  /// All rates of the link are multiplied by the factor that makes this its mean rate.
  static func meanLinkRate(_ rate: BitRate) -> Self
}
