package import PlayheadLadder
import PlayheadModel

/// A live event in JSON, without loss: ``LiveEventReading`` reads it back.
package enum LiveEventJSON {
  package static func value(_ live: Scenario.Definition.Live) -> JSONValue {
    .members(["event": event(live.event), "catchUp": live.catchUp.map(catchUp) ?? .null])
  }

  package static func event(_ event: LiveEvent) -> JSONValue {
    let (addressing, period): (String, WallTime?) =
      switch event.addressing {
      case .playlists: ("playlists", nil)
      case .numbers: ("numbers", nil)
      case .timeline(let period): ("timeline", period)
      }
    var members = JSONValue.list([
      "joinSeconds": .seconds(event.join),
      "delaySeconds": .seconds(event.delay),
      "windowSeconds": .seconds(event.window),
      "addressing": .string(addressing),
      "updatePeriodSeconds": .seconds(period),
      "holdBackSeconds": event.holdBack.map { .seconds($0) } ?? .null,
      "clockOffsetSeconds": .seconds(event.clockOffset),
      "late": .array(
        event.lateness.sorted { $0.key < $1.key }.map { segment, delay in
          .members(["segment": .whole(segment), "seconds": .seconds(delay)])
        }),
      "stale": .array(
        event.staleTimes.map { time in
          .members([
            "fromSeconds": .seconds(time.lowerBound), "toSeconds": .seconds(time.upperBound),
          ])
        }),
    ])
    // Events without them have the digests that they always had.
    if let skipUntil = event.skipUntil {
      members.append(.init(key: "skipUntilSeconds", value: .seconds(skipUntil)))
    }
    if event.reportsRenditions {
      members.append(.init(key: "reportsRenditions", value: .bool(true)))
    }
    return .object(members)
  }

  private static func catchUp(_ catchUp: CatchUp) -> JSONValue {
    var members = JSONValue.list([
      "way": .string(catchUp.way.rawValue),
      "minimumRate": .rate(catchUp.minimum), "maximumRate": .rate(catchUp.maximum),
    ])
    if let target = catchUp.target {
      members.append(.init(key: "targetSeconds", value: .seconds(target)))
    }
    return .object(members)
  }
}

/// Reads what ``LiveEventJSON`` wrote.
package enum LiveEventReading {
  /// The event of a run; `nil` on demand.
  package static func value(_ run: JSONReader) throws(JSONError) -> Scenario.Definition.Live? {
    guard run.has("live") else { return nil }
    return try run.optional("live") { live throws(JSONError) in
      Scenario.Definition.Live(
        event: try event(try live.member("event")),
        catchUp: try live.optional("catchUp", catchUp))
    }
  }

  private static func event(_ reader: JSONReader) throws(JSONError) -> LiveEvent {
    var event = LiveEvent(join: try reader.member("joinSeconds").seconds())
    event.delay = try reader.member("delaySeconds").seconds()
    event.window = try reader.member("windowSeconds").seconds()
    event.addressing =
      switch try reader.member("addressing").choice(of: ["playlists", "numbers", "timeline"]) {
      case 0: .playlists
      case 1: .numbers
      default: .timeline(updatePeriod: try reader.member("updatePeriodSeconds").seconds())
      }
    event.holdBack = try reader.optional("holdBackSeconds") { value throws(JSONError) in
      try value.seconds()
    }
    event.clockOffset = try reader.member("clockOffsetSeconds").signedSeconds()
    if reader.has("skipUntilSeconds") {
      event.skipUntil = try reader.member("skipUntilSeconds").seconds()
    }
    if reader.has("reportsRenditions") {
      event.reportsRenditions = try reader.member("reportsRenditions").bool()
    }
    let late = try reader.member("late").list { late throws(JSONError) in
      (
        Int(try late.member("segment").whole(in: 0...Int64(Int32.max))),
        try late.member("seconds").seconds() as WallTime
      )
    }
    event.lateness = Dictionary(late) { _, last in last }
    event.staleTimes = try reader.member("stale").list { stale throws(JSONError) in
      let start: WallTime = try stale.member("fromSeconds").seconds()
      let end: WallTime = try stale.member("toSeconds").seconds()
      guard start <= end else { throw stale.refusal("it ends before it begins") }
      return start..<end
    }
    return event
  }

  private static func catchUp(_ reader: JSONReader) throws(JSONError) -> CatchUp {
    var catchUp = CatchUp(
      try reader.member("way").choice(of: CatchUp.Way.self),
      from: try ScenarioReading.rate(reader, "minimumRate"),
      to: try ScenarioReading.rate(reader, "maximumRate"))
    if reader.has("targetSeconds") {
      catchUp.target = try reader.member("targetSeconds").seconds()
    }
    return catchUp
  }
}
