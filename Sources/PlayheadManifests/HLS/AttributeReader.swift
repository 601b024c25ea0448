import PlayheadLadder
import PlayheadModel

/// Reads the attributes of a tag as the types that RFC 8216, section 4.2, has, and notes mistakes.
struct AttributeReader {
  let list: AttributeList
  let tag: PlaylistTag
  let variables: PlaylistVariables
  let problems: ManifestProblems

  /// The attributes of `tag`; `nil` after noting why it has none.
  init?(_ tag: PlaylistTag, variables: PlaylistVariables, noting problems: ManifestProblems) {
    guard let list = AttributeList(tag, noting: problems) else { return nil }
    self.list = list
    self.tag = tag
    self.variables = variables
    self.problems = problems
  }

  /// Whether the attribute is there, whatever its value.
  func has(_ name: String) -> Bool { list[name] != nil }

  /// Notes that `name` is missing.
  func refuseMissing(_ name: String, example: String) {
    problems.add(list.missing(name, example: example))
  }

  /// The quoted text of `name`, variables replaced; `nil` without it, or after noting a mistake.
  func quoted(_ name: String) -> String? {
    guard let attribute = list[name] else { return nil }
    if !attribute.isQuoted {
      problems.forgive(
        list.problem(
          attribute, "expected text in quotes, found \(attribute.value.excerpt)",
          hint: "write \(name)=\"\(attribute.value.excerpt)\""), "taken up to the comma",
        .unquotedText)
      guard problems.options.forgives else { return nil }
    }
    return variables.replacing(
      in: attribute.value, line: tag.line, column: attribute.valueColumn + 1, noting: problems)
  }

  /// The quoted text of `name`, which has to be there.
  func requiredQuoted(_ name: String, example: String) -> String? {
    if !has(name) { refuseMissing(name, example: "\"\(example)\"") }
    return quoted(name)
  }

  /// The word of `name`, not quoted.
  func word(_ name: String) -> String? {
    guard let attribute = list[name] else { return nil }
    if attribute.isQuoted {
      problems.forgive(
        list.problem(
          attribute, "expected a word without quotes",
          hint: "write \(name)=\(attribute.value.excerpt)"), "taken without them",
        name == "BANDWIDTH" ? .quotedBandwidth : nil)
      guard problems.options.forgives else { return nil }
    }
    return String(attribute.value)
  }

  /// Whether `name` is `YES`; without it, it is not.
  func flag(_ name: String) -> Bool {
    guard let word = word(name), let attribute = list[name] else { return false }
    guard word == "YES" || word == "NO" else {
      problems.forgive(
        list.problem(attribute, "expected YES or NO, found \(word.excerpt)"), "taken as NO")
      return false
    }
    return word == "YES"
  }

  /// The rate of `name` in whole bits per second.
  func bitRate(_ name: String) -> BitRate? {
    guard let word = word(name), let attribute = list[name] else { return nil }
    if let number = Int64(decimalDigits: word), number <= BitRate.bound.bitsPerSecond {
      return BitRate(bitsPerSecond: number)
    }
    // Players take the digits that a number begins with.
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    let number = Int64(decimalDigits: digits).flatMap {
      $0 <= BitRate.bound.bitsPerSecond ? $0 : nil
    }
    problems.forgive(
      list.problem(
        attribute, "expected whole bits per second, found \(word.excerpt)",
        hint: "write \(name)=1500000"), number.map { "\($0) taken" } ?? "ignored",
      name == "BANDWIDTH" && number != nil ? .fractionalBandwidth : nil)
    return number.map(BitRate.init(bitsPerSecond:))
  }

  /// The frame rate of `name` in thousandths.
  func frameRateThousandths(_ name: String) -> Int64? {
    guard let word = word(name), let attribute = list[name] else { return nil }
    guard let number = WrittenDecimal(word)?.times(1000, atMost: 1_000_000_000) else {
      problems.forgive(
        list.problem(
          attribute, "expected frames per second, found \(word.excerpt)",
          hint: "write \(name)=29.970"), "ignored")
      return nil
    }
    return number
  }

  /// The width and height of `name`.
  func resolution(_ name: String) -> Resolution? {
    guard let word = word(name), let attribute = list[name] else { return nil }
    let numbers = word.split(separator: "x", omittingEmptySubsequences: false)
      .map { Int64(decimalDigits: $0) }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
      (1...1_000_000).contains(width), (1...1_000_000).contains(height)
    else {
      problems.forgive(
        list.problem(
          attribute, "expected width and height, found \(word.excerpt)",
          hint: "write \(name)=1280x720"), "ignored", .unreadableResolution)
      return nil
    }
    return Resolution(width: Int(width), height: Int(height))
  }

  /// The list of codecs of `name`.
  func codecs(_ name: String) -> [String] { (quoted(name) ?? "").codecList }
}

extension String {
  /// The codecs of a list of RFC 6381.
  var codecList: [String] {
    split(separator: ",").map { String($0.drop { $0 == " " }.prefix { $0 != " " }) }
      .filter { !$0.isEmpty }
  }
}
