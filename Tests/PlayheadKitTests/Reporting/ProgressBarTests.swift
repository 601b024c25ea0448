import PlayheadKit
import Testing

@Suite struct `A progress bar` {
  private static func bar(
    _ progress: Int64, _ ranges: [(Int64, Int64)], width: Int = 10
  ) -> String {
    var loaded = TimeRangeSet()
    for range in ranges {
      loaded.insert(TimeRange(start: .seconds(range.0), end: .seconds(range.1)))
    }
    return ProgressBar(width: width, style: .ascii)
      .text(progress: Ratio(millionths: progress), loaded: loaded, of: .seconds(100))
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
      // The end, and shares beyond.
      (1_000_000, [(0, 100)], "=========O"),
      (1_200_000, [(90, 100)], "_________O"),
    ] as [(Int64, [(Int64, Int64)], String)])
  func `shows what is played, loaded and neither`(
    progress: Int64, ranges: [(Int64, Int64)], text: String
  ) {
    #expect(Self.bar(progress, ranges) == text)
  }

  @Test func `of one column is the thumb`() {
    #expect(Self.bar(400_000, [(0, 100)], width: 1) == "O")
  }

  @Test func `of media without duration has nothing loaded`() {
    let bar = ProgressBar(width: 4, style: .blocks)
    #expect(bar.text(progress: Ratio(millionths: 0), loaded: TimeRangeSet(), of: .zero) == "●···")
  }
}
