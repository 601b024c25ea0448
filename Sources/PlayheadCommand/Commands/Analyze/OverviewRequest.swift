import PlayheadKit

extension SessionOptions {
  /// Has a session of this length record as many rows as a small picture shows.
  mutating func drawing(_ elapsed: WallTime) {
    tickInterval = max(.milliseconds(100), WallTime(nanoseconds: elapsed.nanoseconds / 300))
    recordsEvents = true
  }
}

/// What is asked of an overview, of a file or of a ladder.
struct OverviewRequest {
  let latency: WallTime?
  let startupLimit: WallTime
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(Failure) {
    self.arguments = arguments
    latency = try arguments.duration(.latency, unit: .required)
    startupLimit = try arguments.duration(.startupLimit) ?? MinimumRate.defaultStartupLimit
  }

  /// Refuses a startup limit that the limit of a session would end first, so that it would be what
  /// decides.
  func check(against limit: WallTime?) throws(Failure) {
    guard let limit, startupLimit > limit, let text = arguments.value(.startupLimit) else { return }
    throw Failure(
      badValue: text, of: .startupLimit,
      why: "a session ends at its limit of \(limit.secondsText) s",
      hint: "write a longer \(Option.limit.spelling) too")
  }

  /// Plays `trial` over one network after the other; progress is shown.
  func overview<Trial: TrialSession & ~Copyable>(
    damage: MediaDamage, _ context: Context, of trial: (NetworkLink) throws(Failure) -> Trial
  ) throws(Failure) -> Overview {
    var progress = context.progressLine("Playing", counting: .cases, arguments: arguments)
    defer { progress.erase() }
    var sessions: Int64 = 0
    return try Overview(latency: latency, startupLimit: startupLimit, damage: damage) {
      (link) throws(Failure) in
      sessions += 1
      progress.update(completed: sessions, total: Int64(Overview.maximumSessions), at: .now)
      return try trial(link)
    } check: { () throws(Failure) in
      try context.checkInterruption()
    }
  }
}
