import Expectations
import Foundation
import PlayheadKit
import Testing

/// Writes JSON that depends on a seed alone, with space wherever JSON allows it, but for a line
/// break before a colon and a tab before the document.
private struct JSONWriter {
  var random: SplitMix64

  mutating func value(level: Int) -> String {
    switch Int.random(in: 0..<(level > 6 ? 5 : 9), using: &random) {
    case 0: return pick(["true", "false", "null"])
    case 1: return "\(Int.random(in: -1_000_000...1_000_000, using: &random))"
    case 2: return pick(["0", "-0", "1.5", "-2.25e3", "1E-4", "6.02e+23", "0.1"])
    case 3, 4: return string()
    case 5, 6: return collection("[", "]") { $0.value(level: level + 1) }
    default:
      var number = 0
      return collection("{", "}") {
        // A key of its own, as YAML takes none twice.
        number += 1
        let key = "\"\(number)\($0.characters())\""
        return key + $0.pick(["", " ", "\t"]) + ":" + $0.space() + $0.value(level: level + 1)
      }
    }
  }

  private mutating func collection(
    _ open: String, _ close: String, _ item: (inout JSONWriter) -> String
  ) -> String {
    let items = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      space() + item(&self) + space()
    }
    return open + (items.isEmpty ? space() : items.joined(separator: ",")) + close
  }

  private mutating func string() -> String { "\"\(characters())\"" }

  private mutating func characters() -> String {
    let choices = [
      "a", "B", " ", "é", "漢", "🚆", "#", " #", ": ", "- ", "&", "*", "!", "%", "@", "`", "'", "{",
      "]", ",", "?", "|", ">", "<<", "~", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t",
      "\\u0000", "\\u00e9", "\\u2028", "\\uFFFD", "\\ud83d\\ude86", "\\uDBFF\\uDFFF",
      "\\uD800\\uDC00",
      "  ",
    ]
    return (0..<Int.random(in: 0...12, using: &random)).map { _ in pick(choices) }.joined()
  }

  private mutating func space() -> String {
    pick(["", "", " ", "  ", "\n", "\r\n", "\n\t", "\t "])
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices[Int.random(in: choices.indices, using: &random)]
  }
}

@Suite struct `JSON as YAML` {
  @Test(arguments: 0..<400 as Range<UInt64>)
  func `holds what Foundation reads in it`(seed: UInt64) throws {
    var writer = JSONWriter(random: SplitMix64(seed: seed))
    let text = writer.value(level: 0)
    let expected = try JSONSerialization.jsonObject(
      with: Data(text.utf8), options: .fragmentsAllowed)
    expect(isSame(try parse(text), expected), "\(text)")
  }

  private func isSame(_ node: YAMLNode, _ value: Any) -> Bool {
    switch (node.content, value) {
    case (.scalar(let text, isQuoted: true), let value as String): return text == value
    case (.scalar("null", isQuoted: false), is NSNull): return true
    case (.scalar("true", isQuoted: false), let value as Bool): return value
    case (.scalar("false", isQuoted: false), let value as Bool): return !value
    case (.scalar(let text, isQuoted: false), let value as NSNumber):
      return Double(text) == value.doubleValue
    case (.sequence(let nodes), let values as [Any]):
      return nodes.count == values.count && zip(nodes, values).allSatisfy(isSame)
    case (.mapping(let entries), let values as [String: Any]):
      return entries.count == values.count
        && entries.allSatisfy { entry in values[entry.key].map { isSame(entry.value, $0) } ?? false
        }
    default: return false
    }
  }
}
