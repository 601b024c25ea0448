extension YAMLNode {
  /// The largest file that is parsed: nobody writes one of this size by hand.
  public static let mostBytes = 64 << 20

  /// How deep collections may lie in each other.
  public static let mostLevels = 64

  /// Parses a file of one YAML document, or of JSON, which is a subset but for what is told here.
  ///
  /// The grammar is libyaml's, YAML 1.1 and much of 1.2. Time and memory are proportional to the
  /// size of the file. Refused are:
  /// - anything but UTF-8; a byte order mark may precede it
  /// - NUL and other control characters that are not written as escapes
  /// - no document, or more than one
  /// - anchors, aliases, tags and merge keys: every value is written where it is used
  /// - a key that is no scalar, is there twice or, as in libyaml, has over 1024 characters
  /// - tabs that indent, outside of brackets
  /// - more than ``mostLevels`` levels of collections, and more than ``mostBytes`` bytes
  /// - of JSON, a line break before a colon
  ///
  /// Pairs of surrogates in escapes are read where the file begins as JSON does; what stands behind
  /// one in its line is then told two columns further left.
  ///
  /// - Parameter contents: all bytes of the file.
  /// - Throws: ``YAMLError`` with the first problem.
  public init(parsing contents: [UInt8]) throws(YAMLError) {
    let problems = YAMLProblemCollector()
    try self.init(parsing: contents, noting: problems)
    if let error = problems.error { throw error }
  }

  /// Parses a file as ``init(parsing:)`` does, but only notes in `problems` what is wrong with it
  /// where the rest can be read all the same: of a key that is there twice, the first value counts.
  init(parsing contents: [UInt8], noting problems: YAMLProblemCollector) throws(YAMLError) {
    guard contents.count <= Self.mostBytes else {
      throw YAMLError(.start, "the file has more than \(Self.mostBytes >> 20) MiB")
    }
    let source = YAMLSource(contents)
    if let offset = source.tagDirective {
      throw YAMLError(
        source.mark(ofByte: offset), "tag directives are not read here", hint: "leave them out")
    }
    var composer = YAMLComposer(try YAMLParser(source), noting: problems)
    self = try composer.document()
  }
}
