import PlayheadKit

/// Splits arguments into options and operands by GNU's conventions, one at a time.
struct OptionReader {
  /// An element of the command line.
  enum Element: Equatable {
    /// An option, and its value unless it is a flag.
    case option(Option, String?)
    /// A word that is not an option.
    case operand(String)
  }

  /// The arguments not yet parsed.
  private(set) var rest: ArraySlice<String>
  private let options: [Option]
  /// The remaining letters of a word such as `-qv`.
  private var letters: Substring.UnicodeScalarView = ""[...].unicodeScalars
  private var hasOptionsEnded = false

  /// Parses `arguments`, which may contain `options`.
  init(_ arguments: some Sequence<String>, options: [Option]) {
    rest = Array(arguments)[...]
    self.options = options
  }

  /// The next option or operand; `nil` at the end.
  mutating func next() throws(UsageError) -> Element? {
    if !letters.isEmpty { return try nextLetter() }
    guard let word = rest.popFirst() else { return nil }
    // Scalars, not characters: an accent after the dash or the equals sign must not hide it.
    let scalars = word.unicodeScalars
    if hasOptionsEnded || scalars.first != "-" || scalars.count == 1 { return .operand(word) }
    if word == "--" {
      hasOptionsEnded = true
      return try next()
    }
    if scalars.starts(with: "--".unicodeScalars) { return try long(word) }
    letters = scalars.dropFirst()
    if let name = longName(behind: word) {
      throw .unknownOption(word, nearest: name)
    }
    return try nextLetter()
  }

  private mutating func long(_ word: String) throws(UsageError) -> Element {
    let scalars = word.unicodeScalars.dropFirst(2)
    let equals = scalars.firstIndex(of: "=")
    let name = String(scalars[..<(equals ?? scalars.endIndex)])
    let attached = equals.map { String(scalars[scalars.index(after: $0)...]) }
    let option = try option(named: name)
    if option.value == nil {
      if let attached { throw .unexpectedValue(option, attached) }
      return .option(option, nil)
    }
    if let attached { return .option(option, attached) }
    if option.value?.isOptional == true { return .option(option, nil) }
    return .option(option, try followingValue(of: option))
  }

  private mutating func nextLetter() throws(UsageError) -> Element? {
    guard let letter = letters.popFirst() else { return try next() }
    guard let option = option(letter) else { throw .unknownOption("-\(letter)", nearest: nil) }
    if option.value == nil { return .option(option, nil) }
    if letters.isEmpty { return .option(option, try followingValue(of: option)) }
    defer { letters = ""[...].unicodeScalars }
    return .option(option, String(letters))
  }

  /// Takes the next word as a value; if that is an option, the value is missing.
  private mutating func followingValue(of option: Option) throws(UsageError) -> String {
    guard let word = rest.first, !isOption(word) else { throw .missingValue(option) }
    rest.removeFirst()
    return word
  }

  private func isOption(_ word: String) -> Bool {
    word == "--"
      || options.contains { option in
        word == option.spelling || option.letter.map { word == "-\($0)" } ?? false
      }
  }

  private func option(_ letter: Unicode.Scalar) -> Option? {
    options.first { $0.letter == letter }
  }

  private func option(named name: String) throws(UsageError) -> Option {
    if let exact = options.first(where: { $0.name == name }) { return exact }
    let candidates = name.isEmpty ? [] : options.filter { $0.name.hasPrefix(name) }
    if candidates.count > 1 { throw .ambiguousOption("--\(name)", candidates) }
    if let only = candidates.first { return only }
    throw .unknownOption(
      "--\(name)", nearest: name.nearest(in: options.map(\.name)).map { "--\($0)" })
  }

  /// The long option that is meant by a word such as `-format`.
  ///
  /// If the first letter is an option's, only the exact name of another counts.
  private func longName(behind word: String) -> String? {
    let name = String(word.dropFirst().prefix { $0 != "=" })
    guard let first = name.unicodeScalars.first, name.count > 1 else { return nil }
    let names = options.map(\.name)
    let meant = option(first) == nil ? name.nearest(in: names) : names.first { $0 == name }
    return meant.map { "--\($0)" }
  }
}
