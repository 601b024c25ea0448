/// How a value is held against a bound.
public enum Comparison: String, CaseIterable, Hashable, Sendable {
  /// The value lies below the bound.
  case less = "<"
  /// The value lies below the bound or on it.
  case atMost = "<="
  /// The value is the bound.
  case equal = "=="
  /// The value is not the bound.
  case notEqual = "!="
  /// The value lies above the bound or on it.
  case atLeast = ">="
  /// The value lies above the bound.
  case greater = ">"

  /// Whether `value` stands so to `bound`.
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

  /// Whether it asks for a value to be small.
  public var isUpperBound: Bool { self == .less || self == .atMost }

  /// Whether it asks for a value to be large.
  public var isLowerBound: Bool { self == .greater || self == .atLeast }
}
