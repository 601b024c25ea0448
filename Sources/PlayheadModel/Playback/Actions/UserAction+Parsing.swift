extension UserAction {
  /// Parses a user action: a wall time, an action and its arguments, separated by spaces.
  ///
  /// ```
  /// 10s seek 1:00            exactly there
  /// 10s seek 1:00 keyframe   to the sync sample nearest to there
  /// 20s pause
  /// 25s play
  /// 30s rate 1.5
  /// 40s playImmediately      at the normal rate, or the one behind it
  /// ```
  ///
  /// Times may have any form of a duration; rates have the grammar of
  /// ``PlaybackRate/init(parsing:)``.
  ///
  /// - Throws: ``GrammarError`` if `text` has none of these forms.
  public init(parsing text: some StringProtocol) throws(GrammarError) {
    self = try UserActionGrammar(Substring(text)).read()
  }
}

/// The grammar of a user action.
struct UserActionGrammar {
  private let text: Substring
  private let words: [Substring]

  package init(_ text: Substring) {
    self.text = text
    words = Self.words(of: text)
  }

  /// The words of `text`, of which a number and a unit of time are one: `10 s`, `1.5 ×`.
  private static func words(of text: Substring) -> [Substring] {
    var words: [Substring] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let last = words.last, WrittenDecimal(last) != nil, units.contains(String(word)) {
        words[words.count - 1] = last + word
      } else {
        words.append(word)
      }
    }
    return words
  }

  /// The units that are joined to the number before them.
  private static let units: Set = [
    "h", "m", "min", "s", "ms", "us", "\u{B5}s", "\u{3BC}s", "ns", "x", "×",
  ]

  private enum Verb: String, CaseIterable {
    case play, pause, seek, rate, playImmediately
  }

  func read() throws(GrammarError) -> UserAction {
    guard let first = words.first else {
      throw refusal("missing action", hint: "write “10s seek 1:00”")
    }
    if Verb(rawValue: String(first)) != nil {
      throw refusal(
        "the time to \(first) is missing", hint: "write “10s \(words.joined(separator: " "))”")
    }
    let wallTime: WallTime = try time(first)
    guard words.count > 1 else {
      throw refusal("the action at \(first) is missing", hint: Self.verbHint)
    }
    return UserAction(at: wallTime, try kind(verb(words[1]), words.dropFirst(2)))
  }

  private static let verbs = Verb.allCases.map(\.rawValue)
  private static let verbHint = "the actions are \(verbs.wordList(or: false))"

  private func verb(_ word: Substring) throws(GrammarError) -> Verb {
    if let verb = Verb(rawValue: String(word)) { return verb }
    throw refusal(
      "unknown action “\(word.excerpt)”",
      hint: word.nearest(in: Self.verbs).map { "did you mean \($0)?" } ?? Self.verbHint)
  }

  private func kind(
    _ verb: Verb, _ arguments: ArraySlice<Substring>
  ) throws(GrammarError) -> UserAction.Kind {
    let most = [Verb.play: 0, .pause: 0, .seek: 2][verb] ?? 1
    if arguments.count > most {
      let extra = arguments[arguments.startIndex + most]
      throw refusal(
        "unexpected “\(extra.excerpt)” after \(verb)",
        hint: verb == .play && (try? PlaybackRate(parsing: extra)) != nil
          ? "write “\(words[0]) rate \(extra)”" : nil)
    }
    switch verb {
    case .play: return .play
    case .pause: return .pause
    case .seek:
      guard let target = arguments.first else {
        throw refusal("the seek target is missing", hint: "write “\(words[0]) seek 1:00”")
      }
      return .seek(
        to: try time(target), try precision(arguments.dropFirst().first))
    case .rate:
      guard let rate = arguments.first else {
        throw refusal("the rate is missing", hint: "write “\(words[0]) rate 1.5”")
      }
      return .setRate(try part(rate, PlaybackRate.init(parsing:)))
    case .playImmediately:
      guard let word = arguments.first else { return .playImmediately(.normal) }
      let rate = try part(word, PlaybackRate.init(parsing:))
      guard rate > .zero else {
        throw refusal("a rate of 0 does not play", hint: "write “\(words[0]) pause”")
      }
      return .playImmediately(rate)
    }
  }

  private func precision(_ word: Substring?) throws(GrammarError) -> SeekPrecision {
    guard let word else { return .exact }
    if let precision = SeekPrecision(rawValue: String(word)) { return precision }
    let words = SeekPrecision.allCases.map(\.rawValue)
    throw refusal(
      "unknown seek precision “\(word.excerpt)”",
      hint: word.nearest(in: words).map { "did you mean \($0)?" }
        ?? "write \(words.wordList(or: true))")
  }

  private func time<Clock>(_ word: Substring) throws(GrammarError) -> Time<Clock> {
    try part(word) { text throws(GrammarError) in try Time(parsing: text) }
  }

  /// Parses a word with `grammar`; an error names the whole text.
  private func part<Value>(
    _ word: Substring, _ grammar: (Substring) throws(GrammarError) -> Value
  ) throws(GrammarError) -> Value {
    do {
      return try grammar(word)
    } catch {
      throw refusal("“\(word.excerpt)”: \(error.problem)", hint: error.hint)
    }
  }

  private func refusal(_ problem: String, hint: String? = nil) -> GrammarError {
    GrammarError(text: String(text), problem: problem, hint: hint)
  }
}
