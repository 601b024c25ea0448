package import PlayheadLadder
import PlayheadModel

extension LadderReadingSetting {
  /// Reads the mapping of a suite; the path of a key is as written.
  ///
  /// - Returns: the setting; `nil` after noting that it is no mapping.
  package init?(_ reader: YAMLReader) {
    guard let keys = reader.mapping(of: Key.self) else { return nil }
    self.init()
    language = keys.optional(.language)?.parsed("a language") { text throws(GrammarError) in
      guard !text.isEmpty else {
        throw GrammarError(text: text, problem: "missing language", hint: "write en")
      }
      return text
    }
    isAsVoD = keys.optional(.asVoD)?.boolean() ?? false
    segments = keys.optional(.segments)?.choice(of: SegmentReading.self)
    codecs = keys.optional(.codecs).flatMap(Self.codecs)
    allowsRemote = keys.optional(.allowRemote)?.boolean() ?? false
    assumedRate = keys.optional(.assumeRate)?.parsed("a rate") { text throws(GrammarError) in
      try Self.rate(parsing: text)
    }
    key = keys.optional(.key)?.parsed("a key", atMost: 4096) { text throws(GrammarError) in
      try KeyArgument(parsing: text)
    }
    licenceTime = keys.optional(.license)?.duration()
    isStrict = keys.optional(.strict)?.boolean() ?? false
  }

  /// A list of codecs, or one text of several.
  private static func codecs(_ reader: YAMLReader) -> [String]? {
    func parsed(_ reader: YAMLReader) -> [String]? {
      reader.parsed("a codec") { text throws(GrammarError) in try codecs(parsing: text) }
    }
    guard case .sequence = reader.node.content else { return parsed(reader) }
    return reader.list(allowsNone: false, parsed)?.flatMap(\.self)
  }
}
