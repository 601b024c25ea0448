import PlayheadModel

/// A player that catches up, between two looks at its latency.
///
/// Its figures are floating point where the player's are; rates are rounded to thousandths.
struct CatchUpState: Sendable {
  let catchUp: CatchUp
  /// When it looks next; `nil` while it does not play.
  var due: WallTime?
  private var stallCount = 0
  /// Of Media3: the target, and the smoothed least latency possible with its deviation, in seconds.
  private var target: Double?
  private var (possible, deviation): (Double?, Double) = (nil, 0)
  private var speed = 1.0

  /// `lowLatencyStallThreshold` (`src/core/Settings.js` of dash.js).
  private static let emptyLevel = MediaTime.milliseconds(300)

  /// What is left of the smoothed values after a second in which they are smoothed every 10 ms by
  /// 0.999.
  private static let memory = Elementary.power(0.999, 100)

  /// What it looks at.
  struct Situation {
    /// The latency as the player reckons it.
    var latency: MediaTime
    /// The distance from the edge at which it joined.
    var target: MediaTime
    /// By how much the latest playlist is older than it should be (`staleness`).
    var stale: MediaTime
    /// `EXT-X-TARGETDURATION`.
    var targetDuration: MediaTime
    var bufferLevel: MediaTime
    var rate: PlaybackRate
  }

  /// What it does.
  enum Outcome: Hashable {
    case rate(PlaybackRate)
    /// It jumps to where it would join.
    case jump
  }

  init(_ catchUp: CatchUp) { self.catchUp = catchUp }

  /// By how much a playlist of `age` is older than three parts, or three target durations if there
  /// are no parts: `edgeStalled` of `LatencyController` in hls.js 1.6.15.
  static func staleness(of age: MediaTime, targetDuration: MediaTime, partTarget: MediaTime?)
    -> MediaTime
  {
    max(.zero, age - (partTarget ?? targetDuration) * 3)
  }

  /// Playback has stalled.
  mutating func stalled() {
    due = nil
    stallCount += 1
    if let target { self.target = target + 0.5 }
  }

  /// What it does in `situation`.
  mutating func outcome(in situation: Situation) -> Outcome {
    switch catchUp.way {
    case .hlsJS: .rate(hlsJSRate(situation))
    case .dashJS: dashJSOutcome(situation)
    case .shaka: .rate(shakaRate(situation))
    case .media3: .rate(media3Rate(situation))
    }
  }

  private func hlsJSRate(_ situation: Situation) -> PlaybackRate {
    let increase = min(Double(stallCount), situation.targetDuration.seconds)
    let target = situation.target.seconds + increase
    let distance = situation.latency.seconds - target
    let isNear = distance < target + situation.targetDuration.seconds
    guard isNear, distance > 0.05, situation.bufferLevel > .seconds(1) else { return .normal }
    let logistic = 2 / (1 + Elementary.exponential(-0.75 * distance - situation.stale.seconds))
    return rate((logistic * 20 + 0.5).rounded(.down) / 20)
  }

  private func dashJSOutcome(_ situation: Situation) -> Outcome {
    let latency = (situation.latency.seconds * 1000).rounded() / 1000
    let distance = latency - situation.target.seconds
    if distance > 12 { return .jump }
    // `playbackStalled` is set as long as the buffer counts as empty.
    guard situation.bufferLevel > Self.emptyLevel else { return .rate(.normal) }
    let bound = distance < 0 ? catchUp.minimum : catchUp.maximum
    let range = Double(abs(bound.thousandths - 1000)) / 1000
    let speed = 1 - range + 2 * range / (1 + Elementary.exponential(-5 * distance))
    let least = 0.02 / (0.5 / (Double(catchUp.maximum.thousandths - 1000) / 1000))
    let current = Double(situation.rate.thousandths) / 1000
    return .rate(abs(current - speed) >= least || speed == 1 ? rate(speed) : situation.rate)
  }

  /// `liveSync.targetLatency`, without one of the manifest's, and its tolerance are half a second
  /// each, behind where the player joins.
  private func shakaRate(_ situation: Situation) -> PlaybackRate {
    let tolerance = MediaTime.milliseconds(500)
    let target = catchUp.target ?? tolerance
    let distance = situation.latency - situation.target
    if distance > target + tolerance { return catchUp.maximum }
    return distance < max(.zero, target - tolerance) ? catchUp.minimum : .normal
  }

  private mutating func media3Rate(_ situation: Situation) -> PlaybackRate {
    let offset = situation.latency.seconds
    let ideal = situation.target.seconds
    let least = offset - situation.bufferLevel.seconds
    if let known = possible {
      let smoothed = max(least, Self.memory * known + (1 - Self.memory) * least)
      deviation = Self.memory * deviation + (1 - Self.memory) * abs(least - smoothed)
      possible = smoothed
    } else {
      possible = least
    }
    let safe = (possible ?? least) + 3 * deviation
    var current = target ?? ideal
    let maximum = Double(catchUp.maximum.thousandths) / 1000
    if current > safe {
      let decrement = (speed - 1) + (maximum - 1)
      current = max(safe, ideal, current - decrement)
    } else {
      let whileSlowing = offset - max(0, speed - 1) / 0.1
      current = min(max(whileSlowing, current), safe)
    }
    target = current
    let error = offset - current
    speed = abs(error) < 0.02 ? 1 : 1 + 0.1 * error
    let result = rate(speed)
    speed = Double(result.thousandths) / 1000
    return result
  }

  /// The rate nearest to `speed` within the player's.
  private func rate(_ speed: Double) -> PlaybackRate {
    let thousandths = Int64((speed * 1000).rounded())
    let bounded = min(max(thousandths, catchUp.minimum.thousandths), catchUp.maximum.thousandths)
    return PlaybackRate(thousandths: bounded) ?? .normal
  }
}
