extension YAMLNode {
  /// The maximum size of a file in bytes, more than anybody writes by hand.
  package static let maximumBytes = 64 << 20

  /// The maximum depth of nested collections.
  package static let maximumLevels = 64

  /// Parses a file of one YAML or JSON document.
  ///
  /// The grammar is libyaml's, YAML 1.1 and much of 1.2, of which JSON is a subset with the
  /// exception below. Time and memory are proportional to the size of the file. Not supported are:
  /// - anything but UTF-8; a byte order mark may precede it
  /// - NUL and other control characters that are not written as escapes
  /// - files with no document, or more than one
  /// - anchors, aliases, tags and merge keys: every value is written where it is used
  /// - keys that are not scalars, are duplicates or, as in libyaml, have over 1024 characters
  /// - tabs that indent, outside of brackets
  /// - more than ``maximumLevels`` levels of collections, and more than ``maximumBytes`` bytes
  /// - of JSON, a line break before a colon
  ///
  /// Escaped surrogate pairs are supported in files that begin as JSON does; positions after one in
  /// the same line are then reported two columns too far left.
  ///
  /// - Parameter contents: all bytes of the file.
  /// - Throws: ``YAMLError`` with the first problem.
  package init(parsing contents: [UInt8]) throws(YAMLError) {
    let problems = YAMLProblemCollector()
    try self.init(parsing: contents, noting: problems)
    if let error = problems.error { throw error }
  }

  /// Parses a file as ``init(parsing:)`` does, but only notes mistakes in `problems` after which it
  /// can continue: of a duplicate key, the first value counts.
  init(parsing contents: [UInt8], noting problems: YAMLProblemCollector) throws(YAMLError) {
    guard contents.count <= Self.maximumBytes else {
      throw YAMLError(.start, "the file has more than \(Self.maximumBytes >> 20) MiB")
    }
    let source = YAMLSource(contents)
    if let offset = source.tagDirective {
      throw YAMLError(
        source.mark(ofByte: offset), "tag directives are not supported", hint: "leave them out")
    }
    var composer = YAMLComposer(try YAMLParser(source), noting: problems)
    self = try composer.document()
  }
}
