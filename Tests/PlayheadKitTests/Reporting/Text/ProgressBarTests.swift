import Expectations
import PlayheadKit
import Testing

@Suite struct `A progress bar` {
  private static func loaded(_ ranges: [(Int64, Int64)]) -> TimeRangeSet {
    var loaded = TimeRangeSet()
    for range in ranges {
      loaded.insert(TimeRange(start: .milliseconds(range.0), end: .milliseconds(range.1)))
    }
    return loaded
  }

  /// The bar of media of 100 seconds, of which ranges in seconds are loaded.
  private static func bar(
    _ progress: Int64, _ ranges: [(Int64, Int64)], _ bar: ProgressBar
  ) -> String {
    bar.text(
      progress: Ratio(millionths: progress),
      loaded: loaded(ranges.map { ($0.0 * 1000, $0.1 * 1000) }), of: .seconds(100))
  }

  // Ten columns of ten seconds each.
  @Test(
    arguments: [
      (0, [], "O........."),
      (0, [(0, 29)], "O-........"),
      (0, [(0, 30)], "O--......."),
      (250_000, [(0, 100)], "==O-------"),
      // Holes: behind the playhead only whole columns count, before it any part of one.
      (250_000, [(20, 40), (55, 90)], "__O-..---."),
      (650_000, [(0, 12), (61, 81)], "==____O-.."),
      (500_000, [(10, 20), (50, 50)], "_=___O...."),
      // The end, and shares and ranges beyond.
      (1_000_000, [(0, 100)], "=========O"),
      (1_200_000, [(90, 130)], "_________O"),
      (-5, [(0, 30), (120, 130)], "O--......."),
    ] as [(Int64, [(Int64, Int64)], String)])
  func `shows what is played, loaded and neither`(
    progress: Int64, ranges: [(Int64, Int64)], text: String
  ) {
    expect(Self.bar(progress, ranges, ProgressBar(width: 10, style: .ascii)), equals: text)
  }

  @Test(
    arguments: [
      (0, [(0, 40)], "▒▒▒▒······"),
      // A column is 100 000 millionths, an eighth of it 12 500.
      (12_499, [(0, 40)], "▒▒▒▒······"),
      (12_500, [(0, 40)], "▏▒▒▒······"),
      (150_000, [(0, 40)], "█▌▒▒······"),
      (187_500, [(0, 40)], "█▉▒▒······"),
      (199_999, [(0, 40)], "█▉▒▒······"),
      (200_000, [(0, 40)], "██▒▒······"),
      // Where nothing is loaded the playhead is to be seen all the same.
      (550_000, [(0, 20)], "██░░░▌····"),
      (1_000_000, [(0, 100)], "██████████"),
      (1_000_000, [(0, 50)], "█████░░░░░"),
    ] as [(Int64, [(Int64, Int64)], String)])
  func `without a thumb ends what is played to an eighth of a column`(
    progress: Int64, ranges: [(Int64, Int64)], text: String
  ) {
    expect(Self.bar(progress, ranges, ProgressBar(width: 10, showsThumb: false)), equals: text)
  }

  @Test(
    arguments: [
      // 15 s and 44 s: half a column played on blue, four eighths less a bit: 3.2 of 8.
      (
        150_000, [(0, 44)],
        "\u{1B}[36m█\u{1B}[0m\u{1B}[36;44m▌\u{1B}[0m\u{1B}[34;44m▒▒\u{1B}[0m\u{1B}[34m▍\u{1B}[0m"
          + "\u{1B}[2m·····\u{1B}[0m"
      ),
      // A hole until 46 s: 4.8 of 8 parts, so five are left empty.
      (
        0, [(46, 100)],
        "\u{1B}[2m····\u{1B}[0m\u{1B}[7;34m▋\u{1B}[0m\u{1B}[34;44m▒▒▒▒▒\u{1B}[0m"
      ),
    ] as [(Int64, [(Int64, Int64)], String)])
  func `in colour shows to an eighth also where what is loaded begins and ends`(
    progress: Int64, ranges: [(Int64, Int64)], text: String
  ) {
    let bar = ProgressBar(width: 10, colors: .standard, showsThumb: false)
    expect(Self.bar(progress, ranges, bar), equals: text)
  }

  @Test func `has the colours that it is given, and none where it is given none`() {
    let colors = ProgressBar.Colors(buffer: .brightBlue, thumb: .white)
    let bar = ProgressBar(width: 10, style: .ascii, colors: colors)
    expect(
      Self.bar(250_000, [(0, 50)], bar), equals: "==\u{1B}[37mO\u{1B}[0m\u{1B}[94m--\u{1B}[0m.....")
  }

  @Test func `takes shares as a control has them, and holds them within 0 and 1`() {
    let bar = ProgressBar(width: 10, style: .ascii)
    expect(bar.text(progress: 0.25, buffered: 0.5), equals: "==O--.....")
    expect(bar.text(progress: -1, buffered: 7), equals: "O---------")
    expect(bar.text(progress: .infinity, buffered: .nan), equals: "_________O")
    expect(
      bar.text(progress: Ratio(millionths: 250_000), buffered: Ratio(millionths: 2_000_000)),
      equals: "==O-------")
  }

  /// The columns of each glyph that the bars here have, by hand from EastAsianWidth.txt: `░` alone
  /// of these blocks is neutral, all others beyond ASCII are ambiguous.
  private static func columns(_ text: String, _ ambiguous: AmbiguousWidth) -> Int {
    var columns = 0
    var isSequence = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1B}" { isSequence = true }
      defer { if scalar == "m" { isSequence = false } }
      if isSequence { continue }
      switch scalar {
      case " "..."~", "░": columns += 1
      case "映": columns += 2
      case "█", "●", "▒", "·", "▏", "▎", "▍", "▌", "▋", "▊", "▉": columns += ambiguous.rawValue
      default: Issue.record("no width for \(scalar)")
      }
    }
    return columns
  }

  @Test(arguments: Seeds.some(Array(1...200), oneIn: 7))
  func `takes exactly the columns it is told, also where glyphs take two`(width: Int) {
    let own = ProgressBar.Style(
      played: "映", passed: "_", thumb: "O", buffered: "█", track: " ", edges: ["▌"])
    for style in [ProgressBar.Style.blocks, .ascii, own] {
      for ambiguous in [AmbiguousWidth.narrow, .wide] {
        for colors in [nil, ProgressBar.Colors.standard] {
          for progress in [0, 77_777, 500_000, 999_999, 1_000_000] as [Int64] {
            let bar = ProgressBar(
              width: width, style: style, colors: colors, showsThumb: progress != 77_777,
              ambiguousWidth: ambiguous)
            let text = Self.bar(progress, [(0, 3), (31, 62), (77, 100)], bar)
            expect(Self.columns(text, ambiguous), equals: width)
          }
        }
      }
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `has in each column what its definition says`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let duration = Int64.random(in: 1...200_000, using: &random)
    let ranges = (0..<Int.random(in: 0...6, using: &random)).map { _ in
      let start = Int64.random(in: 0...duration, using: &random)
      return (start, Int64.random(in: start...duration, using: &random))
    }
    let loaded = Self.loaded(ranges)
    let width = Int.random(in: 1...60, using: &random)
    let progress = Int64.random(in: 0...1_000_000, using: &random)
    let bar = ProgressBar(width: width, style: .ascii)
    let text = Array(
      bar.text(
        progress: Ratio(millionths: progress), loaded: loaded, of: .milliseconds(duration)))
    let thumb = min(width - 1, Int(progress) * width / 1_000_000)
    // In parts of a millisecond, as many as there are columns, so that all edges are whole.
    let parts = loaded.ranges.map { range in
      (
        range.start.nanoseconds / 1_000_000 * Int64(width),
        range.end.nanoseconds / 1_000_000 * Int64(width)
      )
    }
    for column in 0..<width {
      let (start, end) = (Int64(column) * duration, Int64(column + 1) * duration)
      let expected: Character =
        if column == thumb {
          "O"
        } else if column < thumb {
          parts.contains { $0.0 < end && $0.1 > start } ? "=" : "_"
        } else {
          parts.contains { $0.0 <= start && $0.1 >= end } ? "-" : "."
        }
      expect(text[column], equals: expected, "seed \(seed), column \(column)")
    }
  }

  @Test func `of media without duration has nothing loaded`() {
    let bar = ProgressBar(width: 4)
    expect(
      bar.text(progress: Ratio(millionths: 0), loaded: TimeRangeSet(), of: .zero), equals: "●···")
  }
}
