import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite("Sweeps")
struct SweepTests {
  private static let lists =
    "--media \(Project.clip("faststart.mp4")),\(Project.clip("basic.mkv")) --networks 3g,800k "
    + "--players basic,mpv --what-if faststart"

  private static func rows(_ path: String) throws -> [String] {
    try StoredSessions.rows(
      of: "job, media, network, player, whatIf, startupSeconds, stallCount, stallSeconds, "
        + "bytesDownloaded, playsThrough", in: path)
  }

  @Test("hold for each session what analyze says of it")
  func agrees() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun("sweep \(Self.lists) -o \(folder.path)/r.sqlite")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    let rows = try Self.rows("\(folder.path)/r.sqlite")
    expect(rows.count, equals: 2 * 2 * 2 * 2)
    for row in rows {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      guard cells[4] == "none" else { continue }
      let metrics = try ProgramRun(
        "analyze \(cells[1]) -n \(cells[2]) --player \(cells[3]) --metric startup "
          + "--metric stallCount --metric stallSeconds --metric bytesDownloaded")
      let expected = metrics.output.split(separator: "\n").compactMap { Double($0) }
      expect(cells[5...8].compactMap { Double($0) }, equals: expected, "\(row)")
    }
  }

  @Test("go on where they stopped, and play a session again as it was")
  func resumes() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/r.sqlite"
    try expect(
      ProgramRun("sweep \(Self.lists) --sample 5 --seed 2 -o \(path)").code, equals: .ok)
    try expect(Self.rows(path).count, equals: 5)
    let rest = try ProgramRun("sweep \(Self.lists) -o \(path)")
    expect(rest.diagnostics.contains("5 sessions of 16 had been played before"))
    try expect(Self.rows(path).count, equals: 16)
    let again = try ProgramRun("sweep \(Self.lists) -o \(path)")
    expect(again.diagnostics.contains("16 sessions of 16 had been played before"))
    expect(again.output, equals: rest.output)
    let one = try ProgramRun("analyze --from \(path)#3 --format json")
    expect(one.code, equals: .ok, "\(one.diagnostics)")
    let number = try ProgramRun(
      "results \(path) --format csv --sql 'SELECT media, network, player, whatIf FROM results "
        + "WHERE session = 3'")
    let cells = number.output.split(separator: "\r\n")[1].split(separator: ",")
    let change = cells[3] == "none" ? "" : " --what-if \(cells[3])"
    let given = try ProgramRun(
      "analyze \(cells[0]) -n \(cells[1]) --player \(cells[2])\(change) --format json")
    expect(one.output, equals: given.output)
  }

  @Test("give the same rows in shards, and two different results for one job are an error")
  func merges() throws {
    let folder = try TemporaryFolder()
    func path(_ name: String) -> String { "\(folder.path)/\(name).sqlite" }
    _ = try ProgramRun("sweep \(Self.lists) -o \(path("whole"))")
    for shard in 1...3 {
      _ = try ProgramRun("sweep \(Self.lists) --shard \(shard)/3 -o \(path("s\(shard)"))")
    }
    for known in [0, 16] {
      let merge = try ProgramRun(
        "merge \(path("s1")) \(path("s2")) \(path("s3")) -o \(path("merged"))")
      expect(merge.code, equals: .ok, "\(merge.diagnostics)")
      expect(merge.diagnostics.contains("\(16 - known) sessions added, \(known) known"))
    }
    try expect(Self.rows(path("merged")), equals: Self.rows(path("whole")))
    let lines = "\(folder.path)/lines.jsonl"
    _ = try ProgramRun("sweep \(Self.lists) --format jsonl -o \(lines)")
    try expect(ProgramRun("merge \(lines) -o \(path("merged"))").code, equals: .ok)
    let text = try String(contentsOfFile: lines, encoding: .utf8)
    try text.replacing("\"stallCount\": 0", with: "\"stallCount\": 3")
      .write(toFile: lines, atomically: true, encoding: .utf8)
    let conflict = try ProgramRun("merge \(lines) -o \(path("merged"))")
    expect(conflict.code, equals: .defect)
    expect(conflict.diagnostics.contains("two different results"))
    try expect(Self.rows(path("merged")), equals: Self.rows(path("whole")))
  }

  @Test("compare two files, and fail where a mean is worse")
  func compares() throws {
    let folder = try TemporaryFolder()
    let (one, other) = ("\(folder.path)/a.sqlite", "\(folder.path)/b.sqlite")
    let lists = "--media \(Project.clip("faststart.mp4")) --players basic,mpv"
    // The same name, another network.
    let list = "\(folder.path)/n.yaml"
    func write(_ rate: String) throws {
      try "playhead: sweep/1\nmedia: [x]\nnetworks: [{network: \(rate), name: home}]\n"
        .write(toFile: list, atomically: true, encoding: .utf8)
    }
    try write("4M")
    try expect(ProgramRun("sweep \(list) \(lists) -o \(one)").code, equals: .ok)
    try write("800k")
    try expect(ProgramRun("sweep \(list) \(lists) -o \(other)").code, equals: .ok)
    try expect(ProgramRun("results \(one) \(one)").code, equals: .ok)
    let worse = try ProgramRun("results \(one) \(other)")
    expect(worse.code, equals: .checkFailed)
    expect(worse.output.contains("worse: startupSeconds, stallCount, stallSeconds"))
    try expect(ProgramRun("results \(other) \(one)").code, equals: .ok)
    try expect(
      ProgramRun(
        "results \(one) \(other) --metric stallSeconds --tolerance stallSeconds=+1m"
      ).code, equals: .ok)
    // In one file, what changed is played anew and takes the place of what was there.
    let anew = try ProgramRun("sweep \(list) \(lists) -o \(one)")
    expect(anew.diagnostics.contains("home: changed since; its sessions are played again"))
    try expect(Self.rows(one), equals: Self.rows(other))
  }

  @Test("find tables of segment sizes by a pattern and in a folder, with the files beside them")
  func findsTables() throws {
    let folder = try TemporaryFolder()
    for (source, name) in [
      ("\(Project.root)/Fixtures/ladders/movie.json", "movie.json"),
      (Project.trace("commute.json"), "trace.json"),
      (Project.clip("faststart.mp4"), "clip.mp4"),
    ] {
      try FileManager.default.copyItem(atPath: source, toPath: "\(folder.path)/\(name)")
    }
    func media(_ list: String) throws -> [String] {
      let run = try ProgramRun("sweep --media \(list) --networks 3g --plan")
      expect(run.code, equals: .ok, "\(run.diagnostics)")
      return ["clip.mp4", "movie.json", "trace.json"].filter(run.output.contains)
    }
    let found = try [folder.path, "\(folder.path)/*", "\(folder.path)/*.json"].map(media)
    let both = ["clip.mp4", "movie.json"]
    expect(found, equals: [both, both, ["movie.json"]])
  }

  @Test("refuse files that are not theirs, and leave them as they are")
  func foreign() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/notes.txt"
    try "notes of mine, not yours".write(toFile: path, atomically: true, encoding: .utf8)
    let run = try ProgramRun("sweep \(Self.lists) -o \(path)")
    expect(run.code, equals: .badData)
    expect(run.diagnostics.split(separator: "\n").count, equals: 1)
    try expect(String(contentsOfFile: path, encoding: .utf8), equals: "notes of mine, not yours")
    try expect(ProgramRun("results \(path)").code, equals: .badData)
    try expect(ProgramRun("results \(folder.path)/none.sqlite").code, equals: .noInput)
    try expect(
      ProgramRun("sweep \(Self.lists) -o \(folder.path)/no/r.sqlite").code, equals: .cannotCreate)
  }

  @Test(
    "say in one line what is wrong",
    arguments: [
      ("sweep --media a.mp4 --networks 3g", ExitCode.usage),
      ("sweep --media a.mp4 --networks 3g --players nobody -o x.sqlite", .usage),
      ("sweep --media a.mp4 -o x.sqlite", .usage),
      ("sweep --media a.mp4 --networks 3g --shard 4/3 -o x.sqlite", .usage),
      ("sweep --media a.mp4 --networks 3g --sample 0 -o x.sqlite", .usage),
      ("sweep --media a.mp4 --networks 3g --abr nothing -o x.sqlite", .usage),
      ("sweep --media a.mp4 --networks 3g --what-if cbr+levels=0+faststart -o x.sqlite", .usage),
      ("sweep --media nowhere/*.mp4 --networks 3g -o x.sqlite", .noInput),
      ("sweep nowhere.yaml -o x.sqlite", .noInput),
      ("merge a.sqlite", .usage),
      ("analyze --from nowhere.sqlite#1", .noInput),
    ])
  func refuses(line: String, code: ExitCode) throws {
    let run = try ProgramRun(line)
    expect(run.code, equals: code, "\(run.diagnostics)")
    expect(run.output.isEmpty)
    expect(run.diagnostics.split(separator: "\n").count, equals: 1)
  }
}
