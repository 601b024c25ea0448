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
      guard let reference = reference.word, let other = other.word else {
        return "\(key) differ\(key.hasSuffix("s") ? "" : "s")"
      }
      return "\(key) is \(reference) in A, \(other) in \(name)"
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
  /// A plain value as text; `nil` for a list or an object.
  fileprivate var word: String? {
    switch self {
    case .null: "not set"
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    case .decimal(let text), .string(let text): text
    case .array, .object: nil
    }
  }
}
