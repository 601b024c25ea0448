import Expectations
import PlayheadKit
import Testing

@Suite struct `A trace is read` {
  private static func profile(
    _ text: String, _ format: TraceFormat? = nil
  ) throws(ProfileError) -> BandwidthProfile {
    try BandwidthProfile(contents: Array(text.utf8), name: "trace", format: format)
  }

  private static func interval(
    _ nanoseconds: Int64, _ bits: Int64, _ latency: Int64 = 0
  ) -> BandwidthProfile.Interval {
    .init(
      duration: WallTime(nanoseconds: nanoseconds), rate: BitRate(bitsPerSecond: bits),
      latency: WallTime(nanoseconds: latency))
  }

  @Test func `with its numbers as decimals`() throws {
    // What binary floating point has none of, halves, and more digits than any integer.
    let profile = try Self.profile(
      """
      0 1
      0.1 0.1
      0.1000000005 0.0000005
      0.3000000004999999999999999999999 2.00000049999999999999999999999999
      1e0 .5e-5
      00001.2E+0 0e99999999999999999999
      """, .pensieve)
    expect(
      profile.intervals,
      equals: [
        Self.interval(100_000_000, 100_000), Self.interval(1, 1),
        Self.interval(199_999_999, 2_000_000), Self.interval(700_000_000, 5),
        Self.interval(200_000_000, 0),
      ])
  }

  @Test(
    arguments: [
      "0 1\n1 2\n3 4\n", "0 1\n1 2\n3 4", "\u{FEFF}0 1\r\n1 2\r\n3 4\r\n",
      "# a\n\n0\t1\n  # b\n 1   2 \n\r\n3 4 \t\n\n",
    ])
  func `whatever its line ends, blank lines and comments`(text: String) throws {
    try expect(
      Self.profile(text, .pensieve).intervals,
      equals: [
        Self.interval(1_000_000_000, 2_000_000), Self.interval(2_000_000_000, 4_000_000),
      ])
  }

  @Test func `though it delivers nothing at all`() throws {
    for (text, format) in [
      ("0 0\n1 0\n", .pensieve), ("seconds,kbps\n0,0\n1,0\n", .csv),
      ("Timestamp,DL_bitrate\n2018.02.12_16.14.02,0\n", .raca), ("1 1 1 1 0 1000\n", .norway),
    ] as [(String, TraceFormat)] {
      let link = NetworkLink(following: try Self.profile(text, format))
      expect(link.arrival(of: 1, from: .zero) == nil, "\(format)")
    }
  }

  @Test func `from CSV with columns in any order, case and quotes`() throws {
    let profile = try Self.profile(
      "Latency_ms, \"KBPS\" ,DURATION_SECONDS\n50,\"800\", 1.5 \n0.5,0,2\n")
    expect(
      profile.intervals,
      equals: [
        Self.interval(1_500_000_000, 800_000, 50_000_000), Self.interval(2_000_000_000, 0, 500_000),
      ])
  }

  @Test func `from CSV of a single time as a constant rate`() throws {
    let profile = try Self.profile("seconds,kbps\n0,800\n")
    expect(profile.intervals, equals: [Self.interval(0, 800_000)])
    expect(profile.afterwards, equals: .holdsLast)
  }

  @Test func `from a log whose seconds do not divide evenly, without losing time`() throws {
    let row = "2018.12.31_23.59.59,x,6\n"
    let profile = try Self.profile(
      "Timestamp,\"a, b\",DL_bitrate\n\(row)\(row)\(row)2019.01.01_00.00.00,\"1,2\",9\n")
    expect(
      profile.intervals,
      equals: [
        Self.interval(333_333_333, 6000), Self.interval(333_333_333, 6000),
        Self.interval(333_333_334, 6000), Self.interval(1_000_000_000, 9000),
      ])
  }

  @Test func `from mahimahi with what is at 0 at the end of each pass, where the next begins`()
    throws
  {
    let profile = try Self.profile("0\n0\n1\n2\n4\n")
    expect(
      profile.intervals,
      equals: [
        Self.interval(2_000_000, 12_000_000), Self.interval(1_000_000, 0),
        Self.interval(1_000_000, 36_000_000),
      ])
  }

  @Test(
    arguments: [
      ("0 0.5\n1 2\n", .pensieve), ("0 90\n9.9 99\n", .pensieve), ("0 0\n1 0\n", .pensieve),
      ("0 101\n1001 250\n", .oboe), ("0 900\n1000 800\n3500 0\n", .oboe),
      ("5\n5\n6\n", .mahimahi), ("7", .mahimahi),
      ("1296465952 9450325 59.8 10.7 234081 1004\n", .norway),
      ("seconds,kbps\n0,1\n1,1\n", .csv), ("# note\n\"duration_seconds\",kbps\n1,1\n", .csv),
      ("Timestamp,X,dl_bitrate\n2018.02.12_16.14.02,,5\n", .raca),
      ("\n [{\"duration_ms\":1,\"bandwidth_kbps\":1,\"latency_ms\":0}]", .sabre),
    ] as [(String, TraceFormat)])
  func `in the format that its contents tell`(text: String, format: TraceFormat) throws {
    try expect(Self.profile(text), equals: Self.profile(text, format))
  }

  @Test(
    arguments: [
      "0 1\n", "0 5\n10 5\n", "0 3000\n5 3000\n", "0 0\n1000 0\n", "0 50\n1000 50\n",
      "0 300\n1 300\n", "0 800\n50 800\n",
    ])
  func `only with its format named where it could be two`(text: String) {
    #expect(
      throws: ProfileError(
        .whole,
        "the two columns could be seconds and Mb/s (pensieve) or milliseconds and kb/s (oboe)",
        candidates: [.pensieve, .oboe])
    ) { try Self.profile(text) }
  }

  @Test(
    arguments: [
      (
        "hello\n", .whole,
        "unknown format of bandwidth profile; known are "
          + TraceFormat.allCases.map(\.rawValue).joined(separator: ", ")
      ),
      ("# only\n", .whole, "expected a bandwidth profile, found only comments"),
      (
        "#\n0,800\n1,900\n", .line(2),
        "columns separated by commas need a header such as seconds,kbps"
      ),
      (
        "1 2 3\n", .line(1),
        "expected one column (mahimahi), two (pensieve, oboe) or six (norway), found 3"
      ),
      ("1 x\n", .line(1, column: 3), "expected a number, found “x”"),
    ] as [(String, ProfileError.Place, String)])
  func `in no format that is not known`(
    text: String, place: ProfileError.Place, problem: String
  ) {
    #expect(throws: ProfileError(place, problem)) { try Self.profile(text) }
  }
}
