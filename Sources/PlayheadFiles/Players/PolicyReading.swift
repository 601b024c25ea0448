import PlayheadModel

/// Parses a policy file into values and their positions.
struct PolicyReading {
  private(set) var parameters = BufferingPolicy.Parameters()
  private(set) var marks: [PolicyField: YAMLMark] = [:]

  init(name: String) {
    parameters.name = name
  }

  /// The keys of a file: those of fields and, in place of their fields, of groups.
  private static let keys: [String] =
    ["name"]
    + PolicyField.allCases.compactMap { field in
      guard let group = field.row.group else { return field.rawValue }
      return group.parent == nil && group.fields.first == field ? group.rawValue : nil
    }

  /// Parses all of `document`; errors are noted there.
  mutating func read(_ document: YAMLReader) {
    guard let readers = document.document("player/1", keys: Self.keys) else { return }
    read(readers)
  }

  /// Parses a policy inside another file, which states the file type.
  mutating func readPart(_ part: YAMLReader) {
    guard let readers = part.mapping(keys: Self.keys) else { return }
    read(readers)
  }

  private mutating func read(_ readers: [String: YAMLReader]) {
    if let name = readers["name"]?.text("a name") { parameters.name = name }
    for key in Self.keys {
      guard let reader = readers[key] else { continue }
      if let group = PolicyGroup(rawValue: key) {
        read(group, reader)
      } else if let field = PolicyField(rawValue: key) {
        read(field, reader)
      }
    }
  }

  /// Reads a field of the file itself, in whose place a group may stand: `threshold`,
  /// `predictedRate`, or the latter with its values.
  private mutating func read(_ field: PolicyField, _ reader: YAMLReader) {
    let groups = PolicyGroup.allCases.filter { $0.parent == field }
    if !groups.isEmpty, case .mapping = reader.node.content {
      guard let readers = reader.mapping(keys: groups.map(\.rawValue)) else { return }
      for group in groups {
        guard let values = readers[group.rawValue] else {
          reader.problems.add(YAMLProblem(reader.node.mark, "\(group.rawValue) is missing"))
          continue
        }
        marks[field] = reader.node.mark
        read(group, values)
      }
    } else if let value = value(of: field, reader) {
      set(field, to: value, reader)
    }
  }

  private mutating func read(_ group: PolicyGroup, _ reader: YAMLReader) {
    let fields = group.fields
    guard let readers = reader.mapping(keys: fields.map(\.ownKey)) else { return }
    var isComplete = true
    var values: [(field: PolicyField, value: Int64?, reader: YAMLReader)] = []
    for field in fields {
      let example = field.row.requiredExample
      if let reader = readers[field.ownKey] {
        if let value = value(of: field, reader) {
          values.append((field, value, reader))
        } else if example != nil {
          isComplete = false
        }
      } else if let example {
        isComplete = false
        reader.problems.add(
          YAMLProblem(
            reader.node.mark, "\(field.ownKey) is missing",
            hint: "write \(field.ownKey): \(example)"))
      }
    }
    guard isComplete else { return }
    // Without any of its values the group has their defaults.
    for field in fields { parameters.set(field, to: field.row.value(parameters)) }
    for (field, value, reader) in values { set(field, to: value, reader) }
  }

  /// The value in whole units; `.some(nil)` if it is unlimited, `nil` if it is invalid, which is
  /// noted.
  private func value(of field: PolicyField, _ reader: YAMLReader) -> Int64?? {
    if field.row.mayBeUnlimited, reader.isUnlimited { return .some(nil) }
    return field.row.unit.value(reader).map { .some($0) }
  }

  private mutating func set(_ field: PolicyField, to value: Int64?, _ reader: YAMLReader) {
    parameters.set(field, to: value)
    marks[field] = reader.node.mark
  }
}

extension PolicyUnit {
  /// The value in a file that a person wrote; `nil` if it is invalid, which is noted.
  fileprivate func value(_ reader: YAMLReader) -> Int64? {
    switch self {
    case .time: (reader.duration() as WallTime?)?.nanoseconds
    case .bytes: reader.byteCount()
    case .rate: reader.rate()?.bitsPerSecond
    case .factor: reader.factor()?.millionths
    case .count: reader.wholeNumber(in: Self.counts)
    case .flag: reader.boolean().map { $0 ? 1 : 0 }
    case .word(let words): reader.choice(of: words).map(Int64.init)
    }
  }
}
