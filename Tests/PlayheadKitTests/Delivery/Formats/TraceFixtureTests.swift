import Expectations
import Foundation
import PlayheadKit
import Testing

@Suite struct `A trace of each format` {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/traces")

  private static func profile(_ name: String) throws -> BandwidthProfile {
    let contents = try Data(contentsOf: folder.appendingPathComponent(name))
    return try BandwidthProfile(contents: Array(contents), name: name)
  }

  @Test(
    arguments: [
      // 4 s at 187.5 kB/s, 8 s of nothing, then 150 kB/s, 6666 ⅔ ns a byte.
      ("outage.json", 750_000, 4_000_000_000),
      ("outage.json", 750_001, 12_000_006_667),
      // 4 s at 100 kB/s, 2 s of nothing, and 2 s at 200 kB/s, as the row before lasts 2 s.
      ("plain.csv", 1, 10_000),
      ("plain.csv", 400_000, 4_000_000_000),
      ("plain.csv", 400_001, 6_000_005_000),
      ("plain.csv", 800_000, 8_000_000_000),
      ("plain.csv", 800_001, 8_000_010_000),
      // 10 s at 100 kB/s, 5 s of nothing, 2.5 s at 200 kB/s.
      ("durations.csv", 1_000_000, 10_000_000_000),
      ("durations.csv", 1_000_001, 15_000_005_000),
      ("durations.csv", 1_500_001, 17_500_010_000),
      // Two rows share a second: 0.5 s at 100 kB/s and at 200 kB/s; then 2 s of nothing over the
      // end of a February of 29 days, and a second at 300 kB/s, 3333 ⅓ ns a byte.
      ("raca.csv", 50_000, 500_000_000),
      ("raca.csv", 50_001, 500_005_000),
      ("raca.csv", 150_000, 1_000_000_000),
      ("raca.csv", 150_001, 3_000_003_334),
      ("raca.csv", 450_000, 4_000_000_000),
      // The first row's rate is never seen: 0.5 s at 100 kB/s, 2 s of nothing, 0.75 s at 200 kB/s.
      ("pensieve.txt", 50_000, 500_000_000),
      ("pensieve.txt", 50_001, 2_500_005_000),
      ("pensieve.txt", 200_000, 3_250_000_000),
      ("pensieve.txt", 200_001, 3_250_010_000),
      // Two packets in the first millisecond, three in the third, one in the tenth, the last:
      // 3000, 4500 and 1500 bytes a millisecond.
      ("mahimahi.txt", 1_500, 500_000),
      ("mahimahi.txt", 3_000, 1_000_000),
      ("mahimahi.txt", 3_001, 2_000_223),
      ("mahimahi.txt", 7_500, 3_000_000),
      ("mahimahi.txt", 7_501, 9_000_667),
      ("mahimahi.txt", 9_000, 10_000_000),
      ("mahimahi.txt", 9_001, 10_000_334),
      // 100 kB in a second, nothing in half a second, 25 kB in 1.25 s.
      ("norway.log", 100_000, 1_000_000_000),
      ("norway.log", 100_001, 1_500_050_000),
      ("norway.log", 125_000, 2_750_000_000),
      // As Pensieve's, in ms and kb/s: 1 s at 100 kB/s, 2.5 s of nothing, 1.5 s at 200 kB/s.
      ("oboe.txt", 100_000, 1_000_000_000),
      ("oboe.txt", 100_001, 3_500_005_000),
      ("oboe.txt", 400_000, 5_000_000_000),
    ] as [(String, Int64, Int64)])
  func `delivers at the nanosecond found by hand`(
    name: String, bytes: Int64, arrival: Int64
  ) throws {
    let link = NetworkLink(following: try Self.profile(name))
    expect(link.arrival(of: bytes, from: .zero), equals: WallTime(nanoseconds: arrival))
  }

  @Test func `has its latency where the format has one, and none where not`() throws {
    let latencies = try Self.profile("plain.csv").intervals.map(\.latency)
    expect(latencies, equals: [.milliseconds(50), .milliseconds(50), .milliseconds(20)])
    for name in ["raca.csv", "pensieve.txt", "mahimahi.txt", "norway.log", "oboe.txt"] {
      try expect(Self.profile(name).intervals.allSatisfy { $0.latency == .zero }, "\(name)")
    }
  }

  @Test(
    arguments: try FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent("malformed").path
    ).sorted())
  func `is refused if it is malformed`(name: String) {
    #expect(throws: ProfileError.self) { try Self.profile("malformed/\(name)") }
  }
}
