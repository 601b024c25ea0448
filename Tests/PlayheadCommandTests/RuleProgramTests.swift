import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

/// A program of somebody's own that decides, on the command line and in suites.
@Suite("Programs that decide as rules")
struct RuleProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: LadderTests.movie, toPath: "\(folder.path)/movie.json")
  }

  /// Writes a program that does `answer` for each question, with `$n` the number of questions
  /// before.
  private func program(_ answer: String, name: String = "rule") throws -> String {
    let path = "\(folder.path)/\(name)"
    try """
    #!/bin/sh
    n=0
    while read -r line; do
      case "$line" in *'"decide"'*) \(answer); n=$((n + 1));; esac
    done
    """.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  private func json(_ line: String) throws -> [String: Any] {
    let run = try ProgramRun("\(line) --format json")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any],
      "\(run.diagnostics)")
  }

  private func suite(_ abr: String) throws -> String {
    let path = "\(folder.path)/suite.yaml"
    try """
    playhead: suite/1
    cases:
      - name: a
        media: movie.json
        network: [500k, 2M, 9M]
        abr: '\(abr)'
        expect: [no stall]
    """.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test("have the causes that a built-in rule with the same decisions has")
  func causes() throws {
    let path = try program("echo '{\"level\": 1}'")
    for network in ["700k", "9s@3M,30s@200k"] {
      let line = "analyze \(LadderTests.movie) -n \(network) --latency 40ms"
      let own = try json("\(line) --abr exec:\(path)")
      let named = try json("\(line) --abr fixed:1")
      let stalls = try #require(own["stalls"] as? [[String: Any]])
      expect(!stalls.isEmpty && stalls.allSatisfy { $0["cause"] is [String: Any] })
      for part in ["stalls", "startup", "causes"] {
        expect(own[part] as? NSObject, equals: named[part] as? NSObject, "\(network) \(part)")
      }
    }
  }

  /// It answers by how often it was asked, so that a copy of a session that were not its own would
  /// have other answers.
  @Test("are asked anew in each session, however much they remember")
  func memory() throws {
    let path = try program("echo \"{\\\"level\\\": $((n % 3))}\"")
    let line = "analyze \(LadderTests.movie) -n 900k --abr exec:\(path)"
    let whole = try json(line)
    expect((whole["causes"] as? [String: Any])?["areComplete"] as? Bool, equals: true)
    let levels = try #require(whole["decisions"] as? [[String: Any]]).map { $0["level"] as? Int }
    expect(levels, equals: (0..<12).map { $0 % 3 })
    let without = try json("\(line) --no-causes")
    for part in ["summary", "adaptation", "decisions", "requests"] {
      expect(whole[part] as? NSObject, equals: without[part] as? NSObject, "\(part)")
    }
  }

  @Test("have no causes if they decide otherwise when asked again, and that is said")
  func whims() throws {
    let mark = "\(folder.path)/mark"
    let path = try program(
      "if [ -e \(mark)$n ]; then echo '{\"level\": 0}'; else touch \(mark)$n; "
        + "echo '{\"level\": 1}'; fi")
    let run = try ProgramRun("analyze \(LadderTests.movie) -n 700k --abr exec:\(path) --summary")
    expect(run.code, equals: .ok)
    expect(run.diagnostics.contains("no causes are given"), "\(run.diagnostics)")
    expect(!run.output.contains("would not happen"))
  }

  @Test("have the causes of their levels if they give other reasons when asked again")
  func otherReasons() throws {
    // The number of its process.
    let path = try program("echo \"{\\\"level\\\": 1, \\\"reason\\\": \\\"as $$\\\"}\"")
    let run = try ProgramRun("analyze \(LadderTests.movie) -n 700k --abr exec:\(path) --summary")
    expect(run.code == .ok && run.diagnostics.isEmpty, "\(run.diagnostics)")
    expect(run.output.contains("would not happen"), "\(run.output)")
  }

  @Test("are started once for a session, also by a player that opens levels ahead")
  func startedOnce() throws {
    let log = "\(folder.path)/log"
    let path = try program(
      "echo $n >> \(log); case \"$line\" in *'\"isAhead\": true'*) "
        + "echo ahead >> \(log).ahead;; esac; echo \"{\\\"level\\\": $((n / 2 % 3))}\"")
    let session = try json(
      "analyze \(LadderTests.movie) -n 3M --player chromium-156-hls --abr exec:\(path) --no-causes")
    let decisions = try #require(session["decisions"] as? [[String: Any]])
    let asked = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    expect(asked.count { $0 == "0" }, equals: 1)
    expect(asked.count <= 3 * decisions.count, "\(asked.count) of \(decisions.count)")
    let ahead = try String(contentsOfFile: "\(log).ahead", encoding: .utf8).split(separator: "\n")
    expect(!ahead.isEmpty && ahead.count <= asked.count - decisions.count)
  }

  @Test("decide in suites that may start them, as the built-in rule with the same decisions")
  func suites() throws {
    _ = try program("echo '{\"level\": 1}'")
    let refused = try ProgramRun("check \(try suite("exec:./rule"))")
    expect(refused.code == .configuration && refused.output.contains("--allow-programs"))
    for jobs in [1, 3] {
      let own = try json("check \(try suite("exec:./rule")) --allow-programs -j \(jobs)")
      let named = try json("check \(try suite("fixed:1"))")
      let cases = try [own, named].map { try #require($0["suites"] as? [[String: Any]]) }
        .map { try #require($0[0]["cases"] as? [[String: Any]]) }
      expect(cases[0].count, equals: 3)
      for (one, other) in zip(cases[0], cases[1]) {
        for part in ["summary", "adaptation", "stalls", "verdict"] {
          expect(one[part] as? NSObject, equals: other[part] as? NSObject, "\(part): \(one)")
        }
      }
    }
    let single = try ProgramRun(
      "check \(LadderTests.movie) -n 9M --abr exec:\(folder.path)/rule -e 'timeAtLevel(1) == 48s'")
    expect(single.code, equals: .ok, "\(single.output)\(single.diagnostics)")
  }

  @Test("have baselines, which tell when a program decides otherwise")
  func baselines() throws {
    _ = try program("echo '{\"level\": 0}'")
    let path = try suite("exec:./rule")
    let line = "check \(path) --allow-programs --baseline \(folder.path)/baseline.json"
    let recorded = try ProgramRun("\(line) --update-baseline")
    expect(recorded.code == .ok || recorded.code == .checkFailed, "\(recorded.diagnostics)")
    let same = try ProgramRun(line)
    expect(!same.output.contains("changed"), "\(same.output)")
    _ = try program("echo '{\"level\": 1}'")
    let other = try ProgramRun(line)
    expect(other.code == .checkFailed && other.output.contains("meanBitRate"), "\(other.output)")
  }

  @Test(
    "are errors of their cases where they fail",
    arguments: [
      ("exec:./none", ExitCode.noInput, "No such file"),
      ("exec:/bin/true", .inputOutput, "/bin/true ended with status 0, without an answer"),
      ("exec:/bin/false", .inputOutput, "/bin/false ended with status 1, without an answer"),
      ("exec:./kill", .inputOutput, "kill was ended by SIGSEGV, without an answer"),
      ("exec:./late", .inputOutput, "late ended with status 7, without an answer"),
      ("exec:./mute", .inputOutput, "mute closed its connection, without an answer"),
      ("exec ./rule", .configuration, "did you mean exec:PROGRAM?"),
      ("optimum", .configuration, "did you mean optimal?"),
      ("nothing-like-it", .configuration, "sabre-bola, optimal or exec:PROGRAM"),
      ("exec:/bin/echo {}", .inputOutput, "expected a line"),
      ("optimal:best", .configuration, "unknown score"), ("exec: ", .configuration, "no program"),
    ])
  func failures(abr: String, code: ExitCode, words: String) throws {
    _ = try program("kill -SEGV $$", name: "kill")
    _ = try program("[ $n = 2 ] && exit 7; echo '{\"level\": 0}'", name: "late")
    _ = try program("exec <&- >&-; sleep 60", name: "mute")
    let run = try ProgramRun("check \(try suite(abr)) --allow-programs")
    expect(run.code, equals: code, "\(run.output)")
    expect((run.output + run.diagnostics).contains(words), "\(run.output)\(run.diagnostics)")
  }

  @Test("optimal is a rule of suites, too, and scores at least what another rule does")
  func optimal() throws {
    var scores: [Double] = []
    for rule in ["optimal", "throughput", "fixed:0"] {
      let result = try json("check \(try suite(rule))")
      let cases = try #require((result["suites"] as? [[String: Any]])?[0]["cases"])
      let score = (cases as? [[String: Any]])?[1]["adaptation"] as? [String: Any]
      scores.append(try #require(score?["linearScore"] as? Double))
    }
    expect(scores[0] >= scores[1] && scores[0] >= scores[2])
  }
}
