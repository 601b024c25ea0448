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
