import Expectations
import Foundation
import PlayheadKit
import Synchronization
import Testing

@testable import PlayheadSweep

@Suite("Stored sessions")
struct StoringTests {
  /// A session of `count` switches, which has `count` stalls and plays `count` levels.
  private static func record(
    _ count: Int, job: Int? = nil, in plan: SweepPlan
  ) -> SweepRecord {
    SweepRecord(
      job: String(repeating: "0", count: 29) + String((job ?? count) + 100),
      media: MediaFact(plan.media[0]), network: NetworkFact(plan.networks[count % 4]),
      player: plan.players[0].fact(for: .file), rule: "default", whatIf: "none",
      manner: MannerFact(plan.manner),
      outcome: .played(
        SweepSession(
          playsThrough: false, values: SweepSession.metrics.map { _ in nil },
          stalls: (0..<count).map {
            SweepSession.Wait(
              start: .seconds(Int64($0)), mediaTime: .seconds(Int64(count)),
              duration: $0 == 0 ? nil : .seconds(1))
          },
          switches: (0..<count).map {
            SweepSession.Switch(
              mediaTime: .seconds(Int64($0)), former: $0, level: $0 + 1,
              formerRate: BitRate(bitsPerSecond: 1), rate: BitRate(bitsPerSecond: 2))
          }, timeAtLevel: (0..<count).map { .seconds(Int64($0)) })))
  }

  @Test("Rows of any number are stored in order, by whichever thread adds their session")
  func rows() async throws {
    let plan = try SelectionTests.plan(ladders: 0)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("playhead-storing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("results.sqlite").path
    let counts = Array(0...160) + [200, 239]
    let sink = ResultsSink(
      try ResultsWriter(path: path), finished: JobNames(), hasWaited: { false }, onChange: { _ in })
    await withTaskGroup(of: Bool.self) { group in
      for count in counts {
        group.addTask {
          do throws(ResultsError) {
            try sink.add(Self.record(count, in: plan))
            return true
          } catch {
            return false
          }
        }
      }
    }
    try sink.finish()

    let reader = try ResultsReader(path: path)
    func numbers(_ sql: String) throws -> [[SQLiteValue]] { try reader.rows(sql).rows }
    let stored = try ["stalls", "switches"].map { table in
      try numbers(
        "SELECT count(\(table).number), coalesce(max(\(table).number), 0) FROM sessions LEFT JOIN "
          + "\(table) ON \(table).session = sessions.id GROUP BY sessions.id ORDER BY job")
    }
    let expected: [[SQLiteValue]] = counts.map { [.integer(Int64($0)), .integer(Int64($0))] }
    let levels = try numbers(
      "SELECT count(level), sum(seconds) FROM levels GROUP BY session ORDER BY count(level)")
    let expectedLevels: [[SQLiteValue]] = counts.filter { $0 > 1 }.map {
      // The level numbered zero was played for no time.
      [.integer(Int64($0 - 1)), .real(Double($0 * ($0 - 1) / 2))]
    }
    let open = try numbers("SELECT count(*) FROM stalls WHERE durationSeconds IS NULL")
    let dangling = try numbers("PRAGMA foreign_key_check")
    expect(
      stored == [expected, expected] && levels == expectedLevels && dangling.isEmpty
        && open == [[.integer(Int64(counts.count - 1))]])
  }

  @Test("What was played is kept as soon as it is time, and else with many others")
  func times() throws {
    let plan = try SelectionTests.plan(ladders: 0)
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("playhead-storing-\(UUID().uuidString).sqlite").path
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    let isTime = Mutex(false)
    let sink = ResultsSink(
      try ResultsWriter(path: path), finished: JobNames(), hasWaited: { isTime.withLock(\.self) },
      onChange: { _ in })
    func stored() throws -> [[SQLiteValue]] {
      try ResultsReader(path: path).rows("SELECT count(*) FROM sessions").rows
    }
    for count in 0..<10 { try sink.add(Self.record(1, job: count, in: plan)) }
    expect(try stored() == [[.integer(0)]])
    isTime.withLock { $0 = true }
    try sink.add(Self.record(1, job: 10, in: plan))
    expect(try stored() == [[.integer(11)]])
    isTime.withLock { $0 = false }
    for count in 11..<600 { try sink.add(Self.record(1, job: count, in: plan)) }
    // The first 500 besides them, as they are a transaction.
    expect(try stored() == [[.integer(511)]])
    try sink.finish()
    expect(try stored() == [[.integer(600)]])
  }
}
