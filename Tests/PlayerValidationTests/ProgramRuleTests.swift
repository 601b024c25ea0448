import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayerValidation

@Suite("A rule that asks a program")
struct ProgramRuleTests {
  private static let lane = LadderLane(
    .muxed,
    levels: (0..<3).map { number in
      Level(
        name: "\(number)", bitRate: BitRate(bitsPerSecond: 1000),
        segments: [
          LadderSegment(
            LadderResource("0", bytes: 1), declared: TimeRange(start: .zero, end: .seconds(1)))
        ])
    })

  /// The levels of three decisions, the second of a copy; and why there are none.
  private static func levels(_ answer: String) throws -> (levels: [Int], problem: String?) {
    let folder = NSTemporaryDirectory() + "playhead-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/rule"
    try "#!/bin/sh\nn=0\nwhile read -r line; do \(answer); n=$((n + 1)); done\n"
      .write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    var rule = try ProgramRule(RuleCommand(parsing: path)) { false }
    let observation = Observation(of: lane)
    var levels = [rule.decide(observation).level]
    var copy = rule
    levels += [copy.decide(observation).level, rule.decide(observation).level]
    return (levels, rule.problem)
  }

  @Test("has a copy that decides as if it alone were asked, whatever the reasons and estimates")
  func copies() throws {
    // The number of its process is another one when it is started again.
    let (levels, problem) = try Self.levels(
      #"echo "{\"level\": $n, \"reason\": \"as $$\", \"estimateBitsPerSecond\": $$}""#)
    expect(levels == [0, 1, 1] && problem == nil, "\(problem ?? "")")
  }

  @Test("fails where the program decides otherwise when it is asked again")
  func whims() throws {
    let (_, problem) = try Self.levels(#"echo "{\"level\": 0, \"delaySeconds\": $(($$ % 80000))}""#)
    expect(problem?.hasSuffix("decides otherwise when it is asked again"), equals: true)
  }
}
