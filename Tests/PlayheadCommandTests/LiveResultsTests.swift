import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

/// What is told of live events beside the report of a session.
@Suite("Results of live events")
struct LiveResultsTests {
  private static let ladder = "\(Project.root)/Fixtures/ladders/hls/master.m3u8"
  private static let stale = "\(Project.root)/Fixtures/recordings/stale"
  private static let played = "\(ladder) --live -n 3mbit --player hls.js"

  @Test(
    "check plays live events, and recordings as they were",
    arguments: [
      ("check \(played) --expect 'liveLatency95 <= 60s' --expect 'no stall'", ExitCode.ok),
      ("check \(played) --expect 'liveLatency <= 1s'", .checkFailed),
      ("check \(played) --live-hold-back 2s --expect 'liveLatency <= 4s'", .ok),
      ("check \(stale) -n 3mbit --player hls.js --expect 'stallCount == 1'", .ok),
      ("check \(stale) -n 3mbit --player hls.js --expect 'no stall'", .checkFailed),
      ("check \(played) --abr optimal --expect 'no stall'", .usage),
      ("check \(ladder) --live-delay 2s -n 3mbit --expect 'no stall'", .usage),
      ("check \(ladder) --live --player sabre-bola -n 3mbit --expect 'no stall'", .usage),
      ("check \(Project.clip("faststart.mp4")) --live -n 3mbit --expect 'no stall'", .usage),
    ])
  func check(line: String, code: ExitCode) throws {
    let run = try ProgramRun(line)
    expect(run.code, equals: code, "\(run.output)\(run.diagnostics)")
  }

  @Test("A case of a suite is live as it says")
  func suite() throws {
    let folder = try TemporaryFolder()
    let text = """
      playhead: suite/1
      defaults: {media: \(Self.ladder), network: 3mbit, player: hls.js}
      cases:
        - {name: live, live: true, expect: liveLatency >= 2s}
        - {name: on demand, expect: no stall}

      """
    try text.write(toFile: "\(folder.path)/suite.yaml", atomically: true, encoding: .utf8)
    let run = try ProgramRun("check \(folder.path)/suite.yaml")
    expect(run.code, equals: .ok, "\(run.output)\(run.diagnostics)")
    try text.replacing("live: true, ", with: "").write(
      toFile: "\(folder.path)/suite.yaml", atomically: true, encoding: .utf8)
    try expect(ProgramRun("check \(folder.path)/suite.yaml").code != .ok)
  }

  @Test("Reports of live events are compared by their latencies")
  func compare() throws {
    let folder = try TemporaryFolder()
    for (name, option) in [("a", ""), ("b", " --live-hold-back 2s")] {
      let run = try ProgramRun(
        "analyze \(Self.played)\(option) --format json -o \(folder.path)/\(name).json")
      expect(run.code, equals: .ok, "\(run.diagnostics)")
    }
    let run = try ProgramRun("compare \(folder.path)/a.json \(folder.path)/b.json")
    expect(run.output.contains("mean live latency"), "\(run.output)\(run.diagnostics)")
  }

  @Test("Pictures have the latency over time, of live events only")
  func pictures() throws {
    let means = try ProgramRun(
      "analyze \(Self.played) --metric liveLatency "
        + "--metric liveLatencyStart --metric liveLatencyEnd"
    ).output.split(separator: "\n").compactMap { line in
      line.split(whereSeparator: \.isWhitespace).lazy.compactMap { Double($0) }.last
    }
    expect(means.count, equals: 3)
    let page = try ProgramRun("analyze \(Self.played) --format html").output
    let label = try #require(page.split(separator: "Live latency over wall time: ").last)
    let told = label.prefix { $0 != "\"" }.split(separator: " ").compactMap { Double($0) }
    expect(zip(told, means).allSatisfy { abs($0 - $1) < 0.0006 } && told.count == 3, "\(told)")
    expect(page.contains("target as the player joined"))
    let picture = try ProgramRun("analyze \(Self.played) --format svg --panels latency,buffer")
    expect(picture.output.contains("Live latency") && !picture.output.contains("Link rate"))
    let onDemand = try ProgramRun("analyze \(Self.ladder) -n 3mbit --format svg --panels latency")
    expect(onDemand.code != .ok)
    expect(onDemand.diagnostics.contains("only live events have a latency"))
  }

  @Test("requirements --live draws the curve, and has the same in JSON")
  func holdBack() throws {
    let line = "requirements \(Self.ladder) --live -n 1mbit --player hls.js --live-late 3+1s"
    for (format, word) in [("svg", "Live latency by hold-back"), ("html", "Stalled time")] {
      let run = try ProgramRun("\(line) --format \(format)")
      expect(run.code == .ok && run.output.contains(word), "\(run.diagnostics)")
    }
    let text = try ProgramRun(line).output.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    let json =
      try JSONSerialization.jsonObject(
        with: Data(try ProgramRun("\(line) --format json").output.utf8)) as? [String: Any]
    let smallest = try #require((json?["smallest"] as? [String: Any])?["holdBackSeconds"])
    expect(text.contains("A hold-back of \(String(format: "%.3f", smallest as? Double ?? 0)) s"))
    let bound = try #require((json?["bound"] as? [String: Any])?["latencySeconds"] as? Double)
    expect(text.contains("latency be below \(String(format: "%.3f", bound)) s"))
  }

  @Test("CMCD says that it is live, and how far behind")
  func cmcd() throws {
    let lines = try ProgramRun("analyze \(Self.played) --format cmcd").output.split(separator: "\n")
    expect(lines.count > 5 && lines.allSatisfy { $0.contains(",st=l,") })
    let latencies = lines.compactMap { line in
      line.split(separator: ",").first { $0.hasPrefix("ltc=") }.flatMap { Int($0.dropFirst(4)) }
    }
    let metric = try ProgramRun("analyze \(Self.played) --metric liveLatencyEnd").output
    let end = try #require(Double(metric.split(separator: "\n")[0]))
    // It grows only before the first of them, until there is sound.
    expect(Set(latencies), equals: [Int((end * 1000).rounded())])
    let onDemand = try ProgramRun("analyze \(Self.ladder) -n 3mbit --format cmcd").output
    expect(!onDemand.contains("ltc=") && onDemand.contains(",st=v,"))
  }

  /// What is wrong with a stream of segments of 2 s that is listed as each ends.
  private struct Published: Sendable {
    var rule: String
    var length = 2.0
    /// How much later than it should a version of a level is listed.
    var delay: @Sendable (_ level: Int, _ version: Int) -> Double = { _, _ in 0 }
    var head = ""
    var part = ""
    /// By how much dates are longer than segments.
    var dates = 0.0
  }

  private static let published: [Published] = [
    Published(rule: "target-duration", length: 3.6),
    Published(rule: "publish-jitter", delay: { _, version in version % 2 == 0 ? 0 : 1.6 }),
    Published(
      rule: "level-drift", delay: { level, version in version > 5 ? 3.5 * Double(level) : 0 }),
    Published(rule: "date-drift", dates: 0.06),
    Published(rule: "short-hold-back", head: "#EXT-X-SERVER-CONTROL:HOLD-BACK=4\n"),
    Published(rule: "dependent-parts", part: "#EXT-X-PART:DURATION=2,URI=\"p.ts\"\n"),
  ]

  @Test("inspect finds what is wrong with how an event was published", arguments: 0..<6)
  func inspect(number: Int) throws {
    let (one, folder) = (Self.published[number], try TemporaryFolder())
    let variants = [800_000, 1_600_000].enumerated()
      .map { "#EXT-X-STREAM-INF:BANDWIDTH=\($0.element)\nl\($0.offset).m3u8\n" }
    try ("#EXTM3U\n" + variants.joined()).write(
      toFile: "\(folder.path)/main.m3u8", atomically: true, encoding: .utf8)
    let begun = 1_795_893_050.0
    for (level, version) in (0..<2).flatMap({ level in (0..<12).map { (level, $0) } }) {
      var text =
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(version)\n\(one.head)"
      for segment in version..<version + 6 {
        if one.dates > 0 {
          let time = begun - 12 + Double(segment) * one.length * (1 + one.dates)
          let date = CalendarDate(nanoseconds: Int64(time * 1e9)).text
          text += "#EXT-X-PROGRAM-DATE-TIME:\(date)\n"
        }
        text += "\(one.part)#EXTINF:\(one.length),\ns\(segment).ts\n"
      }
      let time = begun + Double(version) * one.length + one.delay(level, version)
      try text.write(
        toFile: "\(folder.path)/\(Int64(time * 1000))-l\(level).m3u8", atomically: true,
        encoding: .utf8)
    }
    let found = try ProgramRun("inspect \(folder.path)")
    expect(found.output.contains(one.rule), "\(found.output)\(found.diagnostics)")
    let others = Self.published.map(\.rule).filter { $0 != one.rule && $0 != "publish-jitter" }
    expect(!others.contains { found.output.contains($0) }, "\(found.output)")
  }
}
