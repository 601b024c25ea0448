/// The result of one case, in text.
struct CaseText {
  private let result: CaseResult
  private let style: TextStyle

  /// The columns of a verdict and the space behind it.
  private static let verdictWidth = 8
  /// More stalls than this are counted rather than listed.
  private static let mostStalls = 10

  init(_ result: CaseResult, style: TextStyle) {
    self.result = result
    self.style = style
  }

  /// The verdict and the name; unless the case passed, with all details, else with allowed damage and
  /// what differs from a baseline.
  var lines: [String] {
    let verdict = result.verdict
    let heading = row(
      verdict.rawValue, verdict.color, indent: 0, result.checkCase.name.printable)
    return heading
      + (verdict == .passed
        ? damageLines(indent: Self.verdictWidth) + comparisonLines(indent: Self.verdictWidth)
        : detailLines(indent: Self.verdictWidth))
  }

  /// The expectations with what was found and the stalls against them, damage of the media, and how the
  /// case compares with a baseline; or why it could not run.
  ///
  /// - Parameters:
  ///   - indent: the columns before each line.
  ///   - failuresOnly: whether to leave out expectations that hold.
  /// - Returns: the lines.
  func detailLines(indent: Int, failuresOnly: Bool = false) -> [String] {
    switch result.outcome {
    case .couldNotRun(let error):
      return row("", .red, indent: indent, error.description.printable)
    case .ran(let session):
      let results = session.results.filter { result in
        result.verdict != .off && !(failuresOnly && result.verdict == .passed)
      }
      return results.flatMap { result in
        row(
          result.verdict.rawValue, result.verdict.color, indent: indent,
          "\(result.expectation.text): \(result.actualText)")
      } + stallLines(results, indent: indent) + damageLines(indent: indent)
        + comparisonLines(indent: indent)
    }
  }

  /// Damage of the media, whether or not it is allowed.
  private func damageLines(indent: Int) -> [String] {
    result.damageLines.enumerated().flatMap { number, line in
      number == 0 && result.isDamageRefused
        ? row("failed", .red, indent: indent, line.printable)
        : row(
          "", .dim, indent: result.isDamageRefused ? indent + Self.verdictWidth : indent,
          line.printable)
    }
  }

  private func comparisonLines(indent: Int) -> [String] {
    guard let comparison = result.comparison else { return [] }
    var style = style
    style.width = max(1, style.width - indent)
    let margin = String(repeating: " ", count: indent)
    return ComparisonText(comparison, style: style).lines.map { margin + $0 }
  }

  /// The stalls that are against any expectation, each once.
  private func stallLines(_ results: [ExpectationResult], indent: Int) -> [String] {
    var stalls: [Int: Stall] = [:]
    for result in results {
      for stall in result.stalls { stalls[stall.number] = stall }
    }
    let listed = stalls.values.sorted { $0.number < $1.number }
    let lines = listed.prefix(Self.mostStalls).flatMap { stall in
      row("", .dim, indent: indent, stall.sentence)
    }
    let rest = listed.count - Self.mostStalls
    return rest > 0
      ? lines + row("", .dim, indent: indent, "and \(counted(rest, "more stall"))") : lines
  }

  /// A verdict and words behind it, on as many lines as they need; without a verdict, the words.
  private func row(
    _ verdict: String, _ color: TextStyle.Color, indent: Int, _ text: String
  ) -> [String] {
    let plain = style.plain
    let width = verdict.isEmpty ? indent : indent + Self.verdictWidth
    let margin = String(repeating: " ", count: indent)
    let lines = WrappedRow(name: margin + verdict, nameWidth: width, style: plain).lines(text)
    guard !verdict.isEmpty, let first = lines.first else { return lines }
    let rest = first.dropFirst(indent + verdict.count)
    return [margin + style.set(verdict, in: color) + rest] + lines.dropFirst()
  }
}

extension Stall {
  /// When and where it began and how long it lasted.
  var sentence: String {
    let length = duration.map { "lasts \($0.text(places: 3))" } ?? "still open at the end"
    return "stall \(number) at \(start.text(places: 3)), media \(mediaTime.text(places: 3)), "
      + length
  }
}

extension CaseResult.Verdict {
  /// What its word is set in.
  fileprivate var color: TextStyle.Color {
    switch self {
    case .passed: .green
    case .warned: .yellow
    case .failed, .error: .red
    }
  }
}

extension ExpectationResult.Verdict {
  /// What its word is set in.
  fileprivate var color: TextStyle.Color {
    switch self {
    case .passed: .green
    case .warned: .yellow
    case .failed: .red
    case .off: .dim
    }
  }
}
