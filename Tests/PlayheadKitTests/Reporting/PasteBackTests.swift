import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// Values of every kind, printed by every printer that reports use, are read back as options.
@Suite struct `What is printed can be pasted back` {
  /// Times from a nanosecond to years, many of them round.
  private static func times(_ seed: UInt64) -> [WallTime] {
    var random = SplitMix64(seed: seed)
    return (0..<40).map { _ in
      let unit: Int64 =
        [1, 1_000_000, 500_000_000, 1_000_000_000].randomElement(using: &random) ?? 1
      let bound = WallTime.bound.nanoseconds >> Int64.random(in: 0..<60, using: &random)
      let nanoseconds = Int64.random(in: 0...bound, using: &random)
      return WallTime(nanoseconds: nanoseconds >= unit ? nanoseconds / unit * unit : nanoseconds)
    }
  }

  /// `time` to so many decimals of a second, halves up.
  private static func rounded(_ time: WallTime, places: Int) -> WallTime {
    let unit = Int64(powerOfTen(9 - places))
    return WallTime(nanoseconds: (time.nanoseconds + unit / 2) / unit * unit)
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `times`(seed: UInt64) throws {
    for time in Self.times(seed) {
      var texts = [time.text, time.shortText, time.iso8601Text, time.secondsText + "s"]
      for style in TextStyle.Durations.allCases {
        texts += [style.text(time), style.shortText(time)]
      }
      for text in texts {
        try expect(WallTime(parsing: text), equals: time, "\(text)")
        try expect(WallTime(parsing: text, unit: .required), equals: time, "\(text)")
      }
      for (places, style) in [2, 3].flatMap({ places in
        TextStyle.Durations.allCases.map { (places, $0) }
      }) where time < .seconds(1_000_000_000) {
        let text = style.text(time, places: places)
        let read = try WallTime(parsing: text, unit: .required)
        // At a minute and more, text may have milliseconds or whole seconds.
        let decimals = [places, 3, 0].map { Self.rounded(time, places: $0) }
        expect(decimals.contains(read), "\(text)")
        expect(time >= .seconds(60) || read == decimals[0], "\(text)")
        // A column stands under a heading, with no unit.
        try expect(WallTime(parsing: style.columnText(time)) >= .zero)
      }
    }
  }

  @Test(
    arguments: [
      ("1:02.500", 62_500), ("59:59.999", 3_599_999), ("1:00:00", 3_600_000),
      ("1:02:03", 3_723_000), ("10:16.000", 616_000), ("1:02:03.500", 3_723_500),
    ] as [(String, Int64)])
  func `clock times`(text: String, milliseconds: Int64) throws {
    try expect(WallTime(parsing: text), equals: .milliseconds(milliseconds))
    try expect(WallTime(parsing: text, unit: .required), equals: .milliseconds(milliseconds))
    try expect(UserAction(parsing: "\(text) pause").wallTime, equals: .milliseconds(milliseconds))
    try expect(WatermarkPair(parsing: text).high, equals: .milliseconds(milliseconds))
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `rates`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<40 {
      let bound = BitRate.bound.bitsPerSecond >> Int64.random(in: 0..<50, using: &random)
      let rate = BitRate(bitsPerSecond: Int64.random(in: 0...bound, using: &random))
      for (text, value) in [
        (rate.text, rate), (rate.bytesText, rate), (rate.rounded.text, rate.rounded),
      ] {
        try expect(BitRate(parsing: text), equals: value, "\(text)")
        guard case .profile(let profile) = try NetworkArgument(parsing: text) else {
          Issue.record("\(text) is no rate")
          continue
        }
        expect(profile.intervals[0].rate, equals: value)
        let parts = try NetworkArgument(parsing: "2 s@\(text),\(text)")
        guard case .profile(let inline) = parts else {
          Issue.record("\(text) is no part")
          continue
        }
        expect(inline.intervals.map(\.rate), equals: [value, value])
      }
      // The short form has no bit/s, so below a thousand it has no unit at all.
      if rate.bitsPerSecond >= 1000 {
        try expect(BitRate(parsing: rate.shortText), equals: rate, "\(rate.shortText)")
      }
      // Four figures are within half of the last one.
      let figures = try BitRate(parsing: rate.figuresText)
      expect(abs(figures.bitsPerSecond - rate.bitsPerSecond) <= rate.bitsPerSecond / 1000 / 2 + 1)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `numbers of bytes`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<40 {
      let shift = Int64.random(in: 0..<50, using: &random)
      let bytes = Int64.random(in: 0...ByteCountGrammar.bound >> shift, using: &random)
      try expect(Int64(parsingBytes: exactByteText(bytes)), equals: bytes)
      let kibibytes = (bytes >> 10) << 10
      try expect(Int64(parsingBytes: exactByteText(kibibytes)), equals: kibibytes)
      // Two decimals are within half a hundredth of the unit, which is no more than the number.
      let short = try Int64(parsingBytes: byteText(bytes))
      expect(abs(short - bytes) <= bytes / 200 + 1, "\(byteText(bytes))")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `shares`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<40 {
      let ratio = Ratio(millionths: Int64.random(in: 0...1_000_000, using: &random))
      try expect(Ratio(parsingPercent: ratio.percentText), equals: ratio)
      try expect(RateScale(parsing: ratio.percentText).times(.bound) != nil)
      let short = try Ratio(parsingPercent: ratio.percentText(places: 2))
      expect(abs(short.millionths - ratio.millionths) <= 50)
      let bound = try SessionMetric.rebufferRatio.bound(parsing: ratio.percentText)
      expect(bound, equals: .ratio(ratio))
    }
  }

  @Test func `rates of playback`() throws {
    for thousandths in [0] + Array(stride(from: 250, through: 4000, by: 7)) as [Int64] {
      let rate = try #require(PlaybackRate(thousandths: thousandths))
      for text in [rate.text, "\(rate.text)x", "\(rate.text)×", "\(rate.text) ×"] {
        try expect(PlaybackRate(parsing: text), equals: rate)
      }
    }
  }

  @Test(arguments: SessionMetric.allCases) func `bounds and tolerances`(metric: SessionMetric)
    throws
  {
    var random = SplitMix64(seed: 7)
    for _ in 0..<40 where metric.kind.isOrdered {
      let units = Int64.random(in: 0...1_000_000, using: &random)
      let value = try #require(MetricValue(units: units, of: metric.kind))
      for name in [metric.plainName, metric.rawValue] {
        let text = "\(name) <= \(metric.text(of: value))"
        let expectation = try SessionExpectation(parsing: text)
        expect(expectation.condition, equals: .metric(metric, .atMost, value))
      }
      for tolerance in [
        Tolerance(above: .units(units)), Tolerance(below: .units(units)),
        Tolerance(above: .units(units), below: .units(units)),
        Tolerance(above: .units(units), below: .share(Ratio(millionths: units))),
      ] {
        let text = tolerance.text(for: metric)
        try expect(Tolerance(parsing: text, for: metric).text(for: metric), equals: text)
      }
    }
  }

  @Test func `the titles and names of networks`() throws {
    for preset in NetworkPreset.all {
      for text in [preset.title, preset.name] + preset.otherNames {
        try expect(NetworkArgument(parsing: text), equals: .preset(preset))
      }
    }
  }
}
