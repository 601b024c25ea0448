/// Elements and text of a document; text of any origin gets in only escaped.
package struct Markup: Hashable, Sendable {
  /// The markup.
  package private(set) var source: String

  private init(source: String) {
    self.source = source
  }

  /// Nothing.
  package static let none = Markup(source: "")

  /// `text`, escaped; what would act on a terminal or change the writing direction is replaced.
  package static func text(_ text: String) -> Markup { Markup(source: escaped(text)) }

  /// An element with `attributes`, whose values are escaped, and `content`.
  package static func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:],
    _ content: Markup = .none
  ) -> Markup {
    var source = "<\(name)"
    for (key, value) in attributes { source += " \(key)=\"\(escaped(value))\"" }
    source += ">"
    source += content.source
    return Markup(source: source + "</\(name)>")
  }

  /// An element that holds `text`.
  package static func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:], text: String
  ) -> Markup {
    element(name, attributes, .text(text))
  }

  /// An element that has no content and no end.
  package static func void(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]
  ) -> Markup {
    var source = "<\(name)"
    for (key, value) in attributes { source += " \(key)=\"\(escaped(value))\"" }
    return Markup(source: source + ">")
  }

  /// An element of XML without content.
  package static func empty(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]
  ) -> Markup {
    var source = "<\(name)"
    for (key, value) in attributes { source += " \(key)=\"\(escaped(value))\"" }
    return Markup(source: source + "/>")
  }

  /// What this program wrote itself: a script, a style, JSON in which no less-than sign is left.
  static func own(_ source: String) -> Markup { Markup(source: source) }

  /// One after the other.
  package static func + (left: Markup, right: Markup) -> Markup {
    Markup(source: left.source + right.source)
  }

  /// Adds `right`.
  package static func += (left: inout Markup, right: Markup) {
    left.source += right.source
  }

  private static func escaped(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "<")
        && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "'")
    }
    if isPlain { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n": result += "\n"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
          result += "\u{FFFD}"
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}

extension Sequence<Markup> {
  /// All of them, one after the other.
  package var joined: Markup { reduce(into: Markup.none) { $0 += $1 } }
}
