import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

/// Sweeps of ladders of which requests fail.
@Suite("Sweeps with requests that fail")
struct FaultSweepTests {
  private static let ladder = "\(Project.root)/Fixtures/ladders/hls/master.m3u8"
  private static let faults = "--fault 'segment 1 404' --fault 'playlist of level 0 503'"
  private static let lists =
    "--media \(ladder),\(Project.clip("faststart.mp4")) --networks 1mbit,3mbit "
    + "--players hls.js,media3 \(faults)"

  private func rows(_ path: String) throws -> [String] {
    try StoredSessions.rows(
      of: "session, network, player, startupSeconds, stallSeconds, requestCount, job", in: path)
  }

  @Test("hold for each session what analyze says of it, also by workers")
  func agrees() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    let run = try ProgramRun("sweep \(Self.lists) -o \(folder)/r.sqlite")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    expect(run.diagnostics.contains("requests that fail (segment 1 404, playlist of level 0 503)"))
    let rows = try rows("\(folder)/r.sqlite")
    // The file is played in both players.
    expect(rows.count, equals: 2 * 2 * 2)
    for row in rows {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      let again = try ProgramRun(
        "analyze --from \(folder)/r.sqlite#\(cells[0]) --metric startup --metric stallSeconds "
          + "--metric requestCount")
      expect(again.code, equals: .ok, "\(again.diagnostics)")
      let figures = again.output.split(separator: "\n").compactMap { Double($0) }
      expect(cells[3...5].compactMap { Double($0) }, equals: figures, "\(row)")
    }
    let direct = try ProgramRun(
      "analyze \(Self.ladder) -n 1mbit --player hls.js \(Self.faults) --metric startup "
        + "--metric stallSeconds --metric requestCount")
    let figures = direct.output.split(separator: "\n").map(String.init)
    expect(
      rows.contains { row in
        let cells = row.split(separator: ",").map(String.init)
        return cells[1] == "1mbit" && cells[2] == "hls.js"
          && cells[3...5].compactMap { Double($0) } == figures.compactMap { Double($0) }
      })
    let plan = try ProgramRun("sweep \(Self.lists) --plan")
    let worked = try StoredSessions.worked(plan.output, in: folder)
    func jobs(_ rows: [String]) -> [Substring?] { rows.map { $0.split(separator: ",").last } }
    try expect(jobs(self.rows(worked)) == jobs(rows))
  }

  @Test("A plan file has the key of suites")
  func plan() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let path = "\(temporary.path)/plan.yaml"
    try """
    playhead: sweep/1
    media: [\(Self.ladder)]
    networks: [3mbit]
    players: [hls.js]
    faults: [segment 1 404]

    """.write(toFile: path, atomically: true, encoding: .utf8)
    let planned = try ProgramRun("sweep \(path) --plan")
    let given = try ProgramRun(
      "sweep --media \(Self.ladder) --networks 3mbit --players hls.js --fault 'segment 1 404' "
        + "--plan")
    expect(planned.code, equals: .ok, "\(planned.diagnostics)")
    func job(_ run: ProgramRun) -> Substring? {
      run.output.split(separator: "\"").dropFirst(6).first
    }
    expect(job(planned) == job(given) && job(planned) != nil)
  }

  @Test(
    "A request that a ladder does not have fails its jobs, and one that means nothing the sweep")
  func mistakes() throws {
    let media = "sweep --media \(Self.ladder) --networks 3g --players hls.js"
    let absent = try ProgramRun("\(media) --fault 'segment 700 404' --format csv")
    expect(absent.code, equals: .configuration, "\(absent.diagnostics)")
    let wrong = try ProgramRun("\(media) --fault 'nothing 404' --format csv")
    expect(wrong.code, equals: .usage, "\(wrong.diagnostics)")
    expect(wrong.diagnostics.split(separator: "\n").count, equals: 1)
  }
}
