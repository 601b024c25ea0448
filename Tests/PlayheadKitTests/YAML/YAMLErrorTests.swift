import Expectations
import PlayheadKit
import Testing

@Suite struct `Malformed YAML` {
  @Test(
    arguments: [
      // No document, or several.
      ("", "line 1, column 1: a document is expected, and the file holds none"),
      (" \n# c\n", "line 1, column 1: a document is expected, and the file holds none"),
      (
        "a: b\n---\nc: d",
        "line 2, column 1: a second document begins here, and a file holds one; split the file"
      ),
      (
        "a: b\n...\nc",
        "line 3, column 1: the document has ended before this; look at the indentation"
      ),
      // What makes a value mean something that is not written where it stands.
      (
        "a: &b c", "line 1, column 4: anchors are not supported; leave it out, or quote the text"
      ),
      (
        "- *a",
        "line 1, column 3: aliases are not supported; write the value out, or quote the text"
      ),
      (
        "*a : b",
        "line 1, column 1: aliases are not supported; write the value out, or quote the text"
      ),
      ("a: !!int 1", "line 1, column 4: tags are not supported; leave it out, or quote the text"),
      ("a: ! b", "line 1, column 4: tags are not supported; leave it out, or quote the text"),
      ("!x [a]", "line 1, column 1: tags are not supported; leave it out, or quote the text"),
      (
        "# c\n%TAG ! x\n---\na",
        "line 2, column 1: tag directives are not supported; leave them out"
      ),
      ("a:\n  <<: {b: c}", "line 2, column 3: merge keys are not supported; write the keys out"),
      // Keys.
      ("a: 1\nb: 2\n\"a\": 3", "line 3, column 1: the key “a” is here again, after line 1"),
      ("? [a]\n: b", "line 1, column 3: a key must be text"),
      ("{{a: b}: c}", "line 1, column 2: a key must be text"),
      ("a: b\nc", "line 2, column 1: a key with a colon after it is expected; write “key: value”"),
      (
        "a: b: c",
        "line 1, column 5: a “: ” is not expected here; quote the text, or look at the indentation"
      ),
      // Tabs.
      ("a:\n\tb: c", "line 2, column 1: a tab cannot indent; write spaces"),
      ("a: |\n\tb", "line 2, column 1: a tab cannot indent; write spaces"),
      // Brackets and quotes.
      ("a: [b", "line 1, column 6: a “,” or a “]” is expected in this list"),
      ("a: {b: c\n", "line 2, column 1: a “,” or a “}” is expected in this mapping"),
      ("a:\n  'b\n\nc: d", "line 2, column 3: this quote is not closed"),
      ("a: @b", "line 1, column 4: a text cannot begin with this character; quote it"),
      (
        // Only JSON has pairs of these.
        #"a: "\ud83d\ude00""#,
        "line 1, column 7: this escape is not a character; write the character itself"
      ),
      (#"a: "\z""#, "line 1, column 5: unknown escape; write “\\\\” for a backslash"),
      // Control characters.
      (
        "a: b\0c",
        "line 1, column 5: the character U+0000 is not allowed; "
          + "write “\\u0000” between double quotes"
      ),
      (
        "é: x\n\u{7F}",
        "line 2, column 1: the character U+007F is not allowed; "
          + "write “\\u007F” between double quotes"
      ),
    ])
  func `is refused in a line that says where`(text: String, description: String) {
    let error = #expect(throws: YAMLError.self) { try parse(text) }
    expect(error?.description, equals: description)
  }

  @Test(
    arguments: [
      (Array("a: b\nkéy: ".utf8) + [0xC0, 0xAF], "line 2, column 6: this is not UTF-8"),
      (Array("name: caf".utf8) + [0xE9, 0x0A], "line 1, column 10: this is not UTF-8"),
      (Array("- ".utf8) + [0xED, 0xA0, 0x80], "line 1, column 3: this is not UTF-8"),
      (Array("- ".utf8) + [0xE2, 0x82], "line 1, column 3: this is not UTF-8"),
      ([0xEF, 0xBB, 0xBF, 0xFF], "line 1, column 1: this is not UTF-8"),
      ([0xFF, 0xFE, 0x61, 0x00], "line 1, column 1: this is UTF-16"),
      ([0xFE, 0xFF, 0x00, 0x61], "line 1, column 1: this is UTF-16"),
    ] as [([UInt8], String)])
  func `that is not UTF-8 is refused where it stops being so`(bytes: [UInt8], description: String) {
    let error = #expect(throws: YAMLError.self) { try YAMLNode(parsing: bytes) }
    expect(error?.description, equals: description + "; save it as UTF-8")
  }
}
