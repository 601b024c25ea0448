import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite("A tolerance says how far a value may lie from the recorded one, and to which side")
struct ToleranceTests {
  @Test(
    "is read with its sign and its margin, and written in one form",
    arguments: [
      ("+5%", SessionMetric.startupSeconds, "+5%"),
      ("-5%", .startupSeconds, "-5%"),
      ("−5%", .startupSeconds, "-5%"),
      ("5%", .startupSeconds, "±5%"),
      ("±5%", .bytesDownloaded, "±5%"),
      ("+-0.0001%", .bytesDownloaded, "±0.0001%"),
      ("+/-1000%", .bytesDownloaded, "±1000%"),
      ("±100ms", .startupSeconds, "±0.1s"),
      ("+1:30", .startupSeconds, "+1:30"),
      ("PT1S", .startupSeconds, "±1s"),
      ("0", .startupSeconds, "0"),
      ("+0", .bytesDownloaded, "0"),
      ("0%", .stallCount, "±0%"),
      ("+1", .stallCount, "+1"),
      ("-64KiB", .bytesWasted, "-64KiB"),
      ("±100kbit/s", .observedBitsPerSecond, "±100kbit/s"),
      ("+0.01", .rebufferRatio, "+0.01"),
      ("1%", .rebufferRatio, "±1%"),
      ("0.5", .stallsPerMinute, "±0.5"),
      ("5 %", .startupSeconds, "±5%"),
      ("±100 ms", .startupSeconds, "±0.1s"),
      ("+5% -1%", .startupSeconds, "+5% -1%"),
      ("+0.1 s -50 ms", .startupSeconds, "+0.1s -0.05s"),
    ])
  func reading(_ text: String, _ metric: SessionMetric, _ canonical: String) throws {
    let tolerance = try Tolerance(parsing: text, for: metric)
    expect(tolerance.text(for: metric), equals: canonical)
    try expect(Tolerance(parsing: canonical, for: metric), equals: tolerance)
  }

  @Test(
    "is refused where it is none",
    arguments: [
      ("", SessionMetric.startupSeconds, "missing tolerance"),
      ("+", .startupSeconds, "missing tolerance"),
      ("++5%", .startupSeconds, "not a percentage"),
      ("5%%", .startupSeconds, "not a percentage"),
      ("1000.1%", .startupSeconds, "the largest percentage is 1000 %"),
      ("0.00001%", .startupSeconds, "the resolution is 0.0001 %"),
      ("nan%", .startupSeconds, "not a percentage"),
      ("5MB", .startupSeconds, "a number of bytes"),
      ("1.5B", .bytesDownloaded, "the resolution is a byte"),
      ("100ms", .stallCount, "a duration"),
      ("1.5", .stallCount, "whole number"),
      ("1s", .bytesDownloaded, "a duration"),
      ("ended", .endReason, "is a word"),
      ("0", .endReason, "is a word"),
    ])
  func refusals(_ text: String, _ metric: SessionMetric, _ words: String) {
    let error = #expect(throws: GrammarError.self) { () throws in
      _ = try Tolerance(parsing: text, for: metric)
    }
    expect(error?.problem.contains(words), equals: true, "\(error?.problem ?? "")")
  }

  @Test(
    "is refused with one that is fine",
    arguments: [
      (SessionMetric.startupSeconds, "write +5% or +2.5s"), (.stallCount, "write +5% or +1"),
      (.rebufferRatio, "write +5% or +0.01"), (.bytesWasted, "write +5% or +10MB"),
    ])
  func hints(_ metric: SessionMetric, _ hint: String) throws {
    let error = #expect(throws: GrammarError.self) { () throws in
      _ = try Tolerance(parsing: "", for: metric)
    }
    expect(error?.hint, equals: hint)
    for example in hint.split(separator: " ").filter({ $0.hasPrefix("+") }) {
      _ = try Tolerance(parsing: example, for: metric)
    }
  }

  @Test(
    "allows its last value and not the next, on its side only",
    arguments: [
      ("+5%", [1000, 1050], [999, 1051]),
      ("-5%", [1000, 950], [949, 1001]),
      ("5%", [950, 1000, 1050], [949, 1051]),
      ("+2B", [1000, 1002], [999, 1003]),
      ("2B", [998, 1002], [997, 1003]),
      ("0", [1000], [999, 1001]),
      // A thousandth of 1000 is one, and a hair less allows for nothing.
      ("+0.1%", [1001], [1002]),
      ("+0.0999%", [1000], [1001]),
      ("1000%", [0, 11_000], [11_001]),
    ] as [(String, [Int64], [Int64])])
  func bounds(_ text: String, _ allowed: [Int64], _ refused: [Int64]) throws {
    let tolerance = try Tolerance(parsing: text, for: .bytesDownloaded)
    for value in allowed { expect(tolerance.allows(value, for: 1000), "\(value)") }
    for value in refused { expect(!tolerance.allows(value, for: 1000), "\(value)") }
  }

  @Test("allows for nothing in percent of nothing, and overflows nowhere")
  func extremes() throws {
    let percent = try Tolerance(parsing: "1000%", for: .bytesDownloaded)
    expect(percent.allows(0, for: 0))
    expect(!percent.allows(1, for: 0))
    expect(percent.allows(.max, for: .max / 2))
    expect(!percent.allows(.max, for: 1))
    expect(percent.allows(0, for: .max))
  }

  @Test("names a metric once, with or without its unit")
  func names() throws {
    var tolerances = Tolerances()
    expect(tolerances.isEmpty)
    try tolerances.add(parsing: "startup=+5%")
    try tolerances.add(parsing: "stallCount=1")
    expect(tolerances[.startupSeconds].text(for: .startupSeconds), equals: "+5%")
    expect(tolerances[.stallCount].text(for: .stallCount), equals: "±1")
    expect(tolerances[.bytesWasted], equals: .exact)
    for text in ["startupSeconds=1s", "startup", "startUpp=1s", "=1s", "startup="] {
      #expect(throws: GrammarError.self, "\(text)") { () throws in
        try tolerances.add(parsing: text)
      }
    }
    var others = Tolerances()
    try others.add(parsing: "startup=0")
    let merged = tolerances.overridden(by: others)
    expect(merged[.startupSeconds], equals: .exact)
    expect(merged[.stallCount].text(for: .stallCount), equals: "±1")
  }
}
