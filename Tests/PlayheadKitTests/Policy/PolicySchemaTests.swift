import Expectations
import Foundation
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// The players of the schemas are made of the table.
///
/// With `PLAYHEAD_UPDATE_GOLDEN=1` they are written anew instead.
@Suite struct `The schemas of a player` {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let isUpdating =
    ProcessInfo.processInfo.environment["PLAYHEAD_UPDATE_GOLDEN"] == "1"

  /// The groups whose definition is shared.
  private static let limits: [PolicyGroup] = [.expensive, .constrained]

  /// A key and its type, in the order of the table.
  private typealias Property = (key: String, type: String)

  /// The keys of fields and, in place of their fields, of groups.
  private static func properties(
    _ field: (PolicyField) -> Property?, _ group: (PolicyGroup) -> Property?
  ) -> [Property] {
    PolicyField.allCases.compactMap {
      guard let own = $0.row.group else { return field($0) }
      return own.fields.first == $0 ? group(own) : nil
    }
  }

  private static func list(_ words: some Sequence<String>) -> String {
    "[\(words.map { "\"\($0)\"" }.joined(separator: ", "))]"
  }

  /// An object on lines of its own, with `head` before its properties and `tail` behind.
  private static func definition(
    _ name: String, _ properties: [Property], head: [String] = [], tail: [String] = []
  ) -> [String] {
    let members = properties.map { "        \"\($0.key)\": \($0.type)" }
    let parts =
      ["      \"type\": \"object\""] + head.map { "      \($0)" }
      + [
        "      \"properties\": {\n\(members.joined(separator: ",\n"))\n      }"
      ] + tail.map { "      \($0)" } + ["      \"additionalProperties\": false"]
    return ["    \"\(name)\": {"]
      + parts.joined(separator: ",\n").split(separator: "\n").map(String.init)
  }

  // MARK: Reports

  private static func reported(_ field: PolicyField) -> String {
    let type =
      switch field.row.unit {
      case .time: "{\"$ref\": \"#/$defs/seconds\"}"
      case .bytes: "{\"$ref\": \"#/$defs/bytes\"}"
      case .rate: "{\"$ref\": \"#/$defs/rate\"}"
      case .factor: "{\"type\": \"number\", \"minimum\": 1}"
      case .count: "{\"$ref\": \"#/$defs/count\"}"
      case .flag: "{\"type\": \"boolean\"}"
      case .word(let words): "{\"enum\": \(list(words))}"
      }
    let isNullable = field.row.isOptional || [.startupBuffer, .resumeBuffer].contains(field)
    return isNullable ? "{\"anyOf\": [\(type), {\"type\": \"null\"}]}" : type
  }

  private static func reported(_ group: PolicyGroup) -> String {
    if limits.contains(group) { return "{\"$ref\": \"#/$defs/pathLimits\"}" }
    let members = group.fields.map { "\"\($0.jsonKey)\": \(reported($0))" }
    let object = [
      "\"type\": \"object\"", "\"properties\": {\(members.joined(separator: ", "))}",
      "\"required\": \(list(group.fields.map(\.jsonKey)))", "\"additionalProperties\": false",
    ]
    if group.isOptional { return "{\(object.joined(separator: ", "))}" }
    return "{\"anyOf\": [{\(object.joined(separator: ", "))}, {\"type\": \"null\"}]}"
  }

  @Test func `of a report have all fields, each with its type`() throws {
    let properties =
      [("name", "{\"type\": \"string\"}")]
      + Self.properties({ ($0.jsonKey, Self.reported($0)) }, { ($0.rawValue, Self.reported($0)) })
    let ladders: [Property] = [
      (
        "rule",
        "{\"description\": \"The rule of adaptation, as after --abr.\", \"type\": \"string\"}"
      ), ("loading", "{\"$ref\": \"#/$defs/loading\"}"),
    ]
    let limits = PolicyGroup.expensive.fields.map { ($0.jsonKey, Self.reported($0)) }
    let optional = PolicyGroup.allCases.filter(\.isOptional).map(\.rawValue)
    expect(limits.map(\.0), equals: PolicyGroup.constrained.fields.map(\.jsonKey))
    try Self.check(
      "session-",
      [
        Self.definition(
          "player", properties + ladders,
          head: [
            "\"description\": \"By which player. What only a player of ladders has are its rule and "
              + "how it loads. A threshold is null if anything loaded reaches it.\""
          ],
          tail: [
            "\"dependentRequired\": {\"rule\": [\"loading\"], \"loading\": [\"rule\"]}",
            "\"required\": \(Self.list(properties.map(\.0).filter { !optional.contains($0) }))",
          ]),
        Self.definition(
          "pathLimits", limits,
          head: [
            "\"description\": \"What the player does on a path that is expensive or constrained.\""
          ], tail: ["\"required\": \(Self.list(limits.map(\.0)))"]),
      ])
  }

  // MARK: Files that people write

  private static func written(_ field: PolicyField) -> String {
    let type =
      switch field.row.unit {
      case .time, .bytes, .factor: "{ \"$ref\": \"#/$defs/value\" }"
      case .count:
        "{ \"type\": \"integer\", \"minimum\": \(field.row.isPositive ? 1 : 0) }"
      case .rate: "{ \"$ref\": \"#/$defs/measured\" }"
      case .flag: "{ \"type\": \"boolean\" }"
      case .word(let words): "{ \"enum\": \(list(words)) }"
      }
    let groups = PolicyGroup.allCases.filter { $0.parent == field }
    guard !groups.isEmpty else { return type }
    let members = groups.map { "\"\($0.rawValue)\": \(written($0))" }.joined(separator: ", ")
    return "{ \"oneOf\": [\(type), { \"type\": \"object\", \"minProperties\": 1, "
      + "\"properties\": { \(members) }, \"additionalProperties\": false }] }"
  }

  private static func written(_ group: PolicyGroup) -> String {
    if limits.contains(group) { return "{ \"$ref\": \"#/$defs/pathLimits\" }" }
    let members = group.fields.map { "\"\($0.ownKey)\": \(written($0))" }
    let required = group.fields.filter { $0.row.requiredExample != nil }.map(\.ownKey)
    return "{ \"type\": \"object\", "
      + "\"properties\": { \(members.joined(separator: ", ")) }, "
      + (required.isEmpty ? "" : "\"required\": \(list(required)), ")
      + "\"additionalProperties\": false }"
  }

  @Test func `of a suite have all fields, each with its type`() throws {
    let properties =
      [("name", "{ \"$ref\": \"#/$defs/label\" }")]
      + Self.properties(
        { ($0.rawValue, Self.written($0)) },
        { $0.parent == nil ? ($0.rawValue, Self.written($0)) : nil })
    try Self.check(
      "suite-",
      [
        Self.definition("policy", properties),
        Self.definition(
          "pathLimits", PolicyGroup.expensive.fields.map { ($0.ownKey, Self.written($0)) }),
      ])
  }

  // MARK: Files

  /// Compares `definitions` with those of the schema whose name begins with `prefix` and a number.
  private static func check(_ prefix: String, _ definitions: [[String]]) throws {
    let folder = root.appending(path: "Schemas")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasPrefix(prefix) && $0.dropFirst(prefix.count).first?.isNumber ?? false
    }
    let name = try #require(names.max())
    let file = folder.appending(path: name)
    var lines = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    for definition in definitions {
      let start = try #require(lines.firstIndex(of: definition[0]), "\(definition[0])")
      let end = try #require(lines[start...].firstIndex { $0.hasPrefix("    }") })
      if isUpdating {
        lines.replaceSubrange(start..<end, with: definition)
      } else {
        expect(Array(lines[start..<end]), equals: definition, "\(name): \(definition[0])")
      }
    }
    if isUpdating {
      try Data(lines.joined(separator: "\n").utf8).write(to: file)
    }
  }

  @Test func `are explained on the page about players`() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "Documentation/players.md"), encoding: .utf8)
    for field in PolicyField.allCases {
      let key = field.ownKey
      expect(page.contains("`\(key)`") || page.contains("\(key):"), "\(field)")
      if let group = field.row.group { expect(page.contains(group.rawValue), "\(group)") }
    }
  }
}
