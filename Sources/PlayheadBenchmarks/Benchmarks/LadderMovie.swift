import PlayheadKit

/// A made-up ladder of 200 segments of 3 s on 10 levels, and a network that takes it through all of
/// them.
struct LadderMovie {
  /// The declared bit rates, in kbit/s.
  static let rates: [Int64] = [230, 331, 477, 688, 991, 1427, 2056, 2962, 5027, 6000]
  /// The network's intervals: milliseconds and kbit/s.
  static let intervals: [(length: Int64, rate: Int64)] = [
    (5000, 3000), (8000, 700), (4000, 6500), (11_000, 1600), (7000, 350),
  ]
  /// The milliseconds from a request to its first byte.
  static let latency: Int64 = 100
  private static let seconds: Int64 = 3
  /// The number of its segments.
  var segments = 200

  /// The bits of a segment, which vary by a fifth around the declared bit rate.
  private static func bits(_ segment: Int, _ rate: Int64) -> Int64 {
    rate * 1000 * seconds * (80 + Int64(segment * 7919 % 41)) / 800 * 8
  }

  /// What sabre-throughput plays of it.
  func scenario() throws(BenchmarkError) -> LadderScenario {
    let levels = Self.rates.map { rate in
      Level(
        name: "\(rate)", bitRate: BitRate(bitsPerSecond: rate * 1000),
        segments: (0..<segments).map { number in
          LadderSegment(
            LadderResource("\(number)", bytes: Self.bits(number, rate) / 8),
            declared: TimeRange(
              start: .seconds(Int64(number) * Self.seconds),
              end: .seconds(Int64(number + 1) * Self.seconds)))
        })
    }
    do {
      let profile = try BandwidthProfile(
        name: "steps",
        intervals: Self.intervals.map {
          .init(
            duration: .milliseconds($0.length), rate: BitRate(bitsPerSecond: $0.rate * 1000),
            latency: .milliseconds(Self.latency))
        })
      return LadderScenario(
        Ladder(format: .sizes, lanes: [LadderLane(.muxed, levels: levels)]),
        over: NetworkLink(following: profile), player: .sabreThroughput,
        rule: try NamedRule(parsing: "sabre-throughput:noibr,noa").rule,
        options: SessionOptions(tickInterval: nil, recordsEvents: false))
    } catch {
      throw BenchmarkError("the made-up ladder: \(error)")
    }
  }

  /// The ladder as Sabre reads it.
  var movieText: String {
    let sizes = (0..<segments).map { number in
      "[\(Self.rates.map { "\(Self.bits(number, $0))" }.joined(separator: ", "))]"
    }
    return "{\"segment_duration_ms\": \(Self.seconds * 1000), "
      + "\"bitrates_kbps\": [\(Self.rates.map(String.init).joined(separator: ", "))], "
      + "\"segment_sizes_bits\": [\(sizes.joined(separator: ", "))]}\n"
  }

  /// The network as Sabre reads it.
  var networkText: String {
    let rows = Self.intervals.map {
      "{\"duration_ms\": \($0.length), \"bandwidth_kbps\": \($0.rate), "
        + "\"latency_ms\": \(Self.latency)}"
    }
    return "[\(rows.joined(separator: ", "))]\n"
  }
}
