package import PlayheadKit

/// A prediction held against runs of a real player.
package struct PlayerComparison: Hashable, Sendable {
  package var predicted: PlaybackOutline
  /// At least one.
  package var runs: [PlaybackOutline]
  /// The levels of segments, of a ladder.
  package var levels: LevelComparison?
  /// What was seen at the edge, of a live event.
  package var live: LiveComparison?

  package init(predicted: PlaybackOutline, runs: [PlaybackOutline]) {
    precondition(!runs.isEmpty, "nothing to compare with")
    self.predicted = predicted
    self.runs = runs
  }

  /// Whether the startup agrees; with several runs, with one of them or what lies between them.
  package var startupAgrees: Bool {
    AgreementTolerance.startup.accepts(predicted.startup, for: runs.map(\.startup))
  }

  /// Whether there are as many stalls.
  package var stallCountAgrees: Bool {
    let counts = runs.map(\.stalls.count)
    return (counts.min() ?? 0)...(counts.max() ?? 0) ~= predicted.stalls.count
  }

  /// Whether stalls take as long.
  package var stalledAgrees: Bool {
    AgreementTolerance.stalled.accepts(predicted.stalled, for: runs.map(\.stalled))
  }

  /// Whether segments have their levels, of a ladder.
  package var levelsAgree: Bool { levels?.agrees ?? true }

  /// Whether the mean latency agrees, of a live event.
  package var latencyAgrees: Bool { live?.agrees ?? true }

  /// Whether both or neither end with an error.
  package var endAgrees: Bool { runs.contains { $0.end.isError == predicted.end.isError } }

  package var agrees: Bool {
    startupAgrees && stallCountAgrees && stalledAgrees && levelsAgree && endAgrees && latencyAgrees
  }

  /// What a player does, in which a prediction can first go wrong.
  package enum Mechanism: String, CaseIterable, Hashable, Sendable {
    case requests
    case startup
    case stall
    case resume
    case end
  }

  /// The first thing in which the prediction and a run part.
  package struct Difference: Hashable, Sendable {
    package var mechanism: Mechanism
    /// The earlier of both times.
    package var time: WallTime
    /// Which stall or request, from 1.
    package var number: Int?
    /// The time at which it happened; `nil` if it did not.
    package var predicted: WallTime?
    package var real: WallTime?
    /// The offsets, for requests.
    package var predictedOffset: Int64?
    package var realOffset: Int64?
    /// What they asked for, of a ladder.
    package var predictedName: String?
    package var realName: String?
  }

  /// The first thing in which the prediction and the first run part; `nil` if nothing is.
  package var firstDifference: Difference? {
    let run = runs[0]
    let end =
      predicted.end == run.end
      ? nil : Difference(mechanism: .end, time: min(predicted.elapsed, run.elapsed))
    let others = [
      requestDifference(run), Self.difference(.startup, predicted.startup, run.startup), end,
    ]
    return (others.compactMap(\.self) + stallDifferences(run)).min { $0.time < $1.time }
  }

  private static func difference(
    _ mechanism: Mechanism, _ predicted: WallTime?, _ real: WallTime?, number: Int? = nil
  ) -> Difference? {
    guard !AgreementTolerance.startup.accepts(predicted, for: [real]) else { return nil }
    let time = [predicted, real].compactMap(\.self).min()
    return time.map {
      Difference(
        mechanism: mechanism, time: $0, number: number, predicted: predicted, real: real)
    }
  }

  /// The first request that is for other bytes, or that only one of them sends.
  private func requestDifference(_ run: PlaybackOutline) -> Difference? {
    for index in 0..<max(predicted.requests.count, run.requests.count) {
      let first = index < predicted.requests.count ? predicted.requests[index] : nil
      let second = index < run.requests.count ? run.requests[index] : nil
      guard first?.name != second?.name || first?.offset != second?.offset,
        let time = [first?.asked, second?.asked].compactMap(\.self).min()
      else { continue }
      return Difference(
        mechanism: .requests, time: time, number: index + 1, predicted: first?.asked,
        real: second?.asked, predictedOffset: first?.offset, realOffset: second?.offset,
        predictedName: first?.name, realName: second?.name)
    }
    return nil
  }

  private func stallDifferences(_ run: PlaybackOutline) -> [Difference] {
    (0..<max(predicted.stalls.count, run.stalls.count)).flatMap { index -> [Difference] in
      let first = index < predicted.stalls.count ? predicted.stalls[index] : nil
      let second = index < run.stalls.count ? run.stalls[index] : nil
      let start = Self.difference(.stall, first?.start, second?.start, number: index + 1)
      let end = Self.difference(
        .resume, first.flatMap(\.end), second.flatMap(\.end), number: index + 1)
      return [start, end].compactMap(\.self)
    }
  }
}

extension PlayerRecording.Stall {
  /// When playback resumed.
  var end: WallTime? { duration.map { start + $0 } }
}
