import PlayheadKit
import Testing

@Suite struct `Sabre's JSON` {
  private static let expectation =
    #"a list of {"duration_ms": 1000, "bandwidth_kbps": 800, "latency_ms": 100} is expected"#

  private static func profile(_ text: String) throws(ProfileError) -> BandwidthProfile {
    try BandwidthProfile(contents: Array(text.utf8), name: "trace")
  }

  @Test func `becomes a profile that repeats`() throws {
    let profile = try Self.profile(
      """
      [ {"duration_ms": 1013, "bandwidth_kbps": 1285, "latency_ms": 100},
        {"latency_ms": 75, "bandwidth_kbps": 0, "duration_ms": 2000, "note": [1, {"a": null}]} ]

      """)
    #expect(profile.name == "trace")
    #expect(profile.afterwards == .repeats)
    #expect(
      profile.intervals == [
        .init(
          duration: .milliseconds(1013), rate: BitRate(bitsPerSecond: 1_285_000),
          latency: .milliseconds(100)),
        .init(duration: .seconds(2), rate: .zero, latency: .milliseconds(75)),
      ])
  }

  @Test(
    arguments: [
      ("1013.5", "1285.25", "0.1", 1_013_500_000, 1_285_250, 100_000),
      // Binary floating point has none of these.
      ("0.1", "0.1", "0.3", 100_000, 100, 300_000),
      ("1013.0000005", "1285.0005", "0.0000005", 1_013_000_001, 1_285_001, 1),
      ("1013.0000004999", "1285.0004999", "0.0000004999", 1_013_000_000, 1_285_000, 0),
      ("1e3", "1.5E+3", "25e-1", 1_000_000_000, 1_500_000, 2_500_000),
      ("1", "0", "-0", 1_000_000, 0, 0),
      // The bounds: 2⁶⁰ ns and 1 Pbit/s.
      (
        "1152921504606.846976", "1e12", "1152921504606.846976",
        1 << 60, 1_000_000_000_000_000, 1 << 60
      ),
    ] as [(String, String, String, Int64, Int64, Int64)])
  func `has its numbers read as decimals`(
    duration: String, bandwidth: String, latency: String, nanoseconds: Int64, bits: Int64,
    wait: Int64
  ) throws {
    let profile = try Self.profile(
      #"[{"duration_ms":\#(duration),"bandwidth_kbps":\#(bandwidth),"latency_ms":\#(latency)}]"#)
    #expect(
      profile.intervals == [
        .init(
          duration: MediaTime(nanoseconds: nanoseconds), rate: BitRate(bitsPerSecond: bits),
          latency: MediaTime(nanoseconds: wait))
      ])
  }

  @Test func `may carry nothing at all, or begin with a byte order mark`() throws {
    let silent = try Self.profile(
      "\u{FEFF}" + #"[{"duration_ms": 5, "bandwidth_kbps": 0, "latency_ms": 0}]"#)
    #expect(Link(following: silent).arrival(of: 1, from: .zero) == nil)
  }

  @Test(
    arguments: [
      ("", .whole, "a bandwidth profile is expected, and the file is empty"),
      (" \r\n\t", .whole, "a bandwidth profile is expected, and the file is empty"),
      (
        "0 1.5\n1 2.5\n", .whole,
        "this is in no known format of bandwidth profiles; Sabre's JSON is one"
      ),
      ("[]", .whole, "\(expectation), and the list is empty"),
      ("{}", .whole, "\(expectation), and this is no list"),
      (#"{"duration_ms": 1}"#, .whole, "\(expectation), and this is no list"),
      ("[", .whole, "\(expectation), and the file ends in the middle of one"),
      (
        #"[{"duration_ms": 1, "bandw"#, .whole,
        "\(expectation), and the file ends in the middle of one"
      ),
      (
        #"[{"duration_ms": 1, "bandwidth_kbps": 1, "latency_ms": 1},"#, .whole,
        "\(expectation), and the file ends in the middle of one"
      ),
      (
        #"[{"duration_ms": 1, "bandwidth_kbps": NaN, "latency_ms": 1}]"#, .whole,
        "\(expectation), and this is not valid JSON, or has a number beyond any use"
      ),
      (
        #"[{"duration_ms": 1e999, "bandwidth_kbps": 1, "latency_ms": 1}]"#, .whole,
        "\(expectation), and this is not valid JSON, or has a number beyond any use"
      ),
      (
        #"[{"duration_ms": 1, "bandwidth_kbps": 1, "latency_ms": 1}] "]["#, .whole,
        "\(expectation), and the file ends in the middle of one"
      ),
      (
        #"[{"duration_ms": 1, "bandwidth_kbps": 1, "latency_ms": 1}, 5]"#, .entry(2),
        "expected are duration_ms, bandwidth_kbps and latency_ms"
      ),
      ("[null]", .entry(1), "expected are duration_ms, bandwidth_kbps and latency_ms"),
      ("[[1, 2, 3]]", .entry(1), "expected are duration_ms, bandwidth_kbps and latency_ms"),
      (
        #"[{"duration_ms": 1, "bandwidth_kbps": 1}]"#, .value("latency_ms", entry: 1),
        "is missing"
      ),
      (
        #"[{"duration_ms": 1, "bandwidth_kbps": 1, "latency_ms": 1}, {"latency_ms": 2}]"#,
        .value("duration_ms", entry: 2), "is missing"
      ),
      (
        #"[{"duration_ms": "1", "bandwidth_kbps": 1, "latency_ms": 1}]"#,
        .value("duration_ms", entry: 1), "a number is expected"
      ),
      (
        #"[{"duration_ms": 1, "bandwidth_kbps": null, "latency_ms": 1}]"#,
        .value("bandwidth_kbps", entry: 1), "a number is expected"
      ),
      (
        #"[{"duration_ms": 1, "bandwidth_kbps": 1, "latency_ms": true}]"#,
        .value("latency_ms", entry: 1), "a number is expected"
      ),
      (
        #"[{"duration_ms": -1, "bandwidth_kbps": 1, "latency_ms": 1}]"#,
        .value("duration_ms", entry: 1), "-1 is negative"
      ),
      (
        #"[{"duration_ms": 1, "bandwidth_kbps": -0.5, "latency_ms": 1}]"#,
        .value("bandwidth_kbps", entry: 1), "-0.5 is negative"
      ),
      (
        #"[{"duration_ms": 1, "bandwidth_kbps": 1, "latency_ms": 1e13}]"#,
        .value("latency_ms", entry: 1), "10000000000000 is too large: the most is 1152921504606"
      ),
      (
        #"[{"duration_ms": 1, "bandwidth_kbps": 1000000000000.001, "latency_ms": 1}]"#,
        .value("bandwidth_kbps", entry: 1),
        "1000000000000.001 is too large: the most is 1000000000000"
      ),
      (
        #"[{"duration_ms": 0, "bandwidth_kbps": 1, "latency_ms": 1}]"#, .whole,
        "the intervals take no time at all, so they cannot repeat"
      ),
    ] as [(String, ProfileError.Place, String)])
  func `is refused with the place and what was expected there`(
    text: String, place: ProfileError.Place, problem: String
  ) {
    #expect(throws: ProfileError(place, problem)) { try Self.profile(text) }
  }

  @Test func `is refused when it is no text at all`() {
    #expect(throws: ProfileError.self) {
      try BandwidthProfile(contents: [0x5B, 0xFF, 0xFE, 0x00, 0x5D], name: "noise")
    }
  }
}
