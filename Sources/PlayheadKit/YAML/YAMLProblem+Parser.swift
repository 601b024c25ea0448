internal import CYAML

extension YAMLProblem {
  /// Why `parser` stopped, in our words where we have better ones than libyaml.
  @unsafe
  init(of parser: UnsafePointer<yaml_parser_t>, in source: YAMLSource) {
    let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "unreadable"
    switch unsafe parser.pointee.error {
    case YAML_MEMORY_ERROR:
      self.init(.start, "there is not enough memory")
    case YAML_READER_ERROR:
      var offset = Int(clamping: unsafe parser.pointee.problem_offset)
      if problem == "invalid trailing UTF-8 octet" {
        // What is wrong is rather the byte that asks for more of them.
        offset = source.bytes.prefix(offset).lastIndex { $0 >= 0xC0 } ?? offset
        offset -= source.bytes.startIndex
      }
      self.init(unreadable: offset, in: source)
    default:
      let place = unsafe parser.pointee.problem_mark
      let mark = YAMLMark(place)
      if source.character(at: Int(clamping: place.index)) == "\t", problem != Self.noColon {
        self.init(mark, "a tab cannot indent", hint: "write spaces")
      } else if let (words, hint) = Self.words[problem] {
        self.init(mark, words, hint: hint)
      } else if let context = unsafe parser.pointee.context {
        let start = YAMLMark(unsafe parser.pointee.context_mark)
        self.init(mark, unsafe "\(problem) \(String(cString: context)) from \(start) on")
      } else {
        self.init(mark, problem)
      }
    }
  }

  /// Bytes that are no characters, or a character that has no place in YAML.
  private init(unreadable offset: Int, in source: YAMLSource) {
    let mark = source.mark(ofByte: offset)
    if let character = source.character(atByte: offset) {
      let number = String(character.value, radix: 16, uppercase: true)
      let padding = String(repeating: "0", count: max(0, 4 - number.count))
      self.init(
        mark, "the character U+\(padding)\(number) is not allowed",
        hint: "write “\\u\(padding)\(number)” between double quotes")
    } else if source.isUTF16 {
      self.init(mark, "this is UTF-16", hint: "save it as UTF-8")
    } else {
      self.init(mark, "this is not UTF-8", hint: "save it as UTF-8")
    }
  }

  private static let noColon = "could not find expected ':'"

  /// What libyaml says, what we say instead, and what to do about it.
  private static let words: [String: (String, hint: String?)] = [
    "mapping values are not allowed in this context":
      ("a “: ” is not expected here", "quote the text, or look at the indentation"),
    noColon: ("a key with a colon after it is expected", "write “key: value”"),
    "did not find expected key":
      ("a key is expected here", "look at the indentation, and at quotes that are not closed"),
    "did not find expected '-' indicator":
      ("a list goes on here, so a “- ” is expected", "look at the indentation"),
    "did not find expected ',' or ']'":
      ("a list goes on here, so a “,” or a “]” is expected", nil),
    "did not find expected ',' or '}'":
      ("a mapping goes on here, so a “,” or a “}” is expected", nil),
    "did not find expected <document start>":
      ("the document has ended before this", "look at the indentation"),
    "found character that cannot start any token":
      ("a text cannot begin with this character", "quote it"),
    "found unexpected end of stream":
      ("the file ends before the quote is closed", nil),
    "found undefined alias": ("aliases are not read here", "write the value out"),
    "did not find expected alphabetic or numeric character":
      ("a “*” or “&” at the start of a text has a meaning of its own", "quote the text"),
  ]
}
