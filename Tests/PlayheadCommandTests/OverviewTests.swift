import Foundation
import Testing

@testable import PlayheadCommand

@Suite struct `playhead analyze without a network` {
  private static let clip = Project.clip("faststart.mp4")

  private func json(_ options: String) throws -> [String: Any] {
    let run = try ProgramRun("analyze \(Self.clip) --decode none --format json \(options)")
    #expect(run.code == .ok)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  @Test func `has the figures that a session on each network has`() throws {
    let networks = try #require(try json("")["networks"] as? [[String: Any]])
    #expect(networks.count == 12)
    for network in networks {
      let name = try #require(network["name"] as? String)
      let session = try json("-n \(name)")["summary"] as? NSDictionary
      #expect(network["summary"] as? NSDictionary == session, "\(name)")
    }
  }

  @Test(arguments: ["", "--latency 300ms", "--player \(Project.player("cautious.yaml"))"])
  func `has the least rate, at which a session does not stall`(options: String) throws {
    let least = try #require(try json(options)["leastRate"] as? [String: Any])
    let rate = try #require(least["rateBitsPerSecond"] as? Int)
    func session(_ rate: Int) throws -> [String: Any] {
      try #require(try json("\(options) -n \(rate)bit/s")["summary"] as? [String: Any])
    }
    let enough = try session(rate)
    #expect(enough["stallCount"] as? Int == 0 && enough["endReason"] as? String == "ended")
    #expect(enough["startupSeconds"] as? Double == least["startupSeconds"] as? Double)
    let tooLittle = try session(rate - 1)
    // A player that waits until it will play through needs no rate, only time.
    #expect(
      tooLittle["stallCount"] as? Int ?? 0 > 0 || tooLittle["endReason"] as? String == "limit")
  }

  @Test func `takes a latency for that of every network`() throws {
    let report = try json("--latency 300ms")
    let networks = try #require(report["networks"] as? [[String: Any]])
    #expect(networks.allSatisfy { $0["latencySeconds"] as? Double == 0.3 })
    let least = try #require(report["leastRate"] as? [String: Any])
    #expect(least["latencySeconds"] as? Double == 0.3)
    let wifi = try #require(networks.first { $0["name"] as? String == "apple-wifi" })
    let session = try json("--latency 300ms -n apple-wifi")["summary"] as? NSDictionary
    #expect(wifi["summary"] as? NSDictionary == session)
  }

  @Test(arguments: [
    "--network-format csv", "--scale 2", "--offset 1s", "--hold", "--jitter 1ms", "--loss 1",
    "--seed 1", "--low-data", "--tick 1s", "--metric stallCount",
  ])
  func `refuses what is of one network`(option: String) throws {
    let run = try ProgramRun("analyze \(Self.clip) \(option)")
    let name = try #require(option.split(separator: " ").first)
    #expect(run.code == .usage && run.output.isEmpty)
    #expect(
      run.diagnostics == """
        playhead: missing option, --network: \(name) is of one network, and none is named; \
        write --network=1.5Mbps, or leave out \(name)

        """)
  }

  @Test(arguments: [
    ("--limit 1s", "none; 100 Gbit/s without latency: not over after 1 s"),
    ("-d '1s pause'", "none; 100 Gbit/s without latency: left paused"),
    ("--max-buffer 1s:0 --startup-buffer 0", "none; 100 Gbit/s without latency: stalls"),
  ])
  func `says why no rate is enough`(options: String, words: String) throws {
    let run = try ProgramRun("analyze \(Self.clip) --decode none \(options)")
    #expect(run.code == .ok)
    #expect(run.output.contains(words), "\(run.output)")
    #expect(run.output.contains("on none of 12 networks."))
    #expect(try json(options)["leastRate"] is NSNull)
  }

  @Test(arguments: [40, 59, 60, 80, 200])
  func `is no wider than the terminal`(width: Int) throws {
    for options in ["", "--limit 3s", "--no-automatic-waiting", "--ascii --latency 1234ms"] {
      // As a person calls it, so that the path is not what makes a line long.
      #expect(FileManager.default.changeCurrentDirectoryPath(Project.root))
      let run = try ProgramRun(
        "analyze Fixtures/clips/faststart.mp4 --decode none \(options)",
        environment: ["LANG": "C.UTF-8", "COLUMNS": "\(width)"])
      #expect(run.code == .ok)
      for line in run.output.split(separator: "\n") {
        #expect(line.count <= width, "\(options): \(line)")
        #expect(line.last != " ")
      }
      #expect(run.output.contains("network "))
      #expect(!options.contains("ascii") || run.output.utf8.allSatisfy { $0 < 0x80 })
    }
  }
}
