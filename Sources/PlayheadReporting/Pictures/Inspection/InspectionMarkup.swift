import PlayheadAnalysis
import PlayheadModel
import PlayheadPictures

/// What the pages on inspections of files and of ladders share.
extension Page {
  /// A page on the inspections of what `names` says, each a `kind`, with the findings'
  /// `severities`.
  init(
    ofInspections names: [String], of kind: String, severities: [Severity],
    sections: [Page.Section], json: [UInt8]
  ) {
    let verdict = Severity.counts(severities)
    let name = names.count == 1 ? names[0].printable : counted(names.count, kind)
    self.init(
      title: "\(name): \(verdict)",
      head: Markup.element("h1", [:], text: verdict)
        + .element("p", ["class": "subject"], text: name),
      sections: sections, json: json, generator: SessionPage.words(nil))
  }
}

extension Markup {
  /// That something cannot be inspected.
  static func uninspected(_ reason: String) -> Markup {
    .element("p", [:], .verdict("cannot be inspected: \(reason.printable)", .bad))
  }

  /// A row of the list of findings: `title`, then `words`.
  static func finding(
    _ number: Int, _ severity: Severity, _ title: String, _ words: Markup
  ) -> Markup {
    .element(
      "li", [:],
      .element("span", ["class": "chip t-\(severity.tone.rawValue)"], text: "\(number)")
        + .element(
          "div", [:], .element("p", [:], .element("strong", [:], text: title)) + words))
  }
}

extension Severity {
  /// How findings look.
  var tone: Tone {
    switch self {
    case .error: .bad
    case .warning: .warning
    case .note: .paused
    }
  }

  /// The title of a finding by `rule`.
  func title(of rule: String) -> String { "\(rawValue.capitalizedFirst): \(rule)" }
}
