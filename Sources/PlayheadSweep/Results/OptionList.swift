package import PlayheadFiles

/// Options as they are typed, in one text: a list in JSON.
package enum OptionList {
  package static func text(_ options: [String]) -> String {
    var printer = JSONPrinter(openLevels: 0)
    printer.print(.array(options.map { .string($0) }))
    return String(decoding: printer.bytes, as: UTF8.self)
  }

  /// What ``text(_:)`` wrote.
  package static func options(_ text: String) throws(JSONError) -> [String] {
    try JSONReader.document(Array(text.utf8)).list { item throws(JSONError) in
      try item.string()
    }
  }
}
