import Expectations
import PlayheadKit
import Testing

@Suite struct `Playhead's own profiles` {
  private static func profile(
    _ text: String, name: String = "file.yaml"
  ) throws(ProfileError) -> BandwidthProfile {
    try BandwidthProfile(contents: Array(text.utf8), name: name)
  }

  private static let commute = """
    # A way to work.
    playhead: network/1
    name: Commute
    latency: 40ms
    intervals:
      - {duration: 10s, rate: 8M, latency: 20ms}
      - duration: 0:20
        rate: 2.4Mbit/s
        path: [expensive]
      - duration: PT7.5S
        rate: 0
        path: [expensive, constrained]
    """

  @Test(arguments: ["file.yaml", "file.YML", "file", "/dev/stdin"])
  func `are known by how they begin or by their name`(name: String) throws {
    let profile = try Self.profile(Self.commute, name: name)
    expect(profile.name, equals: "Commute")
    expect(profile.afterwards, equals: .repeats)
    expect(
      profile.intervals,
      equals: [
        .init(
          duration: .seconds(10), rate: BitRate(bitsPerSecond: 8_000_000),
          latency: .milliseconds(20)),
        .init(
          duration: .seconds(20), rate: BitRate(bitsPerSecond: 2_400_000),
          latency: .milliseconds(40), path: .expensive),
        .init(
          duration: .milliseconds(7500), rate: .zero, latency: .milliseconds(40),
          path: [.expensive, .constrained]),
      ])
  }

  @Test func `carry bytes as computed by hand`() throws {
    let link = NetworkLink(following: try Self.profile(Self.commute))
    // 10 s at 1 MB/s, 20 s at 300 kB/s, 7.5 s of nothing: 16 MB in 37.5 s, again and again.
    expect(link.arrival(of: 10_000_000, from: .zero), equals: .seconds(10))
    expect(link.arrival(of: 10_000_001, from: .zero), equals: WallTime(nanoseconds: 10_000_003_334))
    expect(link.arrival(of: 16_000_000, from: .zero), equals: .seconds(30))
    expect(link.arrival(of: 16_000_001, from: .zero), equals: WallTime(nanoseconds: 37_500_001_000))
    expect(link.arrival(of: 160_000_000, from: .zero), equals: .milliseconds(9 * 37_500 + 30_000))
    expect(link.arrival(of: 600_000, from: .seconds(29)), equals: .milliseconds(37_800))
    expect(link.latency(at: .seconds(10)), equals: .milliseconds(40))
    expect(link.path(at: .zero), equals: [])
    expect(link.path(at: WallTime(nanoseconds: 9_999_999_999)), equals: [])
    expect(link.path(at: .seconds(10)), equals: .expensive)
    expect(link.path(at: .seconds(30)), equals: [.expensive, .constrained])
    expect(link.path(at: .milliseconds(37_500)), equals: [])
  }

  @Test func `may hold their last interval, which then needs no duration`() throws {
    let text =
      "{playhead: network/1, afterwards: hold, intervals: [{duration: 1, rate: 8k}, {rate: 80k}]}"
    let profile = try Self.profile(text, name: "inline")
    expect(profile.name, equals: "inline")
    let link = NetworkLink(following: profile)
    expect(link.arrival(of: 11_000, from: .zero), equals: .seconds(2))
    let error = #expect(throws: ProfileError.self) {
      try Self.profile(text.replacing("hold", with: "repeat"))
    }
    expect(error?.description, equals: "line 1, column 80: duration is missing")
  }

  @Test func `may be JSON`() throws {
    let profile = try Self.profile(
      """
      {
      \t"playhead": "network/1",
      \t"latency": "10ms",
      \t"intervals": [{"duration": 10, "rate": "800k", "path": ["constrained"]}]
      }
      """, name: "file.json")
    expect(
      profile.intervals,
      equals: [
        .init(
          duration: .seconds(10), rate: BitRate(bitsPerSecond: 800_000),
          latency: .milliseconds(10), path: .constrained)
      ])
  }

  @Test(
    arguments: [
      (
        "latency: 50, intervals: [{duration: 1, rate: 8k}]",
        "latency: “50”: a number without a unit could be milliseconds or seconds; "
          + "write 50ms or 50s"
      ),
      (
        "intervals: [{duration: 1, rate: 8k, latency: 50m}]",
        "latency: “50m”: “m” could be milliseconds or minutes; write 50ms or 50min"
      ),
      (
        "intervals: [{duration: 1, rate: 800}]",
        "rate: “800”: a rate needs a unit; write 800k for 800 kbit/s, or 800bps"
      ),
    ])
  func `have no latency or rate without a unit`(text: String, mistake: String) {
    let error = #expect(throws: ProfileError.self) {
      try Self.profile("{playhead: network/1, \(text)}")
    }
    expect(error?.description.hasSuffix(mistake), equals: true, "\(error?.description ?? "")")
  }

  @Test func `keep their paths when their latency is replaced`() throws {
    let profile = try Self.profile(Self.commute).replacingLatency(with: .seconds(1))
    expect(profile.intervals.map(\.path), equals: [[], .expensive, [.expensive, .constrained]])
    expect(profile.intervals.allSatisfy { $0.latency == .seconds(1) })
  }

  @Test func `tell all their mistakes at once`() {
    let error = #expect(throws: ProfileError.self) {
      try Self.profile(
        """
        playhead: network/1
        afterward: hold
        latency: 10 ms
        loss: 101%
        intervals:
          - duration: 5s
            rate: 1.5m
          - duraton: 5s
            rate: 800k
            path: [cheap, expensve]
            loss: -2%
          - 10s@800k
        """)
    }
    let places = error.map { [$0] + $0.others }?.map(\.place)
    expect(
      places,
      equals: [
        (2, 1), (4, 7), (7, 11), (8, 5), (8, 5), (10, 12), (10, 19), (11, 11), (12, 5),
      ]
      .map { .line($0, column: $1) })
    expect(error?.others[0].problem, equals: "loss: “101%”: this is more than 100 %")
    expect(error?.others[5].problem.hasSuffix("did you mean expensive?"), equals: true)
  }

  @Test(
    arguments: [
      ("intervals: []", "line 2, column 12: intervals: the list is empty"),
      ("name: x", "line 1, column 1: intervals is missing"),
      (
        "intervals: [{duration: 0, rate: 1M}]",
        "line 2, column 12: intervals: the intervals have a total duration of 0, so they cannot repeat"
      ),
      (
        "intervals: [{duration: P13000D, rate: 1M}, {duration: P13000D, rate: 1M}]",
        "line 2, column 12: intervals: entry 2, duration: "
          + "the profile is longer than 1152921504.606846976 s here"
      ),
    ])
  func `are refused where they make no sense`(line: String, description: String) {
    let error = #expect(throws: ProfileError.self) {
      try Self.profile("playhead: network/1\n\(line)")
    }
    expect(error?.description, equals: description)
    expect(error?.others, equals: [])
  }

  @Test func `that are not UTF-8 say where`() {
    let contents = Array("playhead: network/1\nname: caf".utf8) + [0xE9]
    let error = #expect(throws: ProfileError.self) {
      try BandwidthProfile(contents: contents, name: "x")
    }
    expect(error?.description, equals: "line 2, column 10: this is not UTF-8; save it as UTF-8")
  }
}

extension `Playhead's own profiles` {
  @Test("give a loss to every interval that does not say another")
  func loss() throws {
    let text = """
      playhead: network/1
      loss: 1%
      intervals:
        - {duration: 1s, rate: 1M}
        - {duration: 1s, rate: 1M, loss: 0.5}
        - {duration: 1s, rate: 1M, loss: 0}
      """
    let profile = try BandwidthProfile(contents: Array(text.utf8), name: "x.yaml")
    expect(profile.intervals.map(\.loss.millionths), equals: [10_000, 5_000, 0])
  }
}
