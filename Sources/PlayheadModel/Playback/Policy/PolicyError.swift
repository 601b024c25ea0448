/// An invalid value of a policy, or a conflict between values.
public enum PolicyError: Error, Hashable, Sendable {
  /// A value is negative.
  case negative(PolicyField)
  /// A value is zero, with which nothing could be loaded or measured.
  case zero(PolicyField)
  /// A value exceeds another one that limits it.
  case above(PolicyField, limit: PolicyField)
  /// A growth factor is below one.
  case shrinking(PolicyField)
  /// A value requires another one that is missing.
  case missing(PolicyField, neededBy: PolicyField)

  /// The values concerned, the one most likely to be changed first.
  public var fields: [PolicyField] {
    switch self {
    case .negative(let field), .zero(let field), .shrinking(let field): [field]
    case .above(let field, let limit): [field, limit]
    case .missing(let field, let other): [other, field]
    }
  }

  /// The error as a clause, with the values named by `name`.
  public func explanation(naming name: (PolicyField) -> String) -> String {
    switch self {
    case .negative(let field): "\(name(field)) is negative"
    case .zero(let field): "\(name(field)) must be greater than 0"
    case .above(let field, let limit): "\(name(field)) is above \(name(limit))"
    case .shrinking(let field): "\(name(field)) is less than 1"
    case .missing(let field, let other): "\(name(other)) requires \(name(field))"
    }
  }
}

extension PolicyError: CustomStringConvertible {
  /// The error as a clause, with the values named by their keys in a file.
  public var description: String { explanation(naming: \.key) }
}
