import PlayheadFiles
import PlayheadModel

/// Parses a policy inside a case.
struct PolicyPartReading {
  /// Whether it needs a name, to distinguish it from others.
  let isOneOfSeveral: Bool

  func policy(_ reader: YAMLReader) -> BufferingPolicy? {
    let entries = reader.entries()
    guard let entries else { return nil }
    if isOneOfSeveral, !entries.contains(where: { $0.key == "name" }) {
      reader.refuse("name is missing", hint: "policies in a list need names")
    }
    if let name = entries.first(where: { $0.key == "name" }) {
      guard reader.value(of: name).label("a name") != nil else { return nil }
    }
    let file = PolicyFile(part: reader, name: "policy")
    for conflict in file.conflicts(unless: reader.node.mark) { reader.problems.add(conflict) }
    return try? BufferingPolicy(file.parameters)
  }
}
