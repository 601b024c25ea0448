import PlayheadKit

extension ParsedArguments {
  /// The player by its buffer options.
  func policy() throws(Failure) -> BufferingPolicy {
    let watermarks = try self.watermarks()
    let startup = try duration(.startupBuffer) ?? .seconds(2)
    let resume = try duration(.resumeBuffer) ?? .seconds(2)
    let expensive = try pathLimits(.expensiveBuffer, .expensiveRate)
    let constrained = try pathLimits(.constrainedBuffer, .constrainedRate)
    do {
      return try BufferingPolicy(
        startupThreshold: startup, resumeThreshold: resume, highWatermark: watermarks.high,
        lowWatermark: watermarks.low, expensive: expensive, constrained: constrained)
    } catch {
      throw Failure(error)
    }
  }

  private func pathLimits(_ buffer: Option, _ rate: Option) throws(Failure) -> PathLimits {
    var limits = PathLimits(forwardBuffer: try duration(buffer))
    if let text = value(rate) {
      limits.peakBitRate = try parse(text[...], rate) { text throws(GrammarError) in
        try BitRate(parsing: text)
      }
    }
    return limits
  }

  /// `HIGH[:LOW]`: one colon parts the two, so neither can be a duration with one colon of its own.
  private func watermarks() throws(Failure) -> (high: MediaTime?, low: MediaTime?) {
    guard let text = value(.maxBuffer) else { return (.seconds(30), nil) }
    if text == "unlimited" { return (nil, nil) }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2 {
      return (try parse(parts[0], .maxBuffer), try parse(parts[1], .maxBuffer))
    }
    return (try parse(text[...], .maxBuffer), nil)
  }

  /// How long the session may be and how it is written down.
  func sessionOptions() throws(Failure) -> SessionOptions {
    let tick = try duration(.tick) ?? .milliseconds(500)
    guard tick >= SessionOptions.shortestTick else {
      throw Failure(
        badValue: value(.tick) ?? "", of: .tick,
        why: "it must be at least \(SessionOptions.shortestTick.secondsText) s")
    }
    return SessionOptions(tickInterval: tick, limit: try duration(.limit))
  }

  /// The numbers of `--tracks`; `nil` if it was not given.
  func trackNumbers() throws(Failure) -> [Int]? {
    guard let text = value(.tracks) else { return nil }
    var numbers: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Int(part), number >= 0 else {
        throw Failure(
          badValue: text, of: .tracks, why: "'\(part)' is not the number of a track",
          hint: "write numbers with commas between them, such as 0,1")
      }
      numbers.append(number)
    }
    return numbers
  }

  /// How results in text look on the terminal of `context`.
  func textStyle(_ context: Context) -> TextStyle {
    TextStyle(
      width: context.resultTerminal(self).width, usesUnicode: context.usesBlocks(self),
      usesColor: context.usesColor(self))
  }
}
