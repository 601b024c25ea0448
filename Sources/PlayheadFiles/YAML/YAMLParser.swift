internal import CYAML

/// Owns a libyaml parser, the bytes it reads and its last event.
@safe
struct YAMLParser: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let source: YAMLSource

  init(_ source: YAMLSource) throws(YAMLError) {
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    unsafe event = .allocate(capacity: 1)
    unsafe event.initialize(to: yaml_event_t())
    unsafe input = .allocate(capacity: source.bytes.count)
    _ = unsafe input.initialize(fromContentsOf: source.bytes)
    self.source = source
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      throw YAMLError(.start, "there is not enough memory")
    }
    // Set, because libyaml would accept UTF-16 as well.
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    unsafe yaml_event_delete(event)
    unsafe yaml_parser_delete(parser)
    unsafe event.deallocate()
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  /// The next event; none follows the end of the stream.
  mutating func next() throws(YAMLError) -> YAMLEvent {
    unsafe yaml_event_delete(event)
    guard unsafe yaml_parser_parse(parser, event) == 1 else {
      throw YAMLError(unsafe YAMLProblem(of: parser, in: source))
    }
    let mark = unsafe YAMLMark(event.pointee.start_mark)
    switch unsafe event.pointee.type {
    case YAML_STREAM_START_EVENT: return YAMLEvent(kind: .streamStart, mark: mark)
    case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .documentStart, mark: mark)
    case YAML_DOCUMENT_END_EVENT: return YAMLEvent(kind: .documentEnd, mark: mark)
    case YAML_SEQUENCE_END_EVENT: return YAMLEvent(kind: .sequenceEnd, mark: mark)
    case YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .mappingEnd, mark: mark)
    case YAML_ALIAS_EVENT: return YAMLEvent(kind: .alias, mark: mark)
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.pointee.data.sequence_start
      return unsafe YAMLEvent(
        kind: .sequenceStart, mark: mark, hasAnchor: start.anchor != nil, hasTag: start.tag != nil)
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.pointee.data.mapping_start
      return unsafe YAMLEvent(
        kind: .mappingStart, mark: mark, hasAnchor: start.anchor != nil, hasTag: start.tag != nil)
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.pointee.data.scalar
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let text = unsafe String(decoding: bytes, as: UTF8.self)
      return unsafe YAMLEvent(
        kind: .scalar(text, isQuoted: scalar.style != YAML_PLAIN_SCALAR_STYLE), mark: mark,
        hasAnchor: scalar.anchor != nil, hasTag: scalar.tag != nil)
    default:
      // Past the end libyaml returns events without a type.
      return YAMLEvent(kind: .streamEnd, mark: mark)
    }
  }
}

extension YAMLMark {
  /// libyaml's mark, which counts from zero.
  init(_ mark: yaml_mark_t) {
    self.init(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
  }
}

/// A parsing event of libyaml.
struct YAMLEvent {
  enum Kind {
    case streamStart, streamEnd
    case documentStart, documentEnd
    case sequenceStart, sequenceEnd
    case mappingStart, mappingEnd
    case scalar(String, isQuoted: Bool)
    case alias
  }

  let kind: Kind
  let mark: YAMLMark
  var hasAnchor = false
  var hasTag = false
}
