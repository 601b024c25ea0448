import PlayheadModel
import PlayheadReporting

/// The result of one case, in text.
struct CaseText {
  private let result: CaseResult
  private let style: TextStyle

  /// The columns of a verdict and the space behind it.
  private static let verdictWidth = 8
  /// More stalls than this are counted rather than listed.
  private static let maximumStalls = 10

  init(_ result: CaseResult, style: TextStyle) {
    self.result = result
    self.style = style
  }

  /// The verdict and the name; if the case passed with what it allows and what differs from a
  /// baseline, otherwise with all details.
  var lines: [String] {
    let verdict = result.verdict
    let heading = row(
      verdict.rawValue, verdict.color, indent: 0, naming: result.checkCase.name)
    return heading
      + (verdict == .passed
        ? remarkLines(indent: Self.verdictWidth) + comparisonLines(indent: Self.verdictWidth)
        : detailLines(indent: Self.verdictWidth))
  }

  /// The expectations with their measured values and the stalls that violate them, standstill,
  /// damage and remarks on the media, and the comparison with a baseline; or why the case could not
  /// run.
  ///
  /// - Parameters:
  ///   - indent: the columns before each line.
  ///   - failuresOnly: whether to leave out expectations that hold.
  /// - Returns: the lines.
  func detailLines(indent: Int, failuresOnly: Bool = false) -> [String] {
    switch result.outcome {
    case .couldNotRun(let error):
      return row("", .red, indent: indent, naming: error.description)
    case .ran(let session):
      let results = session.results.filter { result in
        result.verdict != .off && !(failuresOnly && result.verdict == .passed)
      }
      return results.flatMap { result in
        row(
          result.verdict.rawValue, result.verdict.color, indent: indent,
          "\(result.expectation.text): \(result.actualText)")
      } + stallLines(results, indent: indent)
        + result.causeLines(of: results).flatMap { row("", .dim, indent: indent, $0) }
        + remarkLines(indent: indent)
        + (failuresOnly
          ? [] : result.unknownDamage.map { row("", .dim, indent: indent, $0) } ?? [])
        + comparisonLines(indent: indent)
    }
  }

  /// Standstill and damage, accepted or not, and remarks on the media.
  private func remarkLines(indent: Int) -> [String] {
    block(result.standstillLines, hasFailed: result.isStandstillRefused, indent: indent)
      + block(result.freezeLines, hasFailed: false, indent: indent)
      + block(result.damageLines, hasFailed: result.isDamageRefused, indent: indent)
      + block(result.mediaLines, hasFailed: false, indent: indent)
  }

  /// Lines about one matter, the first with a verdict if the case fails by it.
  private func block(_ lines: [String], hasFailed: Bool, indent: Int) -> [String] {
    lines.enumerated().flatMap { number, line in
      number == 0 && hasFailed
        ? row("failed", .red, indent: indent, line)
        : row("", .dim, indent: hasFailed ? indent + Self.verdictWidth : indent, line)
    }
  }

  private func comparisonLines(indent: Int) -> [String] {
    guard let comparison = result.comparison else { return [] }
    var style = style
    style.width = max(1, style.width - indent)
    let margin = String(repeating: " ", count: indent)
    return ComparisonText(comparison, style: style).lines.map { margin + $0 }
  }

  /// The stalls that violate any expectation, each once.
  private func stallLines(_ results: [ExpectationResult], indent: Int) -> [String] {
    var stalls: [Int: Stall] = [:]
    for result in results {
      for stall in result.stalls { stalls[stall.number] = stall }
    }
    let listed = stalls.values.sorted { $0.number < $1.number }
    let lines = listed.prefix(Self.maximumStalls).flatMap { stall in
      row("", .dim, indent: indent, result.sentence(of: stall))
    }
    let rest = listed.count - Self.maximumStalls
    return rest > 0
      ? lines + row("", .dim, indent: indent, "and \(counted(rest, "more stall"))") : lines
  }

  /// A verdict and words behind it, on as many lines as they need; without a verdict, the words.
  private func row(
    _ verdict: String, _ color: TextStyle.Color, indent: Int, _ text: String
  ) -> [String] {
    row(verdict, color, indent: indent) { $0.lines(text) }
  }

  /// A verdict and words with a name in them; without a verdict, the words.
  private func row(
    _ verdict: String, _ color: TextStyle.Color, indent: Int, naming text: String
  ) -> [String] {
    row(verdict, color, indent: indent) { $0.lines(naming: text) }
  }

  private func row(
    _ verdict: String, _ color: TextStyle.Color, indent: Int, _ lines: (WrappedRow) -> [String]
  ) -> [String] {
    let plain = style.plain
    let width = verdict.isEmpty ? indent : indent + Self.verdictWidth
    let margin = String(repeating: " ", count: indent)
    let lines = lines(WrappedRow(name: margin + verdict, nameWidth: width, style: plain))
    guard !verdict.isEmpty, let first = lines.first else { return lines }
    let rest = first.dropFirst(indent + verdict.count)
    return [margin + style.set(verdict, in: color) + rest] + lines.dropFirst()
  }
}

extension Stall {
  /// When and where it began and how long it lasted.
  var sentence: String {
    let length =
      isOpen
      ? "still open at the end after \(elapsed.text(places: 3))"
      : "lasts \(elapsed.text(places: 3))"
    return "stall \(number) at \(start.text(places: 3)), media \(mediaTime.text(places: 3)), "
      + length
  }
}

extension CaseResult.Verdict {
  /// What its word is set in.
  var color: TextStyle.Color {
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
