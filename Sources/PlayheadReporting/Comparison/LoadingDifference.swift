import PlayheadFiles
import PlayheadLadder

/// The values in which two players load ladders differently.
enum LoadingDifference {
  /// A value of both.
  struct Value {
    let key: String
    let reference: JSONValue
    let other: JSONValue

    /// What differs, in words, of which the second session is called `name`.
    func words(_ name: String) -> String {
      let label = LadderLoading.names[key] ?? key
      guard let reference = reference.word(of: key), let other = other.word(of: key) else {
        return "other \(label)"
      }
      return "\(label): \(reference) in A, \(other) in \(name)"
    }
  }

  /// The values that differ, in the order of reports.
  static func values(from reference: LadderLoading, to other: LadderLoading) -> [Value] {
    guard case .object(let one) = LadderLoadingJSON.allValues(reference),
      case .object(let two) = LadderLoadingJSON.allValues(other)
    else { return [] }
    return zip(one, two).filter { $0.value != $1.value }.map {
      Value(key: $0.key, reference: $0.value, other: $1.value)
    }
  }
}

extension JSONValue {
  /// The value of `key` as text; `nil` for a list or an object.
  fileprivate func word(of key: String) -> String? {
    let unit = key.hasSuffix("Seconds") ? " s" : ""
    return switch self {
    case .null: "none"
    case .bool(let value): value ? "yes" : "no"
    case .integer(let value): String(value) + unit
    case .decimal(let text): text + unit
    case .string(let text): text
    case .array, .object: nil
    }
  }
}
