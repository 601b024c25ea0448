internal import CYAML

extension YAMLProblem {
  /// Why `parser` stopped, in our own words where they are better than libyaml's.
  @unsafe
  init(of parser: UnsafePointer<yaml_parser_t>, in source: YAMLSource) {
    let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "unreadable"
    switch unsafe parser.pointee.error {
    case YAML_MEMORY_ERROR:
      self.init(.start, "there is not enough memory")
    case YAML_READER_ERROR:
      var offset = Int(clamping: unsafe parser.pointee.problem_offset)
      if problem == "invalid trailing UTF-8 octet" {
        // The mistake is the lead byte rather than the octet that should follow.
        offset = source.bytes.prefix(offset).lastIndex { $0 >= 0xC0 } ?? offset
        offset -= source.bytes.startIndex
      }
      self.init(unreadable: offset, in: source)
    default:
      let place = unsafe parser.pointee.problem_mark
      let character = source.character(at: Int(clamping: place.index))
      // libyaml ends every file with a line break.
      let mark = character == nil ? source.mark(ofByte: source.bytes.count) : YAMLMark(place)
      let start = YAMLMark(unsafe parser.pointee.context_mark)
      if let (words, hint) = Self.wordsForStart[problem] {
        self.init(start, words, hint: hint)
      } else if character == "\t" {
        self.init(mark, "a tab cannot indent", hint: "write spaces")
      } else if let (words, hint) = Self.words[problem] {
        self.init(mark, words, hint: hint)
      } else if let context = unsafe parser.pointee.context {
        self.init(mark, unsafe "\(problem) \(String(cString: context)) from \(start) on")
      } else {
        self.init(mark, problem)
      }
    }
  }

  /// The problem of bytes that are not characters, or of a character that YAML does not allow.
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

  /// libyaml's messages for constructs that begin elsewhere, and ours for their start.
  private static let wordsForStart: [String: (String, hint: String?)] = [
    "could not find expected ':'":
      ("a key with a colon after it is expected", "write “key: value”"),
    "found unexpected end of stream": ("this quote is not closed", nil),
    "found unexpected document indicator": ("this quote is not closed", nil),
  ]

  /// libyaml's messages, ours instead, and hints.
  private static let words: [String: (String, hint: String?)] = [
    "mapping values are not allowed in this context":
      ("a “: ” is not expected here", "quote the text, or look at the indentation"),
    "block sequence entries are not allowed in this context":
      ("a “- ” is not expected here", "begin the list on a line of its own"),
    "did not find expected node content":
      ("a value is expected here", "quote a text that begins with this character"),
    "found invalid Unicode character escape code":
      ("this escape is not a character", "write the character itself"),
    "found unknown escape character":
      ("unknown escape", "write “\\\\” for a backslash"),
    "did not find expected hexdecimal number":
      ("this escape has too few hexadecimal digits", nil),
    "did not find expected comment or line break":
      ("a line break is expected here", nil),
    "found incompatible YAML document":
      ("this version of YAML is not supported", "leave the line out"),
    "found unknown directive name":
      ("unknown directive", "leave the line out"),
    "did not find expected key":
      ("a key is expected here", "look at the indentation, and at quotes that are not closed"),
    "did not find expected '-' indicator":
      ("a “- ” is expected for the list's next item", "look at the indentation"),
    "did not find expected ',' or ']'":
      ("a “,” or a “]” is expected in this list", nil),
    "did not find expected ',' or '}'":
      ("a “,” or a “}” is expected in this mapping", nil),
    "did not find expected <document start>":
      ("the document has ended before this", "look at the indentation"),
    "found character that cannot start any token":
      ("a text cannot begin with this character", "quote it"),
    "did not find expected alphabetic or numeric character":
      ("a “*” or “&” at the start of a text has a meaning of its own", "quote the text"),
  ]
}
