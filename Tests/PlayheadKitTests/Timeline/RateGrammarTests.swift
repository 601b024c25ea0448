import Expectations
import PlayheadKit
import Testing

@Suite struct `Rates that people write` {
  @Test(
    arguments: [
      ("0", 0),
      ("800k", 800_000),
      ("1.5M", 1_500_000),
      (".5M", 500_000),
      ("2G", 2_000_000_000),
      ("1bps", 1),
      ("800kbps", 800_000),
      ("1.5Mbps", 1_500_000),
      ("1Gbps", 1_000_000_000),
      ("9bit", 9),
      ("800kbit", 800_000),
      ("3mbit", 3_000_000),
      ("3Mbit", 3_000_000),
      ("1gbit", 1_000_000_000),
      ("1.5 Mbit/s", 1_500_000),
      ("800 kbit/s", 800_000),
      ("7 bit/s", 7),
      ("800\u{A0}kbit/s", 800_000),
      ("0.0", 0),
      ("800kb/s", 800_000),
      ("1.2Mb/s", 1_200_000),
      ("1B/s", 8),
      ("100kB/s", 800_000),
      ("187.5 kB/s", 1_500_000),
      ("0.125B/s", 1),
      ("1MB/s", 8_000_000),
      ("1GB/s", 8_000_000_000),
      ("1KiB/s", 8_192),
      ("1MiB/s", 8_388_608),
      ("1GiB/s", 8_589_934_592),
      // Finer than a bit per second: nearest, halves up.
      ("0.4bps", 0),
      ("0.5bps", 1),
      ("1.2345674M", 1_234_567),
      ("1.2345675M", 1_234_568),
      ("1285.25kb/s", 1_285_250),
      // The bound.
      ("1000000G", 1_000_000_000_000_000),
      ("1000000000000000bps", 1_000_000_000_000_000),
    ] as [(String, Int64)])
  func `are read in whole bits per second`(text: String, bits: Int64) throws {
    try expect(BitRate(parsing: text).bitsPerSecond, equals: bits)
  }

  @Test(
    arguments: [
      ("", "missing rate", "write 800k or 1.5Mbit/s"),
      ("fast", "a rate starts with a number", "write 800k or 1.5Mbit/s"),
      (" 5k", "a rate starts with a number", "write 800k or 1.5Mbit/s"),
      ("-5k", "a rate cannot be negative", nil),
      ("nan", "this is not a number", nil),
      ("1e6", "exponents are not read", "write the number out"),
      ("1,5M", "a fraction is written with a point", nil),
      ("5  k", "only one space, between the number and the unit, is read", nil),
      ("5 ", "only one space, between the number and the unit, is read", nil),
      ("5k ", "only one space, between the number and the unit, is read", nil),
      (
        "1m", "“m” is a thousandth to some tools (ffmpeg) and a million to others",
        "write 1M for millions of bits per second"
      ),
      (
        "5Bps", "“Bps” is bytes, and is often written for bits",
        "write 5B/s for bytes or 5bps for bits"
      ),
      (
        "5KBps", "“KBps” is bytes, and is often written for bits",
        "write 5kB/s for bytes or 5kbps for bits"
      ),
      (
        "1.5mbps", "“mbps” is bytes to some tools (tc) and bits to others",
        "write 1.5Mbps for bits or 1.5MB/s for bytes"
      ),
      (
        "800K", "“K” could be thousands or 1024s", "write 800k for thousands of bits per second"
      ),
      (
        "5 KB/s", "“KB/s” could be thousands or 1024s of bytes",
        "write 5kB/s for thousands or 5KiB/s for 1024s"
      ),
      ("1", "a rate needs a unit", "write 1M for 1 Mbit/s, or 1k for 1 kbit/s"),
      ("99.5", "a rate needs a unit", "write 99.5k for 99.5 kbit/s, or 99.5bps"),
      ("99", "a rate needs a unit", "write 99M for 99 Mbit/s, or 99k for 99 kbit/s"),
      ("100", "a rate needs a unit", "write 100k for 100 kbit/s, or 100bps"),
      ("800", "a rate needs a unit", "write 800k for 800 kbit/s, or 800bps"),
      ("99999", "a rate needs a unit", "write 99999k for 99999 kbit/s, or 99999bps"),
      ("100000", "a rate needs a unit", "write 100000bps"),
      ("5MB", "“MB” is an amount, not a rate", "write 5MB/s for bytes or 5Mb/s for bits"),
      ("800kpbs", "“kpbs” is not a unit of rate", "did you mean 800kbps?"),
      ("5mbits/s", "“mbits/s” is not a unit of rate", "did you mean 5Mbit/s?"),
      (
        "5 furlongs", "“furlongs” is not a unit of rate",
        "the units are kbit/s, Mbit/s, kB/s, MB/s and the like"
      ),
      ("1000000000000001bps", "the highest rate is 1000000 Gbit/s", nil),
      ("1000000000000000.5bps", "the highest rate is 1000000 Gbit/s", nil),
      ("99999999999999999999999999999999999999999G", "the highest rate is 1000000 Gbit/s", nil),
    ] as [(String, String, String?)])
  func `are refused with a reason and, where there is one, a remedy`(
    text: String, problem: String, hint: String?
  ) {
    #expect(throws: GrammarError(text: text, problem: problem, hint: hint)) {
      try BitRate(parsing: text)
    }
  }
}
