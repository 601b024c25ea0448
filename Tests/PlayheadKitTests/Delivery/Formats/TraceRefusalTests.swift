import PlayheadKit
import Testing

@Suite struct `A malformed trace` {
  typealias Refusal = (
    format: TraceFormat, text: String, place: ProfileError.Place, problem: String
  )

  private static let stamp = "expected a time such as 2018.02.12_16.14.02, found"
  private static let logHeader = "Timestamp,DL_bitrate\n"

  private static let columns: [Refusal] = [
    (
      .pensieve, "0 1\n# a\n\n1 nan\n", .line(4, column: 3),
      "expected the rate in Mb/s, found “nan”"
    ),
    (
      .pensieve, "0 1\n1\n", .line(2, column: 2),
      "expected the rate in Mb/s, found the end of the line"
    ),
    (
      .pensieve, "0 1\n1 inf", .line(2, column: 3),
      "expected the rate in Mb/s, found “inf”"
    ),
    (
      .pensieve, "0 1\r\n1 1 1\r\n", .line(2, column: 5),
      "expected two columns, found more"
    ),
    (
      .pensieve, "0 1\n1 -0.5\n", .line(2, column: 3),
      "the rate in Mb/s is “-0.5”, which is negative"
    ),
    (
      .pensieve, "0 1\n1 1e10\n", .line(2, column: 3),
      "the rate in Mb/s is “1e10”, and the most is 1000000000"
    ),
    (
      .pensieve, "0 1\n1 1.5.2\n", .line(2, column: 3),
      "expected the rate in Mb/s, found “1.5.2”"
    ),
    (
      .pensieve, "0 1\n2 1\n1 1\n", .line(3, column: 1),
      "the time in seconds is less than in the row before"
    ),
    (
      .pensieve, "0 1\n", .whole,
      "expected two rows or more, as the rate of a row holds since the previous one, found one"
    ),
    (
      .pensieve, "#\n", .whole,
      "expected two rows or more, as the rate of a row holds since the previous one, found none"
    ),
    (
      .pensieve, "1 1\n1 2\n", .whole,
      "the intervals have a total duration of 0, so they cannot repeat"
    ),
    (
      .pensieve, "0 1\n2e9 1\n", .line(2, column: 1),
      "the time in seconds is “2e9”, and the most is 1152921504.606846976"
    ),
    (
      .oboe, "0 1\n-5 1\n", .line(2, column: 1),
      "the time in milliseconds is “-5”, which is negative"
    ),
    (.oboe, "0 1\n5 x\n", .line(2, column: 3), "expected the rate in kb/s, found “x”"),
    (
      .mahimahi, "1\n5\n4\n", .line(3, column: 1), "the time 4 is before that of the line before, 5"
    ),
    (
      .mahimahi, "1\n5.5\n", .line(2, column: 1),
      "expected the time in whole milliseconds, found “5.5”"
    ),
    (
      .mahimahi, "1\n1e1\n", .line(2, column: 1),
      "expected the time in whole milliseconds, found “1e1”"
    ),
    (
      .mahimahi, "1\n-2\n", .line(2, column: 1),
      "the time in whole milliseconds is “-2”, which is negative"
    ),
    (.mahimahi, "1\n2 3\n", .line(2, column: 3), "expected one column, found more"),
    (
      .mahimahi, "0\n0\n", .whole,
      "the last line is the length of the trace in milliseconds, and it is 0"
    ),
    (
      .mahimahi, "#\n", .whole,
      "the last line is the length of the trace in milliseconds, and there is none"
    ),
    (
      .mahimahi, "9999999999999\n", .line(1, column: 1),
      "the time in whole milliseconds is “9999999999999”, and the most is 1152921504606"
    ),
    (.norway, "1 1 1 1 1 1\n1 2 -1 -1 5 0\n", .line(2), "5 bytes arrive within 0 ms"),
    (
      .norway, "1 2 1 1 1 1\n1 1 1 1 1 1\n", .line(2, column: 3),
      "the uptime in milliseconds is less than in the row before"
    ),
    (
      .norway, "1 2 1 1 1\n", .line(1, column: 10),
      "expected the elapsed time in milliseconds, found the end of the line"
    ),
    (
      .norway, "1 2 1 1 1 1 1\n", .line(1, column: 13),
      "expected six columns, found more"
    ),
    (
      .norway, "1 2 north 1 1 1\n", .line(1, column: 5),
      "expected the latitude, found “north”"
    ),
    (
      .norway, "1 2 1 1 -1 1\n", .line(1, column: 9),
      "the number of bytes is “-1”, which is negative"
    ),
    (
      .norway, "1 2 1 1 1000000 0.000001\n", .line(1),
      "1000000 bytes in that time is more than 1000000 Gbit/s"
    ),
    (.norway, "#\n", .whole, "expected rows of six columns, found none"),
  ]

  private static let headed: [Refusal] = [
    (.csv, "seconds,kbps\n", .whole, "the header has no rows below it"),
    (.csv, "#\n", .whole, "expected a header such as seconds,kbps"),
    (.csv, "seconds,latency_ms\n", .line(1), "the header has no column kbps"),
    (.csv, "#\nkbps\n", .line(2), "the header has no column seconds or duration_seconds"),
    (.csv, "seconds,kbps,kbps\n", .line(1), "two columns are called kbps"),
    (
      .csv, "seconds,duration_seconds,kbps\n", .line(1),
      "the header has both columns seconds and duration_seconds"
    ),
    (
      .csv, "seconds,kbps,latency\n", .line(1),
      "“latency” is none of the columns: did you mean latency_ms?"
    ),
    (
      .csv, "seconds,kbps,place\n", .line(1),
      "“place” is none of the columns: seconds, duration_seconds, kbps, latency_ms"
    ),
    (
      .csv, "seconds,kbps\n0,1\n\n1\n", .line(4),
      "expected 2 fields, as in the header, found 1"
    ),
    (
      .csv, "seconds,kbps\n0,1,\n", .line(2),
      "expected 2 fields, as in the header, found 3"
    ),
    (.csv, "seconds,kbps\n0,\n", .line(2, column: 3), "expected kbps, found an empty field"),
    (.csv, "seconds,kbps\n0, 1 2\n", .line(2, column: 4), "expected kbps, found “1”"),
    (.csv, "seconds,kbps\n0,NaN\n", .line(2, column: 3), "expected kbps, found “NaN”"),
    (.csv, "seconds,kbps\n0,-1\n", .line(2, column: 3), "kbps is “-1”, which is negative"),
    (
      .csv, "duration_seconds,kbps\n-3,1\n", .line(2, column: 1),
      "duration_seconds is “-3”, which is negative"
    ),
    (
      .csv, "seconds,kbps,latency_ms\n0,1,-5\n", .line(2, column: 5),
      "latency_ms is “-5”, which is negative"
    ),
    (
      .csv, "seconds,kbps\n10,800\n5,0\n", .line(2, column: 1),
      "seconds are the times at which rates begin, and the first is 0; the column of durations is called duration_seconds"
    ),
    (
      .csv, "seconds,kbps\n0,800\n5,0\n4,1\n", .line(4, column: 1),
      "seconds, the times at which rates begin, are less than in the row before; the column of durations is called duration_seconds"
    ),
    (.raca, "Timestamp,kbps\n", .line(1), "the header has no column DL_bitrate"),
    (.raca, "DL_bitrate\n", .line(1), "the header has no column Timestamp"),
    (.raca, logHeader, .whole, "the header has no rows below it"),
    (.raca, logHeader + "16:14:02,5\n", .line(2, column: 1), "\(stamp) “16”"),
    (
      .raca, logHeader + "2018.13.12_16.14.02,5\n", .line(2, column: 1),
      "\(stamp) “2018.13.12_16.14.02”"
    ),
    (
      .raca, logHeader + "2018.02.12_16.14.02,-\n", .line(2, column: 21),
      "expected DL_bitrate, found “-”"
    ),
    (
      .raca, logHeader + "2018.02.12_16.14.02,1\n2018.02.12_16.14.01,1\n", .line(3, column: 1),
      "the time is before that of the previous row"
    ),
    (
      .raca, logHeader + "1018.02.12_16.14.02,1\n2018.02.12_16.14.01,1\n", .line(3),
      "the time is far from the row before"
    ),
  ]

  @Test(arguments: columns + headed)
  func `is refused with its line and what was expected`(refusal: Refusal) {
    #expect(throws: ProfileError(refusal.place, refusal.problem)) {
      try BandwidthProfile(
        contents: Array(refusal.text.utf8), name: "trace", format: refusal.format)
    }
  }

  // YAML has refusals of its own, with tests of their own.
  @Test(arguments: TraceFormat.allCases.filter { $0 != .playhead })
  func `is refused in any format when it is empty or binary`(format: TraceFormat) {
    #expect(
      throws: ProfileError(.whole, "expected a bandwidth profile, found an empty file")
    ) {
      try BandwidthProfile(contents: Array("\u{FEFF} \r\n".utf8), name: "", format: format)
    }
    #expect(
      throws: ProfileError(
        .line(2), "expected text, found a zero byte: the file is binary")
    ) {
      try BandwidthProfile(contents: Array("0 1\n\0".utf8), name: "", format: format)
    }
  }

  /// Whatever is damaged, there is an answer or a refusal, and never a trap.
  @Test(arguments: TraceFormat.allCases)
  func `never takes the reader down`(format: TraceFormat) {
    let texts = [
      "[{\"duration_ms\": 1013, \"bandwidth_kbps\": 1285.5e0, \"latency_ms\": 100, \"a\": [\"\\u0041\"]}]\n",
      "seconds,kbps,latency_ms\n0,\"800\",50\n10,0,50\n",
      "Timestamp,\"a,b\",DL_bitrate\n2018.02.12_16.14.02,x,5\n2018.02.12_16.14.02,y,7\n",
      "0 1.5\n1.25\t2e1\n", "0\n1\n1\n7\n", "1296465952 9450325 59.8 10.7 234081 1004\n",
    ]
    var random = SplitMix64(seed: 7)
    let noise = Array("0123456789.-+eE,:;\"\\[]{} \t\r\n#u\u{FF}".utf8)
    for _ in 0..<3000 {
      var bytes = Array(texts[Int.random(in: 0..<texts.count, using: &random)].utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeSubrange(place...)
        case 1: bytes.insert(noise[Int.random(in: 0..<noise.count, using: &random)], at: place)
        case 2: bytes.insert(contentsOf: Array("99999999999999999999".utf8), at: place)
        default: bytes[place] = noise[Int.random(in: 0..<noise.count, using: &random)]
        }
        if bytes.isEmpty { bytes = [0x30] }
      }
      _ = try? BandwidthProfile(contents: bytes, name: "", format: format)
      _ = try? BandwidthProfile(contents: bytes, name: "")
    }
  }
}
