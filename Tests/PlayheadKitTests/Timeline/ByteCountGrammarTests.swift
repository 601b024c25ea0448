import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `Numbers of bytes that people write` {
  @Test(
    arguments: [
      ("0", 0),
      ("1000000", 1_000_000),
      ("512B", 512),
      ("64kB", 64_000),
      ("10MB", 10_000_000),
      ("2 GB", 2_000_000_000),
      ("64KiB", 65_536),
      ("150MiB", 157_286_400),
      ("1 GiB", 1_073_741_824),
      (".5MiB", 524_288),
      ("1.5MB", 1_500_000),
      // Finer than a byte: nearest, halves up.
      ("0.4", 0),
      ("0.5", 1),
      ("0.3KiB", 307),
      // The bound.
      ("1000000GB", 1_000_000_000_000_000),
    ] as [(String, Int64)])
  func `are read in whole bytes`(text: String, bytes: Int64) throws {
    try expect(Int64(parsingBytes: text), equals: bytes)
  }

  @Test(
    arguments: [
      ("", "missing number of bytes", "write 64KiB or 1.5MB"),
      ("much", "a number of bytes starts with a number", "write 64KiB or 1.5MB"),
      ("-1", "a number of bytes cannot be negative", nil),
      ("−1", "a number of bytes cannot be negative", nil),
      ("nan", "this is not a number", nil),
      ("1e6", "exponents are not read", "write the number out"),
      ("1,5MB", "a fraction is written with a point", nil),
      ("5  MB", "only one space, between the number and the unit, is read", nil),
      ("150M", "“M” could be millions or 1024² of bytes", "write 150MB or 150MiB"),
      ("64KB", "“KB” could be thousands or 1024s of bytes", "write 64kB or 64KiB"),
      ("8Mb", "“Mb” is bits, and bytes are expected", "write 8MB"),
      ("64Kib", "“Kib” is not a unit of bytes", "did you mean 64KiB?"),
      (
        "5 pages", "“pages” is not a unit of bytes",
        "the units are B, kB, MB, GB, KiB, MiB and GiB"
      ),
      ("1000000000000001", "the largest number is 1000000 GB", nil),
    ] as [(String, String, String?)])
  func `are refused with a reason and, where there is one, a remedy`(
    text: String, problem: String, hint: String?
  ) {
    #expect(throws: GrammarError(text: text, problem: problem, hint: hint)) {
      try Int64(parsingBytes: text)
    }
  }

  @Test(
    arguments: [
      (0, "0 B"), (1, "1 B"), (999, "999 B"), (1000, "1 kB"), (1001, "1001 B"), (1024, "1 KiB"),
      (1536, "1536 B"), (65_536, "64 KiB"), (1_500_000, "1.5 MB"), (16 << 20, "16 MiB"),
      (1_234_567, "1234567 B"), (3_000_000_000, "3 GB"), (5 << 30, "5 GiB"),
    ] as [(Int64, String)])
  func `are told exactly and briefly, in what can be read again`(bytes: Int64, text: String) throws
  {
    expect(exactByteText(bytes), equals: text)
    try expect(Int64(parsingBytes: text), equals: bytes)
  }
}
