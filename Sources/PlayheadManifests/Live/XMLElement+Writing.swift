extension XMLElement {
  /// Sets the attribute `name`; `nil` removes it.
  mutating func set(_ name: String, _ value: String?) {
    var changed = attributes.filter { $0.name != name }
    if let value { changed.append((name, value)) }
    var element = XMLElement(name: self.name, line: line, attributes: changed)
    (element.children, element.text) = (children, text)
    self = element
  }

  /// The element and all in it, in lines that begin with `indent`.
  func xml(indent: String) -> String {
    var start = indent + "<" + name
    for attribute in attributes {
      start += " \(attribute.name)=\"\(attribute.value.xmlEscaped)\""
    }
    guard !children.isEmpty else {
      return start + (text.isEmpty ? "/>\n" : ">\(text.xmlEscaped)</\(name)>\n")
    }
    return start + ">\n" + children.map { $0.xml(indent: indent + "  ") }.joined()
      + "\(indent)</\(name)>\n"
  }
}

extension String {
  fileprivate var xmlEscaped: String {
    var text = ""
    for character in self {
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      default: text.append(character)
      }
    }
    return text
  }
}
