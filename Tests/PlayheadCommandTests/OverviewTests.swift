import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite struct `playhead analyze without a network` {
  private static let clip = Project.clip("faststart.mp4")

  private func json(_ options: String) throws -> [String: Any] {
    let run = try ProgramRun("analyze \(Self.clip) --decode none --format json \(options)")
    expect(run.code, equals: .ok)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  @Test func `has the figures that a session on each network has`() throws {
    let networks = try #require(try json("")["networks"] as? [[String: Any]])
    expect(networks.count, equals: 12)
    for network in networks {
      let name = try #require((network["given"] as? [String: Any])?["text"] as? String)
      let session = try json("-n \(name)")["summary"] as? NSDictionary
      expect(network["summary"] as? NSDictionary, equals: session, "\(name)")
    }
  }

  @Test(arguments: ["", "--latency 300ms", "--player \(Project.player("cautious.yaml"))"])
  func `has the minimum rate, at which a session starts in time and does not stall`(options: String)
    throws
  {
    let least = try #require(try json(options)["minimumRate"] as? [String: Any])
    let rate = try #require(least["rateBitsPerSecond"] as? Int)
    func session(_ rate: Int) throws -> [String: Any] {
      try #require(try json("\(options) -n \(rate)bit/s")["summary"] as? [String: Any])
    }
    let enough = try session(rate)
    expect(enough["stallCount"] as? Int == 0 && enough["endReason"] as? String == "ended")
    expect(enough["startupSeconds"] as? Double, equals: least["startupSeconds"] as? Double)
    expect(least["startupSeconds"] as? Double ?? 99 <= 10)
    let tooLittle = try session(rate - 1)
    // A player that waits until it will play through needs no rate, only time.
    let isLate = tooLittle["startupSeconds"] as? Double ?? 99 > 10
    expect(tooLittle["stallCount"] as? Int ?? 0 > 0 || isLate)
    expect(least["verdictBelow"] as? String, equals: (isLate ? "startsLate" : "stalls"))
  }

  /// The player starts with 25 s in hand or all, here all of 1.79 MB: 36 s at 400 kbit/s.
  @Test func `has a verdict on the startup in every format`() throws {
    let options = "--startup-buffer 25s --max-buffer unlimited"
    let networks = try #require(try json(options)["networks"] as? [[String: Any]])
    expect(networks[1]["name"] as? String, equals: "wpt-3gslow (WebPageTest)")
    expect(networks[1]["verdict"] as? String, equals: "startsLate")
    expect(networks[11]["verdict"] as? String, equals: "playsThrough")
    let line = "analyze \(Self.clip) --decode none \(options)"
    for format in ["text", "markdown"] {
      let text = try ProgramRun("\(line) --format \(format)").output
      expect(text.contains("starts after 36.2"), "\(text)")
      expect(text.contains("on 9 of 12 networks"))
    }
    let rows = try ProgramRun("\(line) --format csv").output.split(separator: "\r\n")
    expect(rows[0].hasSuffix(",damaged,verdict"))
    expect(rows[2].hasPrefix("wpt-3gslow,") && rows[2].hasSuffix(",,,startsLate"))
    let colored = try ProgramRun("\(line) --color always").output
    expect(colored.contains("\u{1B}[35mstarts after"))
    // With a limit that allows for it, all of them pass.
    let patient = try json("\(options) --startup-limit 61s")
    let verdicts = try #require(patient["networks"] as? [[String: Any]])
    expect(verdicts.allSatisfy { $0["verdict"] as? String == "playsThrough" })
    expect(patient["startupLimitSeconds"] as? Int, equals: 61)
  }

  /// 400k and 780k stall, so the minimum rate lies above, though a player that waits long enough
  /// would need no rate at all.
  @Test func `has a minimum rate that no row contradicts`() throws {
    for options in [
      "", "--player \(Project.player("cautious.yaml"))", "--tcp slow-start",
      "--startup-limit 1s", "-d '3s seek 14'", "--max-buffer 4s:2s",
    ] {
      let report = try json(options)
      guard let minimum = report["minimumRate"] as? [String: Any] else { continue }
      let rate = try #require(minimum["rateBitsPerSecond"] as? Int)
      let networks = try #require(report["networks"] as? [[String: Any]])
      for network in networks where network["rateBitsPerSecond"] as? Int ?? 0 >= rate {
        guard network["verdict"] as? String != "playsThrough" else { continue }
        let name = try #require((network["given"] as? [String: Any])?["text"] as? String)
        let text = try ProgramRun("analyze \(Self.clip) --decode none \(options)").output
        expect(text.contains("higher latency") && text.contains("\(name) ("), "\(options)")
      }
    }
  }

  @Test func `takes a latency for that of every network`() throws {
    let report = try json("--latency 300ms")
    let networks = try #require(report["networks"] as? [[String: Any]])
    expect(networks.allSatisfy { $0["latencySeconds"] as? Double == 0.3 })
    let least = try #require(report["minimumRate"] as? [String: Any])
    expect(least["latencySeconds"] as? Double, equals: 0.3)
    let wifi = try #require(networks.first { $0["name"] as? String == "apple-wifi (Apple)" })
    let session = try json("--latency 300ms -n apple-wifi")["summary"] as? NSDictionary
    expect(wifi["summary"] as? NSDictionary, equals: session)
  }

  @Test(arguments: [
    "--network-format csv", "--scale 2x", "--offset 1s", "--hold", "--jitter 1ms", "--loss 1",
    "--seed 1", "--low-data", "--tick 1s", "--metric stallCount",
  ])
  func `refuses what is of one network`(option: String) throws {
    let run = try ProgramRun("analyze \(Self.clip) \(option)")
    let name = try #require(option.split(separator: " ").first)
    expect(run.code == .usage && run.output.isEmpty)
    expect(
      run.diagnostics,
      equals: """
        playhead: missing option, --network: \(name) needs a --network; \
        write --network=1.5Mbps, or leave out \(name)

        """)
  }

  @Test(arguments: [
    (
      "--limit 1s --startup-limit 1s",
      "100 Gbit/s without latency: does not finish within the 1 s limit"
    ),
    ("-d '1s pause'", "none; 100 Gbit/s without latency: left paused"),
    ("--max-buffer 1s:0 --startup-buffer 0", "none; 100 Gbit/s without latency: stalls"),
  ])
  func `says why no rate is enough`(options: String, words: String) throws {
    let run = try ProgramRun("analyze \(Self.clip) --decode none \(options)")
    expect(run.code, equals: .ok)
    let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(text.contains(words), "\(run.output)")
    expect(text.contains("on none of 12 networks. No rate is enough for this."))
    try expect(json(options)["minimumRate"] is NSNull)
  }

  @Test(arguments: [40, 59, 60, 80, 200])
  func `is no wider than the terminal`(width: Int) throws {
    for options in [
      "", "--limit 3s --startup-limit 2s", "--no-automatic-waiting", "--ascii --latency 1234ms",
    ] {
      // As a person calls it, so that the path is not what makes a line long.
      expect(FileManager.default.changeCurrentDirectoryPath(Project.root))
      let run = try ProgramRun(
        "analyze Fixtures/clips/faststart.mp4 --decode none \(options)",
        environment: ["LANG": "C.UTF-8", "COLUMNS": "\(width)"])
      expect(run.code, equals: .ok)
      for line in run.output.split(separator: "\n") {
        expect(line.count <= width, "\(options): \(line)")
        expect(line.last != " ")
      }
      expect(run.output.contains("network "))
      expect(!options.contains("ascii") || run.output.utf8.allSatisfy { $0 < 0x80 })
    }
  }
}
