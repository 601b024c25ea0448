/// A high watermark and, if it is written, a low one, both buffer levels in media time.
package struct WatermarkPair: Hashable, Sendable {
  /// The buffer level at which loading stops.
  package let high: MediaTime
  /// The buffer level at which loading resumes; `nil` if it is not written.
  package let low: MediaTime?

  /// Reads `HIGH` or `HIGH:LOW`, each a duration in any of its forms.
  ///
  /// A colon may also be that of a clock time: `1:30` is a minute and a half, as a low watermark
  /// cannot be above the high one, and `1:30:60s` has one of each. `30:25` could be half an hour or
  /// two watermarks, so it is refused; `30:05` and `30:25.500` are clock times, as they are
  /// printed.
  ///
  /// - Throws: ``GrammarError`` if `text` is malformed or ambiguous.
  package init(parsing text: some StringProtocol) throws(GrammarError) {
    let text = Substring(text)
    let whole = try? MediaTime(parsing: text)
    let pairs = text.indices.filter { text[$0] == ":" }.compactMap { colon in
      try? Self.pair(text, at: colon)
    }
    let ordered = pairs.filter { $0.low ?? .zero <= $0.high }
    switch (whole, pairs.first) {
    case (let whole?, _) where ordered.isEmpty || Self.isSurelyClock(text):
      (high, low) = (whole, nil)
    case (.some, _):
      let parts = text.split(separator: ":")
      throw GrammarError(
        text: String(text), problem: "this could be a clock time or HIGH:LOW",
        hint: "write \(parts[0])m\(parts[1])s or \(parts[0])s:\(parts[1])s")
    case (nil, let pair?):
      // The policy reports a pair out of order and names both.
      self = ordered.first ?? pair
    case (nil, nil):
      guard let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") else {
        (high, low) = (try MediaTime(parsing: text), nil)
        return
      }
      self = try Self.pair(text, at: colon)
    }
  }

  /// Whether a clock time in `text` is surely one: it has hours, or seconds as only clocks write
  /// them, with a zero in front or three decimals.
  private static func isSurelyClock(_ text: Substring) -> Bool {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let seconds = WrittenDecimal(parts[1]) else { return true }
    return seconds.whole.first == 0 || seconds.fraction.count == 3
  }

  private init(high: MediaTime, low: MediaTime?) {
    (self.high, self.low) = (high, low)
  }

  private static func pair(
    _ text: Substring, at colon: Substring.Index
  ) throws(GrammarError) -> WatermarkPair {
    let low = text[text.index(after: colon)...]
    return WatermarkPair(
      high: try MediaTime(parsing: text[..<colon]), low: try MediaTime(parsing: low))
  }
}
