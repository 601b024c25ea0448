import PlayheadKit

extension ParsedArguments {
  /// The duration of `option`; `nil` if it was not given.
  func duration(_ option: Option) throws(Failure) -> MediaTime? {
    guard let text = value(option) else { return nil }
    return try parse(text[...], option)
  }

  /// Parses `text`, a part of the value of `option`, as a duration.
  func parse(_ text: Substring, _ option: Option) throws(Failure) -> MediaTime {
    try parse(text, option) { text throws(GrammarError) in try MediaTime(parsing: text) }
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
