import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `A number without a unit` {
  @Test(
    arguments: [
      ("0", 0), ("0.000", 0), ("00", 0), ("50ms", 50), ("1.5s", 1500), ("1min", 60_000),
      ("1m30s", 90_000), ("1h2m", 3_720_000), ("1:30", 90_000), ("PT1M", 60_000),
      ("50 ms", 50), ("1 min", 60_000),
    ] as [(String, Int64)])
  func `is not needed where a time has a unit or is zero`(text: String, milliseconds: Int64) throws
  {
    try expect(MediaTime(parsing: text, unit: .required), equals: .milliseconds(milliseconds))
    try expect(MediaTime(parsing: text), equals: .milliseconds(milliseconds))
  }

  @Test(
    arguments: [
      ("50", "write 50ms or 50s"), ("0.5", "write 0.5ms or 0.5s"),
      ("50m", "write 50ms or 50min"), ("50 m", "write 50ms or 50min"),
      ("0.000000001", "write 0.000000001ms or 0.000000001s"),
    ])
  func `is refused where milliseconds are as plausible`(text: String, hint: String) throws {
    let error = try #require(throws: GrammarError.self) {
      try MediaTime(parsing: text, unit: .required)
    }
    expect(error.hint == hint && error.text == text)
    for remedy in hint.dropFirst("write ".count).split(separator: " or ") {
      _ = try MediaTime(parsing: remedy, unit: .required)
    }
    _ = try MediaTime(parsing: text)
  }

  @Test(arguments: ["1", "50", "99", "100", "800", "99999", "100000", "1500000", "0.5"])
  func `is refused for a rate, with remedies that are rates`(text: String) throws {
    let error = try #require(throws: GrammarError.self) { try BitRate(parsing: text) }
    let hint = try #require(error.hint)
    let remedies = hint.split(separator: " ").filter { $0.hasPrefix(text) }
      .map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
      .filter { Int($0.dropFirst(text.count)) == nil && $0 != text }
    expect(!remedies.isEmpty)
    for remedy in remedies { _ = try BitRate(parsing: remedy) }
    try expect(BitRate(parsing: text, unit: .optional) <= .bound)
  }
}
