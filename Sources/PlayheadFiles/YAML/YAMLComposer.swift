/// Composes a file's events into its document.
struct YAMLComposer: ~Copyable {
  private var parser: YAMLParser
  /// The mistakes after which reading can continue.
  private let problems: YAMLProblemCollector

  init(_ parser: consuming YAMLParser, noting problems: YAMLProblemCollector) {
    self.parser = parser
    self.problems = problems
  }

  /// The value of the document.
  mutating func document() throws(YAMLError) -> YAMLNode {
    _ = try parser.next()
    let start = try parser.next()
    guard case .documentStart = start.kind else {
      throw YAMLError(.start, "a document is expected, and the file holds none")
    }
    let root = try node(from: try parser.next(), level: 1)
    _ = try parser.next()
    let end = try parser.next()
    guard case .streamEnd = end.kind else {
      throw YAMLError(
        end.mark, "a second document begins here, and a file holds one", hint: "split the file")
    }
    return root
  }

  /// The value that begins with `event`; a collection would be at `level`.
  private mutating func node(from event: YAMLEvent, level: Int) throws(YAMLError) -> YAMLNode {
    try refuseReferences(event)
    switch event.kind {
    case .scalar(let text, let isQuoted):
      return YAMLNode(.scalar(text, isQuoted: isQuoted), mark: event.mark)
    case .sequenceStart:
      try check(level, event.mark)
      return YAMLNode(.sequence(try sequence(level: level)), mark: event.mark)
    case .mappingStart:
      try check(level, event.mark)
      return YAMLNode(.mapping(try mapping(level: level)), mark: event.mark)
    default:
      // libyaml's grammar has no other events in place of a value.
      throw YAMLError(event.mark, "a value is expected")
    }
  }

  private mutating func sequence(level: Int) throws(YAMLError) -> [YAMLNode] {
    var items: [YAMLNode] = []
    while true {
      let event = try parser.next()
      if case .sequenceEnd = event.kind { return items }
      items.append(try node(from: event, level: level + 1))
    }
  }

  private mutating func mapping(level: Int) throws(YAMLError) -> [YAMLNode.Entry] {
    var entries: [YAMLNode.Entry] = []
    var lines: [String: Int] = [:]
    while true {
      let event = try parser.next()
      if case .mappingEnd = event.kind { return entries }
      let key = try key(from: event)
      let value = try node(from: try parser.next(), level: level + 1)
      if let line = lines[key] {
        problems.add(
          YAMLProblem(event.mark, "the key “\(key.excerpt)” is here again, after line \(line)"))
        continue
      }
      lines[key] = event.mark.line
      entries.append(YAMLNode.Entry(key: key, keyMark: event.mark, value: value))
    }
  }

  private func key(from event: YAMLEvent) throws(YAMLError) -> String {
    try refuseReferences(event)
    guard case .scalar(let key, let isQuoted) = event.kind else {
      throw YAMLError(event.mark, "a key must be text")
    }
    guard isQuoted || key != "<<" else {
      throw YAMLError(event.mark, "merge keys are not supported", hint: "write the keys out")
    }
    return key
  }

  /// Throws for aliases, anchors and tags, which change a value from elsewhere.
  private func refuseReferences(_ event: YAMLEvent) throws(YAMLError) {
    if case .alias = event.kind {
      throw YAMLError(
        event.mark, "aliases are not supported", hint: "write the value out, or quote the text")
    }
    if event.hasAnchor {
      throw YAMLError(
        event.mark, "anchors are not supported", hint: "leave it out, or quote the text")
    }
    if event.hasTag {
      throw YAMLError(event.mark, "tags are not supported", hint: "leave it out, or quote the text")
    }
  }

  private func check(_ level: Int, _ mark: YAMLMark) throws(YAMLError) {
    guard level <= YAMLNode.maximumLevels else {
      throw YAMLError(
        mark, "collections are nested more than \(YAMLNode.maximumLevels) levels deep")
    }
  }
}
