/// A comparison operator between a value and a bound.
public enum ComparisonOperator: String, CaseIterable, Hashable, Sendable {
  /// The value is below the bound.
  case less = "<"
  /// The value is at most the bound.
  case atMost = "<="
  /// The value equals the bound.
  case equal = "=="
  /// The value differs from the bound.
  case notEqual = "!="
  /// The value is at least the bound.
  case atLeast = ">="
  /// The value is above the bound.
  case greater = ">"

  /// Whether the comparison is true of `value` and `bound`.
  public func holds<Value: Comparable>(_ value: Value, _ bound: Value) -> Bool {
    switch self {
    case .less: value < bound
    case .atMost: value <= bound
    case .equal: value == bound
    case .notEqual: value != bound
    case .atLeast: value >= bound
    case .greater: value > bound
    }
  }

  /// Whether it bounds the value from above.
  public var isUpperBound: Bool { self == .less || self == .atMost }

  /// Whether it bounds the value from below.
  public var isLowerBound: Bool { self == .greater || self == .atLeast }
}
