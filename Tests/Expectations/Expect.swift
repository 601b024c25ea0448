public import Testing

/// Records an issue where `condition` is false.
///
/// Stands for `#expect(…)`: a call of the macro takes the compiler 50 ms, and there are thousands.
public func expect(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if condition { return }
  record("This is false", comment(), at: sourceLocation)
}

/// Records an issue with both values where `value` is not equal to `wanted`.
public func expect<Value: Equatable>(
  _ value: Value, equals wanted: Value, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if value == wanted { return }
  record(
    "\(String(reflecting: value)) is not \(String(reflecting: wanted))", comment(),
    at: sourceLocation)
}

private func record(_ difference: String, _ comment: Comment?, at sourceLocation: SourceLocation) {
  let words = [difference, comment?.rawValue].compactMap(\.self).joined(separator: ": ")
  Issue.record(Comment(rawValue: words), sourceLocation: sourceLocation)
}
