/// What is wrong with the values of a policy, one by one or with each other.
public enum PolicyError: Error, Hashable, Sendable {
  /// A value is less than nothing.
  case negative(PolicyField)
  /// A value of nothing, with which nothing could ever be loaded or measured.
  case zero(PolicyField)
  /// One value lies above another that it must not exceed.
  case above(PolicyField, limit: PolicyField)
  /// A growth by a factor of less than one.
  case shrinking(PolicyField)
  /// One value means nothing without another.
  case missing(PolicyField, neededBy: PolicyField)

  /// The values concerned, first the one that would most likely be changed.
  public var fields: [PolicyField] {
    switch self {
    case .negative(let field), .zero(let field), .shrinking(let field): [field]
    case .above(let field, let limit): [field, limit]
    case .missing(let field, let other): [other, field]
    }
  }

  /// What is wrong as a clause, with the words of `name` for the values.
  public func explanation(naming name: (PolicyField) -> String) -> String {
    switch self {
    case .negative(let field): "\(name(field)) is less than nothing"
    case .zero(let field): "\(name(field)) has to be more than nothing"
    case .above(let field, let limit): "\(name(field)) is above \(name(limit))"
    case .shrinking(let field): "\(name(field)) is less than 1"
    case .missing(let field, let other): "\(name(other)) means nothing without \(name(field))"
    }
  }
}

extension PolicyError: CustomStringConvertible {
  /// What is wrong in a clause, with the keys that the values have in a file.
  public var description: String { explanation(naming: \.key) }
}
