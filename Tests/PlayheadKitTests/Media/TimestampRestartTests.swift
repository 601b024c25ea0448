import Expectations
import Foundation
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// Samples by their presentation times in seconds; K is a sync sample, D one that is not shown.
@Suite struct `Timestamps` {
  private static func restarts(_ samples: String) -> [TimestampRestarts] {
    let list = samples.split(separator: " ").enumerated().map { number, text in
      var flags: Sample.Flags = []
      if text.contains("K") { flags.insert(.sync) }
      if text.contains("D") { flags.insert(.discarded) }
      let offset = Int64(number) * 10
      return Sample(
        at: .seconds(Int64(text.filter(\.isNumber)) ?? 0), lasting: .seconds(1),
        bytes: offset..<offset + 10, flags: flags)
    }
    return Clip(samples: list).index.timestampRestarts(of: [0])
  }

  @Test(
    arguments: [
      "K0 1 2 K3 4 5", "K0 3 1 2 K6 5 4", "K0 2 1 K5 3 4 K8 6 7", "K3 1 2 K6 4 5", "K0 K1 K2 K3",
      "DK5 D6 K7 8", "K0 4 1 DK2 D3 5 6", "K0", "K0 1 1 2",
    ])
  func `that pictures are reordered from do not begin again`(samples: String) {
    expect(Self.restarts(samples), equals: [])
  }

  @Test(
    arguments: [
      ("K0 1 2 K0 1 2", ["30: 2 to 0, 3"]),
      // What goes on past the time reached overlaps no more.
      ("K0 1 2 K1 2 3 K4 5", ["30: 2 to 1, 2"]),
      // Later sync samples of the second recording are no restarts of their own.
      ("K0 1 K2 3 K0 1 K2 3", ["40: 3 to 0, 4"]),
      ("K0 2 1 K0 2 1 K0 2 1", ["30: 2 to 0, 3", "60: 2 to 0, 3"]),
      // The third begins before the second has come as far as the first.
      ("K0 1 2 3 K0 1 K0 1 2 3 4", ["40: 3 to 0, 2", "60: 3 to 0, 4"]),
      ("K0 K1 K1 K2 K2 K3", ["20: 1 to 1, 1", "40: 2 to 2, 1"]),
      // A recording that does not begin with a sync sample is known by the one before the last.
      ("K0 1 K2 3 0 1 K2 3", ["40: 3 to 0, 4"]),
      ("K0 1 K2 3 1 2 3", []), ("K5 6 K7 8 5 6", ["40: 8 to 5, 2"]),
    ] as [(String, [String])])
  func `that begin again are counted where they do`(samples: String, places: [String]) {
    let found = Self.restarts(samples)
    let texts = found.flatMap(\.places).map {
      "\($0.offset): \($0.from.secondsText) to \($0.to.secondsText), \($0.overlappingSamples)"
    }
    expect(texts, equals: places)
    expect((found.first?.count ?? 0), equals: places.count)
    let overlapping = found.flatMap(\.places).reduce(0) { $0 + $1.overlappingSamples }
    expect((found.first?.overlappingSamples ?? 0), equals: overlapping)
  }

  @Test func `that begin again very often are all counted, but not all listed`() throws {
    let found = try #require(
      Self.restarts(Array(repeating: "K1", count: 102).joined(separator: " ")).first)
    expect(found.count == 101 && found.overlappingSamples == 101)
    expect(found.places.count, equals: 100)
  }

  @Test func `that begin again are in the summary and in Markdown`() throws {
    let samples = [0, 1, 2, 0, 1, 2].enumerated().map { number, time in
      Sample(
        at: .seconds(time), lasting: .seconds(1),
        bytes: Int64(number) * 10..<Int64(number) * 10 + 10)
    }
    let report = try Clip(samples: samples).report(over: .byteAMillisecond(), BufferingPolicy())
    let fact = "track 0: timestamps restart once, at 2.00 s, 3 samples overlap"
    let style = TextStyle(width: 120, usesUnicode: false, usesColor: false)
    for contents in [SessionText.Contents.summary, .report(folds: false), .chart] {
      let text = SessionText.text(report, style: style, contents: contents)
      expect(text.components(separatedBy: fact).count, equals: 2, "\(contents)")
    }
    expect(SessionMarkdown.text(report).contains("\n- \(fact)\n"))
  }

  @Test func `that begin again are no damage`() throws {
    let samples = [0, 1, 2, 0, 1, 2].enumerated().map { number, time in
      Sample(
        at: .seconds(time), lasting: .seconds(1),
        bytes: Int64(number) * 10..<Int64(number) * 10 + 10)
    }
    let clip = Clip(samples: samples)
    let media = MediaDescription(
      name: "clip", index: clip.index, presentation: try clip.presentation, decoding: nil)
    expect(!media.damage.isDamaged)
    expect(
      media.remarks,
      equals: [
        "track 0: timestamps restart once, at byte 30, from 2.000 s back to 0.000 s; 3 samples "
          + "overlap earlier ones"
      ])
  }
}
