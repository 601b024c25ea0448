import PlayheadKit

/// An index and a link made up in memory: media at 2 Mbit/s on a link that comes and goes.
struct SyntheticScene {
  let index: MediaIndex
  let link: NetworkLink

  /// Media of so many minutes, and a link with a share of its usual rate.
  init(minutes: Int64 = 10, linkPercentage: Int64 = 100) throws(BenchmarkError) {
    index = Self.makeIndex(minutes)
    do {
      // A rate that changes every second, between 1 and 5 Mbit/s.
      let intervals = (0..<1000 as Range<Int64>).map { number in
        let rate: Int64 = 1_000_000 + number * 7919 % 1000 * 4000
        return BandwidthProfile.Interval(
          duration: .seconds(1), rate: BitRate(bitsPerSecond: rate / 100 * linkPercentage),
          latency: .milliseconds(50))
      }
      link = NetworkLink(following: try BandwidthProfile(name: "synthetic", intervals: intervals))
    } catch {
      throw BenchmarkError("cannot make up a session: \(error)")
    }
  }

  func presentation() throws(BenchmarkError) -> Presentation {
    do {
      return try Presentation(index)
    } catch {
      throw BenchmarkError("cannot make up a presentation: \(error)")
    }
  }

  /// The basic player with the watermarks given.
  func policy(high: MediaTime?, low: MediaTime?) throws(BenchmarkError) -> BufferingPolicy {
    do {
      return try BufferingPolicy(highWatermark: high, lowWatermark: low)
    } catch {
      throw BenchmarkError("cannot make up a player: \(error)")
    }
  }

  /// Plays it once, to the end; returns the number of stalls.
  func play(_ presentation: Presentation, _ policy: BufferingPolicy) -> Int {
    var simulation = Simulation(
      FileScenario(
        presentation, over: link, policy: policy,
        options: SessionOptions(tickInterval: nil, recordsEvents: false)))
    return SessionSummary(simulation.run()).stallCount
  }

  /// 1800 pictures a minute, in decoding order with two B frames, among 2700 samples of sound.
  private static func makeIndex(_ minutes: Int64) -> MediaIndex {
    var samples: [Sample] = []
    samples.reserveCapacity(4500 * Int(minutes))
    var offset: Int64 = 4096
    func add(
      _ track: UInt16, _ size: Int64, rate: Int64, decoded: Int64, shown: Int64, isSync: Bool
    ) {
      let times = [shown, decoded, 1].map { MediaTime(nanoseconds: $0 * 1_000_000_000 / rate) }
      samples.append(
        Sample(
          track: track, offset: offset, size: UInt32(size), needs: offset + size,
          presentationTime: times[0], decodeTime: times[1], duration: times[2],
          flags: isSync ? .sync : []))
      offset += size
    }
    let delays: [Int64] = [3, 0, 0]
    for number in 0..<1800 * minutes {
      let isSync = number % 60 == 0
      let size: Int64 = isSync ? 40_000 : 3000 + number * 7907 % 8000
      add(
        0, size, rate: 30, decoded: number, shown: number + delays[Int(number % 3)],
        isSync: isSync)
      // Three samples of sound for every two pictures.
      for turn in 0..<(1 + number % 2) {
        let sound = number / 2 * 3 + number % 2 + turn
        add(1, 350, rate: 45, decoded: sound, shown: sound, isSync: true)
      }
    }
    return MediaIndex(
      name: "synthetic", bytes: offset, container: "synthetic", announcedDuration: nil,
      openingReads: [ByteRange(0, 4096)],
      tracks: [track(0, .video, "h264"), track(1, .audio, "aac")], samples: samples)
  }

  private static func track(_ id: Int, _ kind: Track.Kind, _ codec: String) -> Track {
    Track(id: id, kind: kind, codec: codec, timeBase: Rational(1, 90_000), isPreferred: true)
  }
}
