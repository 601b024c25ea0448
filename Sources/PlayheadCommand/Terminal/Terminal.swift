import PlayheadKit

/// What we know of the place that we write to, from values given so that tests need no terminal.
struct Terminal: Sendable, Equatable {
  /// A place to write to.
  struct Stream: Sendable, Equatable {
    /// Whether somebody watches.
    var isTerminal: Bool
    /// How many columns the terminal says it has; `nil` if it does not say or is none.
    var columns: Int?
  }

  /// The variables that matter here; see ``variables``.
  var environment: [String: String]
  /// Where results go.
  var output: Stream
  /// Where progress and diagnostics go.
  var error: Stream

  /// The names of the environment variables that decide something here.
  static let variables = [
    "NO_COLOR", "CLICOLOR_FORCE", "TERM", "COLUMNS", "LC_ALL", "LC_CTYPE", "LANG", "CI",
    "GITHUB_STEP_SUMMARY",
  ]

  /// The columns that results may use.
  var width: Int { Self.columns(output, environment).clamped(to: 20...1000) }

  /// The columns that progress may use: as many as there are, however few.
  var progressWidth: Int { max(1, Self.columns(error, environment)) }

  /// Whether the locale's text is UTF-8.
  var isUnicode: Bool {
    locale.hasSuffix("utf-8") || locale.hasSuffix("utf8") || locale.contains("utf-8@")
      || locale.contains("utf8@")
  }

  /// How wide block characters and the like may be drawn.
  ///
  /// Terminals for Chinese, Japanese and Korean may give them two columns, and nobody can ask.
  var ambiguousWidth: AmbiguousWidth {
    ["zh", "ja", "ko"].contains(locale.prefix { $0.isLetter }) ? .wide : .narrow
  }

  /// The locale of text, in small letters; empty if none is set.
  private var locale: String {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
    return names.first { !$0.isEmpty }?.lowercased() ?? ""
  }

  /// Whether results are to be in colour.
  ///
  /// `--color` comes first, then `NO_COLOR`, then `CLICOLOR_FORCE`, then whether somebody watches
  /// on a terminal that can.
  func usesColor(_ choice: ColorChoice) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let wish = environment["NO_COLOR"], !wish.isEmpty { return false }
    if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
    return output.isTerminal && environment["TERM"] != "dumb"
  }

  /// Whether a line on standard error can be drawn again and again.
  var showsProgress: Bool { error.isTerminal && environment["TERM"] != "dumb" }

  /// Whether block characters may be used, where `--ascii` was given or not.
  ///
  /// Not where they may take two columns: a line would no longer fit, or seem half as long.
  func usesBlocks(ascii: Bool) -> Bool { !ascii && isUnicode && ambiguousWidth == .narrow }

  private static func columns(_ stream: Stream, _ environment: [String: String]) -> Int {
    if stream.isTerminal, let columns = stream.columns, columns > 0 { return columns }
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
    return 80
  }
}

extension Int {
  /// The nearest number in `range`.
  func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
