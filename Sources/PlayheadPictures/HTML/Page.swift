import PlayheadModel

/// A document that needs nothing but itself: it opens without a network and is read without
/// scripts.
package struct Page: Sendable {
  /// Its title.
  package var title: String
  /// What stands on top, before all sections: what decides.
  package var head: Markup
  /// Its sections.
  package var sections: [Section]
  /// The data that it was made from, in JSON; `nil` for none.
  package var json: [UInt8]?
  /// The name of the file that the data is saved to.
  package var jsonName = "report.json"
  /// What wrote it.
  package var generator: String

  /// A part of the document under a heading.
  package struct Section: Sendable {
    /// Its name in addresses.
    package var id: String
    /// Its heading.
    package var title: String
    /// What it holds.
    package var content: Markup

    /// A section of the parts given.
    package init(_ id: String, _ title: String, _ content: Markup) {
      self.id = id
      self.title = title
      self.content = content
    }
  }

  /// A document of the parts given.
  package init(
    title: String, head: Markup, sections: [Section], json: [UInt8]? = nil,
    generator: String
  ) {
    self.title = title
    self.head = head
    self.sections = sections
    self.json = json
    self.generator = generator
  }

  /// The data as the document holds it; `nil` if there is none, or where it would be more than all
  /// else in a document should be.
  private var data: (text: [UInt8], isPacked: Bool)? {
    guard let json else { return nil }
    if json.count < PackedData.leastBytes { return (Self.embedded(json), false) }
    return PackedData.packed(json).flatMap {
      $0.count <= PackedData.mostCharacters ? ($0, true) : nil
    }
  }

  /// The document in UTF-8.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1_000_000)
    let data = data
    bytes += Array("<!doctype html>\n<html lang=\"en\">\n".utf8)
    bytes += Array(headElement.source.utf8)
    bytes += Array("\n<body>\n".utf8)
    bytes += Array(body(lacksData: json != nil && data == nil).source.utf8)
    if let data {
      bytes += Array("\n".utf8) + Self.opening(isPacked: data.isPacked)
      bytes += Array(" data-name=\"\(Markup.text(jsonName).source)\">\n".utf8)
      bytes += data.text + Array("</script>".utf8)
    }
    bytes += Array("\n<script>\(PageScript.text)</script>\n</body>\n</html>\n".utf8)
    return bytes
  }

  /// What the element begins with that holds the data.
  private static func opening(isPacked: Bool) -> [UInt8] {
    Array("<script type=\"application/\(isPacked ? "zlib" : "json")\" id=\"\(dataID)\"".utf8)
  }

  /// The name of the element that holds the data.
  package static let dataID = "data"

  private var headElement: Markup {
    .element(
      "head", [:],
      .void("meta", ["charset": "utf-8"])
        + .void("meta", ["http-equiv": "Content-Security-Policy", "content": Self.securityPolicy])
        + .void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        + .void("meta", ["name": "color-scheme", "content": "light dark"])
        + .void("meta", ["name": "generator", "content": generator])
        + .void("link", ["rel": "icon", "href": "data:,"])
        + .element("title", [:], text: title)
        + .element("style", [:], .own(PageStyle.text)))
  }

  private func body(lacksData: Bool) -> Markup {
    let links = sections.map {
      Markup.element("li", [:], .element("a", ["href": "#\($0.id)"], text: $0.title))
    }
    let parts = sections.map { section in
      Markup.element(
        "section", ["id": section.id, "aria-labelledby": section.id + "-title"],
        .element("h2", ["id": section.id + "-title"], text: section.title) + section.content)
    }
    return .element("a", ["class": "skip", "href": "#main"], text: "Skip to the result")
      + .element(
        "header", [:],
        .element("p", ["class": "brand"], text: "Playhead")
          + .element("nav", ["aria-label": "Sections"], .element("ul", [:], links.joined)))
      + .element("main", ["id": "main"], .element("div", ["class": "head"], head) + parts.joined)
      + .element(
        "footer", [:],
        .element(
          "p", [:],
          text: "Written by \(generator)."
            + (lacksData ? " Its data is too long to be in it; --format json writes that." : "")))
  }

  /// What the document may do: show itself and the pictures within it, and run its own script.
  static let securityPolicy = [
    "default-src 'none'", "img-src data:", "style-src 'unsafe-inline'",
    "script-src 'sha256-\(PageScript.digest)'", "base-uri 'none'", "form-action 'none'",
  ].joined(separator: "; ")

  /// `json` as an element of a document holds it: no less-than sign begins anything there.
  private static func embedded(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    for byte in json {
      switch byte {
      case UInt8(ascii: "<"): result += Array("\\u003c".utf8)
      case UInt8(ascii: ">"): result += Array("\\u003e".utf8)
      case UInt8(ascii: "&"): result += Array("\\u0026".utf8)
      default: result.append(byte)
      }
    }
    return result
  }
}

extension Page {
  /// The data in a document of ours that holds `contents`, padded so that lines and columns stay
  /// those of the document, unless it is packed; `nil` of anything else.
  package static func data(in contents: [UInt8]) -> [UInt8]? {
    guard let first = contents.first(where: { $0 > UInt8(ascii: " ") }), first == UInt8(ascii: "<")
    else { return nil }
    let closing = Array("</script>".utf8)
    let packed = contents.firstRange(of: opening(isPacked: true))
    guard let tag = packed ?? contents.firstRange(of: opening(isPacked: false)),
      let start = contents[tag.upperBound...].firstIndex(of: UInt8(ascii: ">")),
      let end = contents[start...].firstRange(of: closing)
    else { return nil }
    if packed != nil { return PackedData.unpacked(contents[(start + 1)..<end.lowerBound]) }
    return contents[..<(start + 1)].map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }
      + contents[(start + 1)..<end.lowerBound]
  }
}
