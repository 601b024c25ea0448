import Expectations
import PlayheadKit
import Testing

@Suite struct `A preset` {
  /// Name, source, down and up in kbit/s, latency in ms, loss in percent.
  typealias Row = (String, NetworkPreset.Source, Int64, Int64, Int64, Int64)

  static let table: [Row] = [
    ("chrome-3g", .chrome, 500, 500, 400, 0),
    ("chrome-slow-4g", .chrome, 1600, 750, 150, 0),
    ("chrome-fast-4g", .chrome, 9000, 1500, 60, 0),
    ("wpt-cable", .webPageTest, 5000, 1000, 28, 0),
    ("wpt-dsl", .webPageTest, 1500, 384, 50, 0),
    ("wpt-3gslow", .webPageTest, 400, 400, 400, 0),
    ("wpt-3g", .webPageTest, 1600, 768, 300, 0),
    ("wpt-3gfast", .webPageTest, 1600, 768, 150, 0),
    ("wpt-4g", .webPageTest, 9000, 9000, 170, 0),
    ("wpt-lte", .webPageTest, 12_000, 12_000, 70, 0),
    ("wpt-edge", .webPageTest, 240, 200, 840, 0),
    ("wpt-2g", .webPageTest, 280, 256, 800, 0),
    ("wpt-dial", .webPageTest, 49, 30, 120, 0),
    ("wpt-fios", .webPageTest, 20_000, 5000, 4, 0),
    ("apple-3g", .apple, 780, 330, 200, 0),
    ("apple-dsl", .apple, 2000, 256, 10, 0),
    ("apple-edge", .apple, 240, 200, 840, 0),
    ("apple-lte", .apple, 50_000, 10_000, 115, 0),
    ("apple-wifi", .apple, 40_000, 33_000, 2, 0),
    ("apple-very-bad", .apple, 1000, 1000, 1000, 10),
  ]

  @Test(arguments: table)
  func `has the numbers of its source`(row: Row) throws {
    let (name, source, down, up, latency, loss) = row
    let preset = try #require(NetworkPreset(named: name.uppercased()))
    expect(preset.name, equals: name)
    expect(preset.source, equals: source)
    expect(preset.down.bitsPerSecond, equals: down * 1000)
    expect(preset.up.bitsPerSecond, equals: up * 1000)
    expect(preset.latency, equals: .milliseconds(latency))
    expect(preset.loss, equals: Ratio(millionths: loss * 10_000))
  }

  @Test func `is in the table above, and has names of its own`() {
    expect(Set(NetworkPreset.all.map(\.name)), equals: Set(Self.table.map(\.0)))
    let names = NetworkPreset.all.flatMap { [$0.name] + $0.otherNames }
    expect(Set(names).count, equals: names.count)
  }

  @Test(
    arguments: [
      ("3g", "wpt-3g"), ("Cable", "wpt-cable"), ("LTE", "wpt-lte"), ("3GSlow", "wpt-3gslow"),
      ("chrome-slow-3g", "chrome-3g"), ("chrome-fast-3g", "chrome-slow-4g"),
    ])
  func `is known by other names`(other: String, name: String) {
    expect(NetworkPreset(named: other)?.name, equals: name)
  }

  @Test(arguments: ["", "wifi", "wpt-", "slow-4g", "apple-4g", " 3g"])
  func `is not known by any name`(name: String) {
    expect(NetworkPreset(named: name) == nil)
  }

  @Test func `is a profile that says whose it is and never changes`() throws {
    let preset = try #require(NetworkPreset(named: "3g"))
    let profile = preset.profile
    expect(profile.name, equals: "wpt-3g (WebPageTest)")
    expect(profile.afterwards, equals: .holdsLast)
    expect(
      profile.intervals,
      equals: [
        BandwidthProfile.Interval(
          duration: .zero, rate: BitRate(bitsPerSecond: 1_600_000), latency: .milliseconds(300))
      ])
  }

  @Test func `pays for the loss that it has`() throws {
    let preset = try #require(NetworkPreset(named: "apple-very-bad"))
    let profile = try NetworkShaping().applied(to: preset.profile)
    // 1460 B · 8 ÷ 1 s · √(1.5 ÷ 0.1) = 11 680 · 3.872983 bit/s
    expect(profile.intervals.map(\.rate.bitsPerSecond), equals: [45_236])
    expect(profile.notes, equals: ["loss 10 % caps the rate at 45.236 kbit/s (Mathis et al. 1997)"])
    var shaping = NetworkShaping()
    shaping.latency = .milliseconds(100)
    try expect(shaping.applied(to: preset.profile).intervals[0].rate.bitsPerSecond, equals: 452_364)
    shaping.latency = .zero
    let unbound = try shaping.applied(to: preset.profile)
    expect(unbound.intervals[0].rate.bitsPerSecond, equals: 1_000_000)
    expect(unbound.notes, equals: ["loss 10 % has no effect without latency"])
  }
}
