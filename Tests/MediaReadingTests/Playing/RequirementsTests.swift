import Expectations
import MediaReading
import PlayheadKit
import Testing

@Suite("The bounds of every fixture", .serialized)
struct RequirementsTests {
  /// Networks that none of the fixtures plays over at once, one of which is dead for a while.
  private static func links() throws -> [NetworkLink] {
    let latency = WallTime.milliseconds(60)
    return try [
      [(1, 250_001), (2, 77_777), (3, 133_333)], [(2, 400_000), (7, 0)], [(1, 3_000_000)],
    ].map { intervals in
      NetworkLink(
        following: try BandwidthProfile(
          name: "uneven",
          intervals: intervals.map { seconds, rate in
            .init(
              duration: .seconds(Int64(seconds)), rate: BitRate(bitsPerSecond: Int64(rate)),
              latency: latency)
          }))
    }
  }

  /// Whether playback that starts after `delay` never stalls.
  private static func isInTime(
    _ presentation: Presentation, after delay: WallTime, over link: NetworkLink
  ) throws -> Bool {
    let policy = try BufferingPolicy(
      startupThreshold: .zero, resumeThreshold: .zero, highWatermark: nil)
    var simulation = Simulation(
      FileScenario(
        presentation, over: link, policy: policy,
        actions: [UserAction(at: .zero, .pause), UserAction(at: delay, .play)],
        options: SessionOptions(tickInterval: nil, limit: .seconds(10_000_000))))
    let session = simulation.run()
    return session.stalls.isEmpty && session.endReason == .ended
      && session.elapsed == delay + .playing(presentation.duration)
  }

  /// Of the other clips, that a nanosecond less stalls is below.
  @Test(
    "are those of a plain search by simulation",
    arguments: stride(from: 0, to: Fixtures.playable.count, by: 3).map { Fixtures.playable[$0] })
  func search(clip: String) throws {
    let index = try MediaReader(cores: 2).read(Fixtures.clip(clip), decode: .none).index
    let presentation = try Presentation(index)
    let needed = try #require(NeededBytes(presentation))
    for link in try Self.links() {
      var (tooShort, enough) = (Int64(-1), WallTime.seconds(40_000).nanoseconds)
      while enough - tooShort > 1 {
        let middle = tooShort + (enough - tooShort) / 2
        let delay = WallTime(nanoseconds: middle)
        if try Self.isInTime(presentation, after: delay, over: link) {
          enough = middle
        } else {
          tooShort = middle
        }
      }
      let bound = StartupBound(needed, over: link)
      expect(bound.delay, equals: WallTime(nanoseconds: enough))
      let buffer = try #require(
        BufferBound(needed, over: link, startup: WallTime(nanoseconds: enough)))
      expect(buffer.level > .zero && buffer.level <= presentation.duration)
      expect(buffer.bytes > 0 && buffer.bytes <= index.bytes)
    }
    for (startup, latency) in [(2000, 0), (500, 60)] as [(Int64, Int64)] {
      let startup = WallTime.milliseconds(startup)
      var (tooLow, enough) = (Int64(-1), Int64(1) << 36)
      while enough - tooLow > 1 {
        let middle = tooLow + (enough - tooLow) / 2
        let profile = try BandwidthProfile(
          name: "constant", rate: BitRate(bitsPerSecond: middle), latency: .milliseconds(latency))
        if try Self.isInTime(presentation, after: startup, over: NetworkLink(following: profile)) {
          enough = middle
        } else {
          tooLow = middle
        }
      }
      let curve = RateCurve(needed, latency: .milliseconds(latency))
      expect(curve.bound(startup: startup).rate, equals: BitRate(bitsPerSecond: enough))
    }
  }

  /// By what H.264 calls for, frame by frame.
  @Test("hold on every network preset: a nanosecond less stalls", arguments: Fixtures.playable)
  func presets(clip: String) throws {
    let index = try MediaReader(cores: 2).read(Fixtures.clip(clip), decode: .none).index
    let presentation = try Presentation(index)
    let needed = try #require(NeededBytes(presentation))
    for profile in NetworkPreset.all.map(\.profile) {
      let link = NetworkLink(following: profile)
      let delay = try #require(StartupBound(needed, over: link).delay, "\(profile.name)")
      try expect(Self.isInTime(presentation, after: delay, over: link), "\(profile.name)")
      let less = delay - .resolution
      try expect(
        less < .zero || !Self.isInTime(presentation, after: less, over: link),
        "\(profile.name)")
    }
  }

  @Test("have leaky buckets that no frame overflows or empties")
  func buckets() throws {
    let index = try MediaReader(cores: 2).read(Fixtures.clip("faststart.mp4"), decode: .none).index
    let bucket = LeakyBucket(index, track: 0)
    let samples = index.samples.filter { $0.track == 0 }
    expect(bucket.bytes, equals: samples.reduce(0) { $0 + Int64($1.size) })
    for kilobits in [200, 400, 664, 700, 1000, 5000] as [Int64] {
      let pair = bucket.pair(at: BitRate(bitsPerSecond: kilobits * 1000))
      // As a bucket of an encoder: frames go in at once, and leak out at the rate.
      var (level, most) = (Int128(0), Int128(0))
      var former: MediaTime?
      for sample in samples {
        let time = try #require(sample.decodeTime)
        let leaked = Int128((time - (former ?? time)).nanoseconds) * Int128(kilobits * 1000)
        level = max(0, level - leaked) + Int128(sample.size) * 8_000_000_000
        most = max(most, level)
        former = time
      }
      expect(pair.size, equals: Int64((most + 7_999_999_999) / 8_000_000_000))
      // As that of a decoder, which starts so full, it never runs dry, and with a byte less it
      // does.
      for lacking in [0, 1] as [Int128] {
        let size = Int128(pair.size) * 8_000_000_000
        var level = min(size, Int128(pair.fullness) * 8_000_000_000 - lacking * 8_000_000_000)
        var runsDry = false
        former = nil
        for sample in samples {
          let time = try #require(sample.decodeTime)
          let come = Int128((time - (former ?? time)).nanoseconds) * Int128(kilobits * 1000)
          level = min(size, level + come) - Int128(sample.size) * 8_000_000_000
          if level < 0 { runsDry = true }
          former = time
        }
        expect(runsDry, equals: (lacking > 0), "\(kilobits)")
      }
    }
  }
}
