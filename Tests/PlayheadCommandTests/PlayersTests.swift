import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite("playhead players")
struct PlayersTests {
  private func json(_ line: String) throws -> [[String: Any]] {
    let run = try ProgramRun(line)
    expect(run.code, equals: .ok)
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    let report = try #require(value as? [String: Any])
    expect(report["schema"] as? String, equals: "playhead.players/1")
    return try #require(report["players"] as? [[String: Any]])
  }

  @Test("lists every player, each value with its source")
  func list() throws {
    let players = try json("players --format json")
    expect(
      players.map { $0["name"] as? String },
      equals: [
        "basic", "avplayer", "exoplayer", "exoplayer-1.5", "mpv", "chromium", "firefox",
        "webkitgtk", "gst-play", "gst-play-1.24", "vlc", "ffplay",
      ])
    let mpv = try #require(try json("players mpv --format json").first)
    let values = try #require(mpv["values"] as? [[String: String]])
    let cache = try #require(values.first { $0["key"] == "resume.cache" })
    expect(cache["value"], equals: "1 s")
    expect(cache["evidence"], equals: "documented")
  }

  @Test("lists players of HLS and DASH, by name with or without its version")
  func ladders() throws {
    let list = try ProgramRun("players").output
    for name in ["hls.js-1.6.15", "dash.js-5.1.1", "shaka-5.2.7", "media3-1.11"] {
      expect(list.contains(name))
    }
    for name in ["hls.js", "hls.js-1.6.15"] {
      let run = try ProgramRun("players \(name) --format json")
      let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      expect((value?["players"] as? [Any])?.isEmpty, equals: true)
      let player = try #require((value?["ladderPlayers"] as? [[String: Any]])?.first)
      expect(player["name"] as? String, equals: "hls.js-1.6.15")
      let values = try #require(player["values"] as? [[String: String]])
      expect(values.first { $0["key"] == "goalBytes" }?["value"] == "60000000")
      expect(values.first { $0["key"] == "rule" }?["value"] == "hls.js")
      try expect(ProgramRun("players \(name)").output.contains("goalSeconds"))
      try expect(ProgramRun("players \(name) --format yaml").code, equals: .usage)
    }
    try expect(ProgramRun("players hls.jss").diagnostics.contains("did you mean"))
  }

  @Test("names the player, its values and what it omits")
  func one() throws {
    let text = try ProgramRun("players chromium").output
    expect(text.contains("startup.videoFrames"))
    expect(text.contains("assumed"))
    expect(text.contains("omitted"))
    expect(text.contains("chromium 156"))
  }

  @Test("writes one as a policy file, and not all of them")
  func file() throws {
    let run = try ProgramRun("players mpv --format yaml")
    expect(run.code, equals: .ok)
    let head = "# mpv 0.35 to 0.41 on a network\nplayhead: player/1\nname: mpv\n"
    expect(run.output.hasPrefix(head))
    expect(run.output.contains("\nresume:\n  cache: 1 s # documented: "))
    try expect(ProgramRun("players --format yaml").code, equals: .usage)
  }

  @Test("says how many sessions it predicts, where any were measured")
  func agreement() throws {
    let players = try json("players --format json")
    let measured = ["mpv", "chromium", "firefox", "gst-play"]
    for player in players {
      let name = try #require(player["name"] as? String)
      let agreement = player["agreement"] as? [String: Any]
      expect((agreement != nil), equals: measured.contains(name), "\(name)")
      guard let agreement else { continue }
      let sessions = try #require(agreement["sessions"] as? Int)
      for key in ["stallCount", "startup", "stallSeconds"] {
        expect(0...sessions ~= (try #require(agreement[key] as? Int)), "\(name) \(key)")
      }
    }
    expect(!(try ProgramRun("players vlc").output.contains("agreement")))
  }

  @Test("fits any width from 40 on", arguments: ["players", "players mpv"], [40, 61, 80, 132])
  func widths(line: String, width: Int) throws {
    let run = try ProgramRun(line, environment: ["COLUMNS": String(width)])
    expect(run.output.split(separator: "\n").allSatisfy { $0.count <= width })
  }

  @Test("refuses an unknown player with the nearest name")
  func unknown() throws {
    let run = try ProgramRun("players cromium")
    expect(run.code, equals: .usage)
    expect(run.diagnostics.contains("did you mean chromium?"))
  }

  @Test("plays as a built-in player", arguments: ["mpv", "chromium", "exoplayer-1.5", "gst-play"])
  func plays(name: String) throws {
    let clip = Project.clip("faststart.mp4")
    let run = try ProgramRun("analyze \(clip) -n 800k --player \(name) --format json")
    expect(run.code, equals: .ok)
    expect(run.output.contains("\"name\": \"\(name)\""))
    expect(run.output.contains("\"endReason\": \"ended\""))
  }
}
