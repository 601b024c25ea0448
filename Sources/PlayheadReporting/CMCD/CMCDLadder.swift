import PlayheadLadder
import PlayheadModel

/// A ladder, with the declared bit rates of its levels.
///
/// An HLS variant declares the rate of its video with its audio, so where audio is apart these are
/// the keys for aggregates.
struct CMCDLadder: CMCDSubject {
  let objectType: String
  let format: String
  private let lanes: [Lane]
  private let isAggregate: Bool
  private let bufferGoal: MediaTime
  private let isLive: Bool
  /// How far the viewer is behind a live event; `nil` on demand.
  private let latency: LiveLatency?

  /// A lane whose rates are told.
  private struct Lane {
    let type: String
    /// The bit rates of the levels, in kbit/s.
    let rates: [Int64]
    /// The level of each segment that was asked for, in order.
    let asked: [(wallTime: WallTime, level: Int)]
    let course: LevelCourse
  }

  init(_ report: AdaptationReport) {
    let ladder = report.ladder
    let types = ladder.lanes.map(\.kind.objectType)
    let isApart = ladder.lanes.count > 1
    objectType = isApart ? "av" : types[0]
    isAggregate = isApart && ladder.format == .hls
    format =
      switch ladder.format {
      case .hls: "h"
      case .dash: "d"
      case .files, .sizes: "o"
      }
    bufferGoal = report.subject.scenario.player.loading.goal.level
    (isLive, latency) = (report.played.live != nil, report.latency)
    let isAggregate = isAggregate
    lanes = ladder.lanes.indices.prefix(isAggregate ? 1 : ladder.lanes.count).map { number in
      Lane(
        type: isAggregate ? "av" : types[number],
        rates: ladder.lanes[number].levels.map { $0.bitRate.bitsPerSecond.divided(by: 1000) },
        asked: report.played.requests.filter {
          $0.subject.lane == number && $0.subject.content == .segment
        }.map { ($0.request.sent, $0.subject.level) },
        course: LevelCourse(report.played, lane: number, duration: ladder.duration))
    }
  }

  func fields(at tick: Tick) -> [String: StructuredField] {
    var fields = [
      "tbl": StructuredField.list([(bufferGoal.milliseconds(toNearest: 100), objectType)])
    ]
    if isLive {
      fields["st"] = .token("l")
      fields["ltc"] = latency?.latency(at: tick.wallTime)
        .map { .integer(max(0, $0.milliseconds(toNearest: 1))) }
    }
    if tick.showsMedia {
      fields["pb"] = list { $0.course.level(at: tick.mediaTime, by: tick.wallTime) }
    }
    fields[isAggregate ? "ab" : "br"] = list { lane in
      let following = lane.asked.partitionPoint { $0.wallTime > tick.wallTime }
      return following > 0 ? lane.asked[following - 1].level : nil
    }
    fields[isAggregate ? "tab" : "tb"] = list { $0.rates.indices.last }
    fields[isAggregate ? "lab" : "lb"] = list { $0.rates.indices.first }
    return fields
  }

  /// The rates of a level of each lane that has one; `nil` if none has.
  private func list(_ level: (Lane) -> Int?) -> StructuredField? {
    let rates = lanes.compactMap { lane -> (Int64, String?)? in
      guard let level = level(lane), lane.rates[level] > 0 else { return nil }
      return (lane.rates[level], lane.type)
    }
    return rates.isEmpty ? nil : .list(rates)
  }
}

extension LadderLane.Kind {
  /// What CMCD calls it.
  fileprivate var objectType: String {
    switch self {
    case .muxed: "av"
    case .video: "v"
    case .audio: "a"
    }
  }
}

extension Tick {
  /// Whether a picture of the place where the playhead is has been shown.
  fileprivate var showsMedia: Bool {
    switch phase {
    case .waiting(.startup), .waiting(.seek): false
    case .waiting(.stall), .waiting(.loop), .playing, .paused, .ended: true
    }
  }
}
