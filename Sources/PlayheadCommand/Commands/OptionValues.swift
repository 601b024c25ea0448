import PlayheadKit

extension ParsedArguments {
  /// The duration that `option` gives; `nil` if it was not given.
  func duration(
    _ option: Option, unit: UnitRule = .optional
  ) throws(Failure) -> WallTime? {
    guard let text = value(option) else { return nil }
    return try parse(text[...], option) { text throws(GrammarError) in
      try WallTime(parsing: text, unit: unit)
    }
  }

  /// Parses `text`, a part of the value of `option`, with `grammar`.
  func parse<Value>(
    _ text: Substring, _ option: Option, with grammar: (Substring) throws(GrammarError) -> Value
  ) throws(Failure) -> Value {
    do {
      return try grammar(text)
    } catch {
      throw Failure(error, of: option)
    }
  }
}
