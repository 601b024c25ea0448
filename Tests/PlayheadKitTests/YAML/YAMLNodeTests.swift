import Expectations
import PlayheadKit
import Testing

/// A node without its marks, in a form that is easy to write down: `{a: [b, "c"]}`.
func outline(_ node: YAMLNode) -> String {
  switch node.content {
  case .scalar(let text, let isQuoted): isQuoted ? "\"\(text)\"" : text
  case .sequence(let items): "[\(items.map(outline).joined(separator: ", "))]"
  case .mapping(let entries):
    "{\(entries.map { "\($0.key): \(outline($0.value))" }.joined(separator: ", "))}"
  }
}

/// The places of a node and of all in it, keys before their values.
func marks(_ node: YAMLNode) -> [String] {
  let mark = "\(node.mark.line):\(node.mark.column)"
  switch node.content {
  case .scalar: return [mark]
  case .sequence(let items): return [mark] + items.flatMap(marks)
  case .mapping(let entries):
    return [mark]
      + entries.flatMap { ["\($0.keyMark.line):\($0.keyMark.column)"] + marks($0.value) }
  }
}

@Suite struct `YAML` {
  @Test(
    arguments: [
      ("no", "no"), ("1:30", "1:30"), ("1e3", "1e3"), ("~", "~"), ("null", "null"),
      ("0x10", "0x10"),
      ("a: no\nb: 1:30", "{a: no, b: 1:30}"),
      (#""no""#, #""no""#), ("'it''s'", #""it's""#), (#""a\tb\x41\u00e9""#, "\"a\tbAé\""),
      ("|\n  a\n  b\n", "\"a\nb\n\""), (">-\n  a\n  b\n", #""a b""#),
      ("a\n b\n\n c", "a b\nc"),
      ("- a\n- [b, c: d]\n- e: f\n  g: h", "[a, [b, {c: d}], {e: f, g: h}]"),
      ("z: 1\na: 2\nm: 3", "{z: 1, a: 2, m: 3}"),
      ("a:\nb: ''", #"{a: , b: ""}"#),
      ("a: x # c\nb: x#c", "{a: x, b: x#c}"),
      ("'<<': a", "{<<: a}"),
      ("a:\tb", "{a: b}"), ("{\n\t\"a\": 1\n}", "{a: 1}"),
      ("a: b\r\nc: d\re: f", "{a: b, c: d, e: f}"),
      ("\u{FEFF}a: b", "{a: b}"),
      ("%YAML 1.1\n---\na: b\n...\n# end", "{a: b}"),
      ("---\n", ""),
      (#"{"a":1,"b":[true,null,-1.5e3,"\/"]}"#, #"{a: 1, b: [true, null, -1.5e3, "/"]}"#),
    ])
  func `has scalars that stay what they are, in order`(text: String, result: String) throws {
    expect(outline(try parse(text)), equals: result)
  }

  @Test func `tells a key from another by every character`() throws {
    expect(outline(try parse("a: 1\nA: 2\n\"a \": 3")), equals: "{a: 1, A: 2, a : 3}")
  }

  @Test(
    arguments: [
      ("a: b", ["1:1", "1:1", "1:4"]),
      (
        "# c\n\nkey:\n  - one\n  - {two: 'x',\n     three: [y]}\n\nélan: \"z\"\nlast:\n",
        [
          "3:1", "3:1", "4:3", "4:5", "5:5", "5:6", "5:11", "6:6", "6:13", "6:14",
          "8:1", "8:7", "9:1", "9:6",
        ]
      ),
      ("a: |\n  x\nb: >\n  y\n\n\nc: d", ["1:1", "1:1", "1:4", "3:1", "3:4", "7:1", "7:4"]),
      ("\r\n- a\r\n- b\r- c", ["2:1", "2:3", "3:3", "4:3"]),
      ("\u{FEFF}- a", ["1:1", "1:3"]),
      ("- 🚆: x", ["1:1", "1:3", "1:3", "1:6"]),
    ])
  func `has its places counted in code points from one`(text: String, places: [String]) throws {
    expect(marks(try parse(text)), equals: places)
  }

  @Test func `holds as many levels as are allowed and no more`() throws {
    for (open, close) in [("[", "]"), ("{a: ", "}"), ("- ", "")] {
      func nested(_ levels: Int) -> String {
        String(repeating: open, count: levels) + "x" + String(repeating: close, count: levels)
      }
      #expect(throws: Never.self) { try parse(nested(YAMLNode.maximumLevels)) }
      let error = #expect(throws: YAMLError.self) { try parse(nested(YAMLNode.maximumLevels + 1)) }
      expect(error?.first.problem, equals: "collections are nested more than 64 levels deep")
      expect(error?.first.mark, equals: YAMLMark(line: 1, column: 64 * open.count + 1))
    }
  }
}
