import Foundation
import PlayheadFiles
import PlayheadKit

/// The lines of JSON that a rule's program reads and writes.
enum RuleMessages {
  /// A question; `isAhead` if the level is not for a segment yet.
  static func decide(_ observation: Observation, isAhead: Bool = false) -> [UInt8] {
    let levels = observation.levels.indices.map { number -> JSONValue in
      let level = observation.levels[number]
      let segment = observation.segment(of: number)
      return .members([
        "bitRateBitsPerSecond": .rate(level.bitRate),
        "averageBitRateBitsPerSecond": .rate(level.averageBitRate),
        "width": .whole(level.resolution?.width),
        "height": .whole(level.resolution?.height),
        "segmentBytes": .whole(segment?.resource.bytes),
        "segmentSeconds": .seconds(segment?.duration),
      ])
    }
    return line([
      "type": .string("decide"),
      "isAhead": .bool(isAhead),
      "lane": .string(observation.lane.kind.rawValue),
      "wallSeconds": .seconds(observation.wallTime),
      "positionSeconds": .seconds(observation.position),
      "playheadSeconds": .seconds(observation.playhead),
      "durationSeconds": .seconds(observation.duration),
      "bufferSeconds": .seconds(observation.bufferLevel),
      "otherBufferSeconds": .seconds(observation.otherBufferLevel),
      "bufferGoalSeconds": .seconds(observation.bufferGoal),
      "lastLevel": .whole(observation.lastLevel),
      "segmentsSinceJump": .whole(observation.segmentsSinceJump),
      "rate": .rate(observation.rate),
      "isPlaying": .bool(observation.isPlaying),
      "hasStarted": .bool(observation.hasStarted),
      "levels": .array(levels),
    ])
  }

  static func downloaded(_ download: Download) -> [UInt8] {
    line([
      "type": .string("downloaded"),
      "content": .string(download.content.rawValue),
      "lane": .string(download.lane.rawValue),
      "level": .whole(download.level),
      "segment": .whole(download.segment),
      "bytes": .integer(download.bytes),
      "mediaSeconds": .seconds(download.mediaDuration),
      "sentSeconds": .seconds(download.sent),
      "firstByteSeconds": .seconds(download.firstByte),
      "endSeconds": .seconds(download.end),
      "isAbandoned": .bool(download.isAbandoned),
    ])
  }

  static func jumped(_ observation: Observation) -> [UInt8] {
    line([
      "type": .string("jumped"),
      "lane": .string(observation.lane.kind.rawValue),
      "wallSeconds": .seconds(observation.wallTime),
      "positionSeconds": .seconds(observation.position),
    ])
  }

  /// The decision that a line of the program holds.
  static func decision(_ line: [UInt8], levels: Int) throws(ValidationError) -> Decision {
    let answer: Answer
    do {
      answer = try JSONDecoder().decode(Answer.self, from: Data(line))
    } catch {
      throw .player(
        "expected a line such as {\"level\": 1}, found “\(excerpt(line))”")
    }
    guard (0..<levels).contains(answer.level) else {
      throw .player("level \(answer.level) does not exist; the ladder has 0 to \(levels - 1)")
    }
    let delay = answer.delaySeconds ?? 0
    guard delay.isFinite, (0...86_400).contains(delay) else {
      throw .player("delaySeconds is \(delay); expected 0 to 86400")
    }
    return Decision(
      level: answer.level, reason: answer.reason ?? "chosen by the program",
      estimate: answer.estimateBitsPerSecond, delay: WallTime(seconds: delay))
  }

  private struct Answer: Decodable {
    var level: Int
    var delaySeconds: Double?
    var reason: String?
    var estimateBitsPerSecond: Double?
  }

  private static func excerpt(_ line: [UInt8]) -> String {
    let text = String(decoding: line.prefix(60), as: UTF8.self)
    return line.count > 60 ? text + "…" : text
  }

  private static func line(_ members: KeyValuePairs<String, JSONValue>) -> [UInt8] {
    var printer = JSONPrinter(openLevels: 0)
    printer.print(.members(members))
    return printer.bytes
  }
}
