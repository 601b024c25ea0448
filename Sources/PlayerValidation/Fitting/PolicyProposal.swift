package import PlayheadKit

/// Values that a ``PolicyFit`` proposes, with the data that it used.
package struct PolicyProposal: Hashable, Sendable {
  /// A field and its value, in words; `nil` for none.
  package struct Change: Hashable, Sendable {
    package var field: PolicyField
    package var before: String?
    package var after: String?
  }

  /// Measurements, and how the predictions of their sessions agree before and after.
  package struct Half: Hashable, Sendable {
    package var files: [String]
    package var before: AgreementTable
    package var after: AgreementTable
  }

  package var fields: [Change]
  /// What the values were fitted to.
  package var fitted: Half
  /// What the search did not see.
  package var checked: Half
}

extension PolicyProposal {
  /// What is counted of sessions of media files.
  static let quantities = AgreementTable.Quantity.allCases.filter { $0 != .levels }

  /// The proposal for people, from the values of the policy called `name`.
  package func text(from name: String, style: TextStyle) -> [UInt8] {
    var lines = [
      "Fitted to \(fitted.files.count) of \(fitted.files.count + checked.files.count) "
        + "measurements, from --player=\(name)."
        + (checked.files.isEmpty ? "" : " The others check the values."), "",
    ]
    lines += TextTable(
      heading: ["Key", "From", "To"],
      rows: fields.map { [$0.field.key, $0.before ?? "none", $0.after ?? "none"] }, words: [0]
    ).lines(style)
    lines.append("")
    let halves = [("Fitted", "Fit", fitted), ("Checked", "Check", checked)].filter {
      !$0.2.files.isEmpty
    }
    // A narrow terminal has no room for what was before.
    lines += TextTable(
      heading: ["Agreement"] + halves.flatMap { ["\($0.1) before", "\($0.1) after"] },
      rows: Self.quantities.map { quantity in
        [AgreementTable.heading(quantity)]
          + halves.flatMap { _, _, half in
            [half.before, half.after].map { "\($0.count(of: quantity)) of \(half.files.count)" }
          }
      }, words: [0]
    ).fitting(style.width, dropping: [1, 3]).lines(style)
    for (heading, _, half) in halves {
      lines += ["", "\(heading):"] + half.files.map { "  \($0.printable)" }
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// The same as JSON, schema `playhead.fit/1`.
  package func json(from name: String) -> [UInt8] {
    func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    func table(_ table: AgreementTable) -> JSONValue {
      .object(
        Self.quantities.map {
          .init(key: $0.rawValue, value: .integer(Int64(table.count(of: $0))))
        })
    }
    func half(_ half: Half) -> JSONValue {
      .members([
        "measurements": .array(half.files.map { .string($0) }), "before": table(half.before),
        "after": table(half.after),
      ])
    }
    var printer = JSONPrinter(openLevels: 3)
    printer.print(
      .members([
        "schema": .string("playhead.fit/1"), "player": .string(name),
        "values": .array(
          fields.map {
            .members([
              "key": .string($0.field.key), "from": text($0.before), "to": text($0.after),
            ])
          }), "fitted": half(fitted), "checked": half(checked),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }
}
