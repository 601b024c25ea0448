import Expectations
import PlayheadKit
import Testing

@Suite struct `What names a network` {
  @Test(
    arguments: [
      ("1.5M", 1_500_000, "1.5 Mbit/s"),
      ("800 kb/s", 800_000, "800 kbit/s"),
      ("1.5MB/s", 12_000_000, "12 Mbit/s"),
      (".5M", 500_000, "500 kbit/s"),
      ("0", 0, "0 bit/s"),
      ("3bps", 3, "3 bit/s"),
      ("800\u{A0}kbit/s", 800_000, "800 kbit/s"),
    ] as [(String, Int64, String)])
  func `is a rate if it reads as one, slashes and points included`(
    text: String, bits: Int64, name: String
  ) throws {
    let expected = try BandwidthProfile(name: name, rate: BitRate(bitsPerSecond: bits))
    try expect(NetworkArgument(parsing: text), equals: .profile(expected))
  }

  @Test(arguments: [
    ("3g", "wpt-3g"), ("CABLE", "wpt-cable"), ("Apple-3G", "apple-3g"),
    ("chrome-slow-4g (Chrome DevTools)", "chrome-slow-4g"), ("chrome-fast-3g", "chrome-slow-4g"),
  ])
  func `is a preset before it is a rate or anything else`(text: String, name: String) throws {
    let preset = try #require(NetworkPreset(named: name))
    try expect(NetworkArgument(parsing: text), equals: .preset(preset))
  }

  @Test(
    arguments: [
      "trace.json", "./trace", "/tmp/800k", "./1.5M", "traces/3g", "3g.json", "1.5M.json",
      "3g-1.7z", "100kbps/trace", "a/", "10.1.log", "/", "my trace.csv", "1/2",
      "./10s@800k", "me@home.json", "a,b.json",
    ])
  func `is a path if it has a slash or an extension`(text: String) throws {
    try expect(NetworkArgument(parsing: text), equals: .file(text))
  }

  @Test(
    arguments: [
      (
        "wifi", "unknown network",
        "'playhead networks' lists all; write a rate as 1.5Mbit/s, a path as ./wifi"
      ),
      (
        "trace.", "unknown network",
        "'playhead networks' lists all; write a rate as 1.5Mbit/s, a path as ./trace."
      ),
      (
        "", "missing network",
        "write a rate such as 1.5Mbit/s, or the path of a profile"
      ),
      ("-5k", "a rate cannot be negative", nil),
      ("-800kb/s", "a rate cannot be negative", nil),
      ("1.5e6", "exponents are not read", "write the number out"),
      ("1,5M", "a fraction is written with a point", nil),
      (
        "1.5mbps", "“mbps” is bytes to some tools (tc) and bits to others",
        "write 1.5Mbps for bits or 1.5MB/s for bytes"
      ),
      (
        "1.5KB/s", "“KB/s” could be thousands or 1024s of bytes",
        "write 1.5kB/s for thousands or 1.5KiB/s for 1024s"
      ),
      ("cabel", "unknown network", "did you mean cable?"),
      ("Chrome-Slow4g", "unknown network", "did you mean chrome-slow-4g?"),
      ("3gfst", "unknown network and invalid rate", "did you mean 3gfast?"),
      (
        "5g", "5g could be a mobile network or a rate",
        "write 5Gbit/s, or a preset that 'playhead networks' lists"
      ),
      // Near the names 3g, 4g and 2g, but a rate without its unit all the same.
      ("40", "a rate needs a unit", "write 40M for 40 Mbit/s, or 40k for 40 kbit/s"),
      ("800", "a rate needs a unit", "write 800k for 800 kbit/s, or 800bps"),
      ("800kpbs", "“kpbs” is not a unit of rate", "did you mean 800kbps?"),
    ] as [(String, String, String?)])
  func `is refused with a reason and, where there is one, a remedy`(
    text: String, problem: String, hint: String?
  ) {
    #expect(throws: GrammarError(text: text, problem: problem, hint: hint)) {
      try NetworkArgument(parsing: text)
    }
  }
}
