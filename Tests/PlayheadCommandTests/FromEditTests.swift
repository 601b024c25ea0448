import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

/// A report that was edited, or whose media was, is refused in one line unless somebody says that
/// the edit is meant.
@Suite("An edited report")
struct FromEditTests {
  private static let clip = Project.clip("video-only.mp4")

  /// A report that has every kind of value.
  private static func report(_ options: String) throws -> String {
    let run = try ProgramRun("analyze \(options) --tick 9s --format json")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    return run.output
  }

  private static let sessions = [
    "\(clip) -n 800k --decode all",
    "\(Project.clip("basic.mkv")) -n 4s@900k,2s@0 --offset 1s --scale 50% --latency 20ms "
      + "--jitter 5ms --loss 0.5 --tcp slow-start --do '1s seek 2' --do '2s rate 1.5' --loop 2 "
      + "--tracks 1,0 --limit 50s --decode none --max-buffer 4s --expensive-buffer 3s",
    "\(clip) -n \(Project.trace("steps.json")) --network-format sabre --decode keyframes "
      + "--player \(Project.player("cautious.yaml")) --hold",
  ]

  /// A value of a report: where it is in its text, and the keys before it.
  private struct Leaf {
    var range: Range<Int>
    var path: String
  }

  /// All values but the results.
  private static func leaves(_ report: [UInt8]) -> [Leaf] {
    var leaves: [Leaf] = []
    var keys: [String] = []
    var key = ""
    var index = 0
    while index < report.count {
      switch report[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        keys.append(key)
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        key = keys.removeLast()
        index += 1
      case UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\n"):
        index += 1
      case UInt8(ascii: "\""):
        let start = index
        index += 1
        while report[index] != UInt8(ascii: "\"") {
          index += report[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index += 1
        if report[index] == UInt8(ascii: ":") {
          key = String(decoding: report[start + 1..<index - 1], as: UTF8.self)
          if keys.count == 1, key == "summary" { return leaves }
        } else {
          leaves.append(Leaf(range: start..<index, path: (keys + [key]).joined(separator: ".")))
        }
      default:
        let start = index
        while !",]} \n".utf8.contains(report[index]) { index += 1 }
        leaves.append(Leaf(range: start..<index, path: (keys + [key]).joined(separator: ".")))
      }
    }
    return leaves
  }

  /// Another value of the same kind; for null, a number.
  private static func changed(_ value: ArraySlice<UInt8>) -> [UInt8] {
    switch String(decoding: value, as: UTF8.self) {
    case "true": return Array("false".utf8)
    case "false": return Array("true".utf8)
    case "null": return Array("1".utf8)
    case let text where text.hasPrefix("\""):
      // A digest stays one.
      if value.count == 66 {
        let last = value[value.endIndex - 2]
        return value.dropLast(2) + [last == UInt8(ascii: "0") ? UInt8(ascii: "1") : 0x30, 0x22]
      }
      return value.dropLast() + Array("x\"".utf8)
    case let text: return Array((text + "1").utf8)
    }
  }

  @Test(
    "is refused at any value but those of results, and the program's is noted", arguments: 0..<3)
  func leaves(session: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s.json"
    let text = try Self.report(Self.sessions[session])
    let report = Array(text.utf8)
    let leaves = Self.leaves(report)
    expect(leaves.count > 80)
    for leaf in leaves {
      var edited = report
      edited.replaceSubrange(leaf.range, with: Self.changed(report[leaf.range]))
      try Data(edited).write(to: URL(fileURLWithPath: path))
      let run = try ProgramRun("analyze --from \(path) --format json")
      let lines = run.diagnostics.split(separator: "\n")
      if leaf.path.contains("generator") {
        expect(run.code == .ok && run.output == text, "\(leaf.path): \(run.diagnostics)")
        expect(lines.contains { $0.contains("the session may differ") }, "\(leaf.path)")
      } else if leaf.path.hasSuffix(".holdsLast"), session == 0 {
        // To hold a constant rate changes nothing, and is repeated as it is.
        expect(run.code == .ok && run.output == String(decoding: edited, as: UTF8.self))
      } else {
        let code = run.code == .badData || run.code == .noInput
        expect(code && run.output.isEmpty, "\(leaf.path): \(run.code)")
        expect(
          lines.count { !$0.contains("decoded") }, equals: 1, "\(leaf.path): \(run.diagnostics)")
      }
    }
  }

  @Test("runs as edited if its digest is null")
  func meant() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s.json"
    let report = try Self.report("\(Self.clip) -n 4s@900k,2s@0 --decode none --limit 60s")
    let digest = try #require(report.firstMatch(of: /"scenarioSha256": "[0-9a-f]{64}"/)?.output)
    for (part, edit, option) in [
      ("\"tickSeconds\": 9", "\"tickSeconds\": 3", "--tick 3s"),
      ("\"loops\": 1", "\"loops\": 2", "--loop 2"),
      ("\"limitSeconds\": 60", "\"limitSeconds\": 5", "--limit 5s"),
      ("\"startupBufferSeconds\": 2", "\"startupBufferSeconds\": 1", "--startup-buffer 1s"),
    ] {
      expect(report.contains(part))
      let edited = report.replacingOccurrences(of: part, with: edit)
      try edited.write(toFile: path, atomically: false, encoding: .utf8)
      let refused = try ProgramRun("analyze --from \(path)")
      expect(refused.code, equals: .badData, "\(part)")
      expect(refused.diagnostics.contains("scenarioSha256: it is not the digest"), "\(part)")
      try edited.replacingOccurrences(of: digest, with: "\"scenarioSha256\": null")
        .write(toFile: path, atomically: false, encoding: .utf8)
      let run = try ProgramRun("analyze --from \(path) --format json")
      try report.write(toFile: path, atomically: false, encoding: .utf8)
      let wanted = try ProgramRun("analyze --from \(path) \(option) --format json")
      expect(run.code == .ok && run.output == wanted.output, "\(part): \(run.diagnostics)")
    }
  }

  @Test(
    "is refused where its values contradict each other, meant or not",
    arguments: [
      ("\"tcp\": \"none\"", "\"tcp\": \"slow-start\"", "network.tcp: expected “none”"),
      ("\"setUpRoundTrips\": null", "\"setUpRoundTrips\": 2", "expected “slow-start+tls”"),
      ("\"isDefaultLimit\": false", "\"isDefaultLimit\": true", "run.limitSeconds: the default"),
      ("\"tracks\": [0]", "\"tracks\": [0, 0]", "run.tracks: track 0 is listed twice"),
      (
        "\"tracks\": [0]", "\"tracks\": [7]",
        "run.tracks: by the tracks of media, what is played is 0"
      ),
      ("\"text\": \"800k\"", "\"text\": \"900k\"", "“900k” is not the network of this report"),
      ("\"text\": \"800k\"", "\"text\": \"3g\"", "“3g” is not the network of this report"),
      ("\"format\": null", "\"format\": \"csv\"", "only a file has a format"),
      ("\"rateBitsPerSecond\": [800000]", "\"rateBitsPerSecond\": [1]", "network.given"),
    ])
  func contradiction(part: String, edit: String, words: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s.json"
    let report = try Self.report("\(Self.clip) -n 800k --tracks 0 --limit 70s --decode none")
    expect(report.contains(part), "\(part)")
    for isMeant in [true, false] {
      var edited = report.replacingOccurrences(of: part, with: edit)
      if isMeant {
        edited.replace(/"scenarioSha256": "[0-9a-f]{64}"/, with: "\"scenarioSha256\": null")
      }
      try edited.write(toFile: path, atomically: false, encoding: .utf8)
      let run = try ProgramRun("analyze --from \(path)")
      expect(run.code == .badData && run.output.isEmpty)
      expect(run.diagnostics.contains(words), "\(run.diagnostics)")
      expect(run.diagnostics.split(separator: "\n").count, equals: 1)
    }
  }

  /// The index is the same, so nothing but what decoding finds can differ.
  @Test("refuses media with other bytes in the same places if they were decoded")
  func bytes() throws {
    let folder = try TemporaryFolder()
    let (path, media) = (folder.path + "/s.json", folder.path + "/a.mp4")
    for (mode, code) in [("all", ExitCode.badData), ("keyframes", .badData), ("none", .ok)] {
      var bytes = try Data(contentsOf: URL(fileURLWithPath: Self.clip))
      try bytes.write(to: URL(fileURLWithPath: media))
      let report = try Self.report("\(media) -n 800k --decode \(mode)")
      try report.write(toFile: path, atomically: false, encoding: .utf8)
      expect(report.contains("\"sha256\": null"), equals: (mode == "none"))
      bytes[bytes.count - 100] ^= 1
      try bytes.write(to: URL(fileURLWithPath: media))
      let run = try ProgramRun("analyze --from \(path) --format json")
      expect(run.code, equals: code, "\(mode): \(run.diagnostics)")
      expect(
        run.diagnostics.contains("media has changed, \(media): its bytes"), equals: (code != .ok))
      // It can be played all the same.
      try expect(ProgramRun("analyze \(media) --from \(path)").code, equals: .ok)
      try expect(ProgramRun("analyze --from \(path) --decode none").code, equals: .ok)
    }
  }

  @Test("refuses a file without the tracks of the report as bad data")
  func tracks() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s.json"
    let report = try Self.report("\(Project.clip("basic.mkv")) -n 800k --tracks 1 --decode none")
    try report.write(toFile: path, atomically: false, encoding: .utf8)
    try expect(ProgramRun("analyze \(Self.clip) --from \(path)").code, equals: .badData)
    try expect(ProgramRun("analyze \(Self.clip) --from \(path) --tracks 1").code, equals: .usage)
    try expect(ProgramRun("analyze \(Self.clip) --from \(path) --tracks 0").code, equals: .ok)
  }
}
