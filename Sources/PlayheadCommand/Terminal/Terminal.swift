import PlayheadKit

/// The properties of our output streams, passed as values so that tests need no terminal.
struct Terminal: Sendable, Equatable {
  /// An output stream.
  struct Stream: Sendable, Equatable {
    /// Whether it is a terminal.
    var isTerminal: Bool
    /// The number of columns that the terminal reports; `nil` if it reports none or is not a
    /// terminal.
    var columns: Int?
  }

  /// The relevant environment variables; see ``variables``.
  var environment: [String: String]
  /// The stream for results.
  var output: Stream
  /// The stream for progress and diagnostics.
  var error: Stream

  /// The names of the relevant environment variables.
  static let variables = [
    "NO_COLOR", "CLICOLOR_FORCE", "TERM", "COLUMNS", "LC_ALL", "LC_CTYPE", "LANG", "CI",
    "GITHUB_STEP_SUMMARY",
  ]

  /// The columns for results.
  var width: Int { Self.columns(output, environment).clamped(to: 20...1000) }

  /// The columns for progress: as many as the terminal has, however few.
  var progressWidth: Int { max(1, Self.columns(error, environment)) }

  /// Whether the locale's text is UTF-8.
  var isUnicode: Bool {
    locale.hasSuffix("utf-8") || locale.hasSuffix("utf8") || locale.contains("utf-8@")
      || locale.contains("utf8@")
  }

  /// The possible width of block and similar characters.
  ///
  /// Terminals for Chinese, Japanese and Korean may use two columns for them, which cannot be
  /// queried.
  var ambiguousWidth: AmbiguousWidth {
    ["zh", "ja", "ko"].contains(locale.prefix { $0.isLetter }) ? .wide : .narrow
  }

  /// The locale of text in lowercase; empty if unset.
  private var locale: String {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
    return names.first { !$0.isEmpty }?.lowercased() ?? ""
  }

  /// Whether results use colour.
  ///
  /// `--color` takes precedence, then `NO_COLOR`, then `CLICOLOR_FORCE`, then whether the output is
  /// a capable terminal.
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

  /// Whether a line on standard error can be redrawn.
  var showsProgress: Bool { error.isTerminal && environment["TERM"] != "dumb" }

  /// Whether block characters may be used; `ascii` is `--ascii`.
  ///
  /// They may not where they could take two columns: a line would overflow, or seem half as long.
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

/// The values of `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
  /// On a terminal that supports colour.
  case auto
  /// Always, even into a file.
  case always
  /// Never.
  case never
}
