import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

/// Sweeps of live events, and files of results from before there were any.
@Suite("Sweeps of live events")
struct LiveSweepTests {
  private static let ladder = "\(Project.root)/Fixtures/ladders/hls/master.m3u8"
  private static let live = "--live --live-late 3+1s --live-delay 200ms --catch-up"
  private static let lists =
    "--media \(ladder),\(Project.clip("faststart.mp4")) --networks 1mbit,3mbit "
    + "--players hls.js,media3,sabre-bola \(live)"
  private static let metrics = [
    "liveLatencySeconds", "liveLatency95Seconds", "liveLatencyStartSeconds",
    "liveLatencyEndSeconds", "liveRateChangeCount", "liveJumpCount", "liveSkippedSeconds",
  ]

  private func rows(_ path: String) throws -> [String] {
    try StoredSessions.rows(
      of: "job, network, player, \(Self.metrics.joined(separator: ", "))", in: path)
  }

  @Test("hold for each session what analyze says of it, also by workers and in shards")
  func agrees() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    let run = try ProgramRun(
      "sweep \(Self.lists) -o \(folder)/r.sqlite --metric liveLatency,liveLatency95")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    expect(run.output.contains("liveLatency95Seconds"))
    expect(run.diagnostics.contains("left out 1 media file"))
    expect(run.diagnostics.contains("how sabre-bola plays live is not known"))
    let rows = try rows("\(folder)/r.sqlite")
    expect(rows.count, equals: 2 * 2)
    for row in rows {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      let options = Self.metrics.map { "--metric \($0)" }.joined(separator: " ")
      let metrics = try ProgramRun(
        "analyze \(Self.ladder) -n \(cells[1]) --player \(cells[2]) \(Self.live) \(options)")
      let expected = metrics.output.split(separator: "\n").compactMap { Double($0) }
      expect(expected.count == 7 && cells[3...].compactMap { Double($0) } == expected, "\(row)")
    }
    let plan = try ProgramRun("sweep \(Self.lists) --plan")
    expect(plan.code == .ok && plan.output.split(separator: "\n").count == 4)
    let worked = try StoredSessions.worked(plan.output, in: folder)
    for shard in 1...2 {
      let part = try ProgramRun(
        "sweep \(Self.lists) --shard \(shard)/2 -o \(folder)/s\(shard).sqlite")
      expect(part.code, equals: .ok, "\(part.diagnostics)")
    }
    let merged = try ProgramRun(
      "merge \(folder)/s1.sqlite \(folder)/s2.sqlite -o \(folder)/m.sqlite")
    expect(merged.code, equals: .ok, "\(merged.diagnostics)")
    for path in [worked, "\(folder)/m.sqlite"] { try expect(self.rows(path), equals: rows) }
    let one = try ProgramRun("analyze --from \(folder)/r.sqlite#1 --metric liveLatency")
    expect(one.code, equals: .ok, "\(one.diagnostics)")
  }

  @Test("are other jobs than those on demand, and than those of other events")
  func identity() throws {
    func jobs(_ options: String) throws -> [String] {
      try ProgramRun(
        "sweep --media \(Self.ladder) --networks 3g --players hls.js \(options) --plan"
      ).output.split(separator: "\n").compactMap { line in
        line.split(separator: "\"job\"").last.map { String($0.prefix(40)) }
      }
    }
    let options = [
      "", "--live", "--live --join 3s", "--live --live-delay 1s", "--live --live-window 5s",
      "--live --live-hold-back 3s", "--live --live-late 2+1s", "--live --live-stale 2s+1s",
      "--live --live-clock=+1s", "--live --parts 1s", "--live --can-skip-until 12s",
      "--live --rendition-reports", "--live --catch-up", "--live --catch-up=1.1",
    ]
    var all = Set<String>()
    for option in options { all.formUnion(try jobs(option)) }
    expect(all.count, equals: options.count)
    try expect(jobs("--live --live-delay 1000ms"), equals: jobs("--live --live-delay 1s"))
  }

  @Test("A plan file has the keys of live events")
  func plan() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    let text = """
      playhead: sweep/1
      media: [\(Self.ladder)]
      networks: [3mbit]
      players: [hls.js]
      live: true
      liveDelay: 200ms
      liveLate: [3+1s]
      catchUp: true

      """
    try text.write(toFile: "\(folder)/plan.yaml", atomically: true, encoding: .utf8)
    let planned = try ProgramRun("sweep \(folder)/plan.yaml --plan")
    let given = try ProgramRun(
      "sweep --media \(Self.ladder) --networks 3mbit --players hls.js \(Self.live) --plan")
    expect(planned.code, equals: .ok, "\(planned.diagnostics)")
    func job(_ run: ProgramRun) -> Substring? {
      run.output.split(separator: "\"").dropFirst(6).first
    }
    expect(job(planned) == job(given) && job(planned) != nil)
  }

  @Test(
    "Options that do not fit are refused",
    arguments: [
      "--live-delay 2s", "--live --live-late 3+1s --shrink /tmp/x",
      "--live --catch-up --shrink /tmp/x", "--live --parts 1ms --plan",
      "--live --parts 1s --plan --embed /tmp/x", "--live --catch-up=3",
    ])
  func refusals(options: String) throws {
    let run = try ProgramRun(
      "sweep --media \(Self.ladder) --networks 3g --players hls.js \(options) -o /tmp/none.sqlite")
    expect(run.code, equals: .usage, "\(run.diagnostics)")
    expect(run.diagnostics.split(separator: "\n").count, equals: 1)
  }

  @Test("Failures of live sessions are shrunk, and fail as that suite is checked")
  func shrinking() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    let run = try ProgramRun(
      "sweep --media \(Self.ladder) --networks 30k --players hls.js --live "
        + "-o \(folder)/r.sqlite --shrink \(folder)/kinds")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    let suite = try String(contentsOfFile: "\(folder)/kinds/suite.yaml", encoding: .utf8)
    expect(suite.contains("\n    live: true\n"), "\(suite)")
    let check = try ProgramRun("check \(folder)/kinds/suite.yaml")
    expect(check.code, equals: .checkFailed, "\(check.output)\(check.diagnostics)")
  }

  @Test("A file of version 1 is read as it is, compared, merged, and brought up to date by a sweep")
  func older() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    let (old, new) = ("\(folder)/old.sqlite", "\(folder)/new.sqlite")
    try FileManager.default.copyItem(
      atPath: "\(Project.root)/Fixtures/reports/results-1.sqlite", toPath: old)
    let before = try Data(contentsOf: URL(fileURLWithPath: old))
    let table = try ProgramRun("results \(old) --by media --metric stallSeconds,liveLatency")
    expect(table.code == .ok && table.output.contains("4.031 s"), "\(table.diagnostics)")
    let rows = try ProgramRun(
      "results \(old) --format csv --sql 'SELECT count(*), count(liveLatencySeconds) FROM results'")
    expect(rows.output.contains("3,0"), "\(rows.output)\(rows.diagnostics)")
    let merged = try ProgramRun("merge \(old) -o \(new)")
    expect(merged.code, equals: .ok, "\(merged.diagnostics)")
    for pair in ["\(old) \(new)", "\(new) \(old)"] {
      let same = try ProgramRun("results \(pair) --metric stallSeconds,liveLatency")
      expect(same.code, equals: .ok, "\(same.output)\(same.diagnostics)")
    }
    try expect(Data(contentsOf: URL(fileURLWithPath: old)), equals: before)
    // Today's results of a recording, which version 1 stored without its latencies, are the same.
    let added = try ProgramRun(
      "sweep --media \(Self.ladder) --networks 3g --players hls.js --live -o \(old)")
    expect(added.code, equals: .ok, "\(added.diagnostics)")
    // The player has other rules today, so sessions of then are no longer among the results.
    let after = try ProgramRun(
      "results \(old) --format csv --sql 'SELECT count(*), count(liveLatencySeconds) FROM sessions'"
    )
    expect(after.output.contains("4,1"), "\(after.output)\(after.diagnostics)")
    try expect(ProgramRun("merge \(new) -o \(old)").code, equals: .ok)
  }
}
