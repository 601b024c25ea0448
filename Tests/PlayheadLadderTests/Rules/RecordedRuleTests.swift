import Expectations
import Foundation
import PlayheadModel
import Testing

@testable import PlayheadLadder

/// What functions of players gave for made-up observations, in `Fixtures/rules`.
@Suite("Rules beside what players' own functions gave")
struct RecordedRuleTests {
  /// The lines of a file with facts.
  private func lines(of name: String) throws -> [Substring] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appendingPathComponent("Fixtures/rules/\(name)")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
  }

  /// The rows of a table of whole numbers below its heading; what is no number is -1.
  private func rows(of name: String) throws -> [[Int64]] {
    try lines(of: name).dropFirst().map { $0.split(separator: ",").map { Int64($0) ?? -1 } }
  }

  private func rate(_ thousandths: Int64) throws -> PlaybackRate {
    try #require(PlaybackRate(thousandths: thousandths))
  }

  @Test("hls.js catches up at the rates of its latency controller")
  func hlsJSRates() throws {
    let rows = try rows(of: "hls.js-1.6.15-rates.csv")
    expect(rows.count, equals: 160)
    var differences: [String] = []
    for row in rows {
      let (playhead, edge, age, target, part) = (row[0], row[1], row[2], row[3], row[4])
      let (holdBack, stalls, buffer) = (row[5], row[6], row[7])
      var state = CatchUpState(CatchUp(.hlsJS, from: .normal, to: try rate(row[8])))
      for _ in 0..<stalls { state.stalled() }
      let outcome = state.outcome(
        in: .init(
          latency: .milliseconds(edge + age - playhead),
          target: .milliseconds(holdBack > 0 ? holdBack : 3 * target),
          stale: CatchUpState.staleness(
            of: .milliseconds(age), targetDuration: .milliseconds(target),
            partTarget: part > 0 ? .milliseconds(part) : nil),
          targetDuration: .milliseconds(target), bufferLevel: .milliseconds(buffer),
          rate: .normal))
      // The player goes up to twice the rate.
      if outcome != .rate(try rate(min(2000, row[9]))) { differences.append("\(row): \(outcome)") }
    }
    expect(differences, equals: [])
  }

  @Test("dash.js catches up at the rates of its catch-up controller, and jumps beyond its drift")
  func dashJSRates() throws {
    let rows = try rows(of: "dash.js-5.1.1-rates.csv")
    expect(rows.count == 160 && rows.contains { $0[5] == -1 })
    var differences: [String] = []
    for row in rows {
      var state = CatchUpState(
        CatchUp(.dashJS, from: try rate(1000 - row[3]), to: try rate(1000 + row[3])))
      let outcome = state.outcome(
        in: .init(
          latency: .milliseconds(row[0]), target: .milliseconds(row[1]), stale: .zero,
          targetDuration: .seconds(2), bufferLevel: .milliseconds(row[2]), rate: try rate(row[4])))
      let wanted: CatchUpState.Outcome = row[5] < 0 ? .jump : .rate(try rate(row[5]))
      if outcome != wanted { differences.append("\(row): \(outcome)") }
    }
    expect(differences, equals: [])
  }

  @Test("dash.js avoids levels by the history of its decisions")
  func dashJSHistory() throws {
    let lines = try lines(of: "dash.js-5.1.1-switch-history.txt")
    expect(lines.count, equals: 60)
    var differences: [String] = []
    for line in lines {
      let words = line.split(separator: " ")
      let levelCount = try #require(Int(words[0]))
      var current = try #require(Int(words[1]))
      var history = DashJSSwitchHistory()
      // Each word is the level that was decided on, and that which the rule asks for then.
      for (number, word) in words.dropFirst(2).enumerated() {
        let parts = word.split(separator: ":").compactMap { Int($0) }
        history.add(from: current, to: parts[0])
        current = parts[0]
        let limit = history.limit(levelCount: levelCount)
        if limit != (parts.count > 1 ? parts[1] : nil) {
          differences.append("\(line), decision \(number): \(limit.map(String.init) ?? "none")")
        }
      }
    }
    expect(differences, equals: [])
  }
}
