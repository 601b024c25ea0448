import Expectations
import PlayheadKit
import Testing

@Suite struct `A bandwidth profile` {
  typealias Interval = BandwidthProfile.Interval
  static let tick = WallTime.resolution

  @Test(
    arguments: [
      ([], .whole, "a profile needs at least one interval"),
      (
        [Interval(duration: tick, rate: .zero), Interval(duration: .zero - tick, rate: .zero)],
        .value("duration", entry: 2), "-0.000000001 s is negative"
      ),
      (
        [Interval(duration: tick, rate: .zero, latency: .zero - tick)],
        .value("latency", entry: 1), "-0.000000001 s is negative"
      ),
      (
        [Interval(duration: tick, rate: BitRate(bitsPerSecond: -1))],
        .value("rate", entry: 1), "-1 bit/s is negative"
      ),
      (
        [Interval(duration: .bound + tick, rate: .zero)],
        .value("duration", entry: 1),
        "1152921504.606846977 s is more than 1152921504.606846976 s"
      ),
      (
        [Interval(duration: tick, rate: .zero, latency: .bound + tick)],
        .value("latency", entry: 1), "1152921504.606846977 s is more than 1152921504.606846976 s"
      ),
      (
        [Interval(duration: tick, rate: BitRate(bitsPerSecond: BitRate.bound.bitsPerSecond + 1))],
        .value("rate", entry: 1), "1000000.000000001 Gbit/s is more than 1000000 Gbit/s"
      ),
      (
        [Interval(duration: .bound, rate: .zero), Interval(duration: tick, rate: .zero)],
        .value("duration", entry: 2), "the profile is longer than 1152921504.606846976 s here"
      ),
      (
        [Interval(duration: .zero, rate: .bound)], .whole,
        "the intervals have a total duration of 0, so they cannot repeat"
      ),
    ] as [([Interval], ProfileError.Place, String)])
  func `is refused just beyond its bounds`(
    intervals: [Interval], place: ProfileError.Place, problem: String
  ) {
    #expect(throws: ProfileError(place, problem)) {
      try BandwidthProfile(name: "wrong", intervals: intervals)
    }
  }

  @Test func `is taken at its bounds`() throws {
    let widest = Interval(duration: .bound, rate: .bound, latency: .bound)
    try expect(BandwidthProfile(name: "wide", intervals: [widest]).intervals, equals: [widest])
    let none = Interval(duration: .zero, rate: .zero)
    let held = try BandwidthProfile(name: "none", intervals: [none], afterwards: .holdsLast)
    expect(held.intervals, equals: [none])
  }

  @Test func `can have its latency replaced, and nothing else`() throws {
    let profile = try BandwidthProfile(
      name: "two",
      intervals: [
        Interval(duration: .seconds(1), rate: .zero, latency: .milliseconds(5)),
        Interval(duration: .seconds(2), rate: BitRate(bitsPerSecond: 9)),
      ],
      afterwards: .holdsLast)
    let replaced = try profile.replacingLatency(with: .milliseconds(300))
    expect(replaced.name, equals: "two")
    expect(replaced.afterwards, equals: .holdsLast)
    expect(replaced.intervals.map(\.duration), equals: [.seconds(1), .seconds(2)])
    expect(replaced.intervals.map(\.rate.bitsPerSecond), equals: [0, 9])
    expect(replaced.intervals.map(\.latency), equals: [.milliseconds(300), .milliseconds(300)])
    #expect(throws: ProfileError.self) { try profile.replacingLatency(with: .zero - .resolution) }
  }

  @Test func `has its refusal told in a line`() {
    expect(ProfileError(.whole, "it is empty").description, equals: "it is empty")
    expect(ProfileError(.entry(3), "is odd").description, equals: "entry 3: is odd")
    expect(
      ProfileError(.value("latency_ms", entry: 3), "is missing").description,
      equals: "entry 3, latency_ms: is missing")
  }
}
