import Expectations
import PlayheadKit
import Testing

@Suite struct `Sabre's JSON` {
  private static let example = #"{"duration_ms": 1000, "bandwidth_kbps": 800, "latency_ms": 100}"#
  private static let list = "expected a list of \(example)"
  /// An entry that is right, 56 characters long.
  private static let good = #"{"duration_ms": 1, "bandwidth_kbps": 1, "latency_ms": 1}"#

  private static func profile(_ text: String) throws(ProfileError) -> BandwidthProfile {
    try BandwidthProfile(contents: Array(text.utf8), name: "trace")
  }

  @Test func `becomes a profile that repeats`() throws {
    let profile = try Self.profile(
      """
      [ {"duration_ms": 1013, "bandwidth_kbps": 1285, "latency_ms": 100},
        {"latency_ms": 75, "bandwidth_kbps": 0, "duration_ms": 2000, "note": [1, {"a": null}]} ]

      """)
    expect(profile.name, equals: "trace")
    expect(profile.afterwards, equals: .repeats)
    expect(
      profile.intervals,
      equals: [
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
    expect(
      profile.intervals,
      equals: [
        .init(
          duration: WallTime(nanoseconds: nanoseconds), rate: BitRate(bitsPerSecond: bits),
          latency: WallTime(nanoseconds: wait))
      ])
  }

  @Test func `may carry nothing at all, or begin with a byte order mark`() throws {
    let silent = try Self.profile(
      "\u{FEFF}" + #"[{"duration_ms": 5, "bandwidth_kbps": 0, "latency_ms": 0}]"#)
    expect(NetworkLink(following: silent).arrival(of: 1, from: .zero) == nil)
  }

  @Test(
    arguments: [
      ("", .whole, "expected a bandwidth profile, found an empty file"),
      (" \r\n\t", .whole, "expected a bandwidth profile, found an empty file"),
      ("[]", .whole, "\(list), found an empty list"),
      ("{}", .line(1, column: 1), "\(list), found “{”"),
      ("\n  {\"duration_ms\": 1}", .line(2, column: 3), "\(list), found “{”"),
      ("[", .line(1, column: 2), "expected \(example), found the end of the file"),
      ("[\n\(good),\n]\n", .line(3, column: 1), "expected \(example), found “]”"),
      ("[\(good),", .line(1, column: 59), "expected \(example), found the end of the file"),
      ("[\(good)", .line(1, column: 58), "expected a comma or ], found the end of the file"),
      (
        "[\(good) \(good)]", .line(1, column: 59), "expected a comma or ], found “{”"
      ),
      ("[\(good)]\n]", .line(2, column: 1), "the list has ended, and there is more"),
      (
        #"[{"duration_ms": 1, "bandw"#, .line(1, column: 27),
        "the file ends in the middle of a string"
      ),
      (
        "[{\"duration_ms\": 1, \"bandw\n\"", .line(1, column: 27),
        "the line ends, or a control is, within a string"
      ),
      (
        #"[{"duration_ms": 1,}]"#, .line(1, column: 20),
        "expected a key in quotes, found “}”"
      ),
      (#"[{"duration_ms" 1}]"#, .line(1, column: 17), "expected a colon, found “1”"),
      (#"[{"é": "\q"}]"#, .line(1, column: 9), "this escape is not one of JSON's"),
      (
        #"[{"a": "\u12g4"}]"#, .line(1, column: 9),
        #"expected four hexadecimal digits after \u"#
      ),
      (#"[{"a": [1, 2,]}]"#, .line(1, column: 14), "expected a value, found “]”"),
      (#"[{"a": {"b" : tru}}]"#, .line(1, column: 15), "expected a value, found “tru”"),
      (#"[{"a": 01}]"#, .line(1, column: 8), "expected a number, found “01”"),
      (
        "[{\"a\": \(String(repeating: "[", count: 200))", .line(1, column: 136),
        "lists and objects are nested too deeply"
      ),
      ("[\(good),\n 5]", .line(2, column: 2), "expected \(example), found “5”"),
      ("[null]", .line(1, column: 2), "expected \(example), found “null”"),
      (
        #"[{"duration_ms": 1, "bandwidth_kbps": 1}]"#, .line(1, column: 2), "latency_ms is missing"
      ),
      ("[\(good),\n\n{\"latency_ms\": 2}]", .line(3, column: 1), "duration_ms is missing"),
      (
        #"[{"duration_ms": 1, "duration_ms": 1}]"#, .line(1, column: 21),
        "duplicate duration_ms"
      ),
      (
        #"[{"duration_ms": NaN}]"#, .line(1, column: 18),
        "expected a number as duration_ms, found “NaN”"
      ),
      (
        #"[{"duration_ms": "1"}]"#, .line(1, column: 18),
        "expected a number as duration_ms, found “\"”"
      ),
      (
        #"[{"latency_ms": 1x}]"#, .line(1, column: 17),
        "expected a number as latency_ms, found “1x”"
      ),
      (
        #"[{"latency_ms": .5}]"#, .line(1, column: 17),
        "expected a number as latency_ms, found “.5”"
      ),
      (
        #"[{"duration_ms": -1}]"#, .line(1, column: 18), "duration_ms is “-1”, which is negative"
      ),
      (
        #"[{"bandwidth_kbps": -1e-9}]"#, .line(1, column: 21),
        "bandwidth_kbps is “-1e-9”, which is negative"
      ),
      (
        #"[{"duration_ms": 1e999}]"#, .line(1, column: 18),
        "duration_ms is “1e999”, and the most is 1152921504606.846976"
      ),
      (
        #"[{"bandwidth_kbps": 1000000000000.001}]"#, .line(1, column: 21),
        "bandwidth_kbps is “1000000000000.001”, and the most is 1000000000000"
      ),
      (
        #"""
        [{"duration_ms": 1152921504606, "bandwidth_kbps": 1, "latency_ms": 1},
         {"duration_ms": 1, "bandwidth_kbps": 1, "latency_ms": 1}]
        """#, .line(2), "the trace is longer than 1152921504.606846976 s here"
      ),
      (
        #"[{"duration_ms": 0, "bandwidth_kbps": 1, "latency_ms": 1}]"#, .whole,
        "the intervals have a total duration of 0, so they cannot repeat"
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
