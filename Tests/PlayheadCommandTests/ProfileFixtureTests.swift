import Expectations
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("Profiles in the fixtures")
struct ProfileFixtureTests {
  @Test("commute.yaml carries what its steps sum up to")
  func commute() throws {
    let path = Project.trace("commute.yaml")
    let contents = try WholeFile.read(path, atMost: 1 << 20)
    let profile = try BandwidthProfile(contents: contents, name: path)
    expect(profile.name, equals: "Commute")
    let link = NetworkLink(following: profile)
    // 10 s at 1 MB/s, 20 s at 300 kB/s, 7.5 s at nothing, 62.5 s at 100 kB/s: 22.25 MB in 100 s.
    expect(link.arrival(of: 16_000_000, from: .zero), equals: .seconds(30))
    expect(link.arrival(of: 16_100_000, from: .zero), equals: .milliseconds(38_500))
    expect(link.arrival(of: 22_250_000, from: .zero), equals: .seconds(100))
    expect(
      link.arrival(of: 22_250_000 * 9 + 1, from: .zero),
      equals: WallTime(nanoseconds: 900_000_001_000))
    expect(link.latency(at: .seconds(30)), equals: .milliseconds(300))
    expect(link.latency(at: .milliseconds(37_500)), equals: .milliseconds(120))
    expect(link.path(at: .seconds(99)), equals: [.expensive, .constrained])
  }
}
