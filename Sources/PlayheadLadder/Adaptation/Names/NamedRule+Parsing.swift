package import PlayheadModel

extension NamedRule {
  /// Reads a name and, after a colon, its parameters, separated by commas.
  ///
  /// - Throws: ``GrammarError`` if the name or a parameter is unknown, malformed or repeated, or if
  ///   a parameter is missing.
  package init(parsing text: some StringProtocol) throws(GrammarError) {
    try self.init(parsing: text, besides: [])
  }

  /// The same; an error proposes `others`, too.
  init(parsing text: some StringProtocol, besides others: [String]) throws(GrammarError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let written = parts.first.map { String($0) } ?? ""
    guard let name = AdaptationRuleName(rawValue: written) else {
      let names = AdaptationRuleName.allCases.map(\.rawValue) + others
      let word = String(written.prefix { !$0.isWhitespace })
      throw GrammarError(
        text: String(text), problem: "unknown ABR rule",
        hint: word.nearest(in: names).map { "did you mean \($0)?" }
          ?? "write \(names.wordList(or: true))")
    }
    var words = RuleWords(
      text: String(text), name: name,
      words: parts.count > 1
        ? parts[1].split(separator: ",", omittingEmptySubsequences: false).map { String($0) } : [])
    self = try Self.named(name, &words)
    try words.finish()
  }

  private static func named(
    _ name: AdaptationRuleName, _ words: inout RuleWords
  ) throws(GrammarError) -> NamedRule {
    switch name {
    case .fixed: return .fixed(level: try words.level())
    case .throughput:
      let isExponential = try words.choice(of: ["harmonic", "ewma"]) == "ewma"
      let factor = try words.value { text throws(GrammarError) in try Ratio(parsingFactor: text) }
      guard factor != Ratio(millionths: 0) else {
        throw words.refusal("the factor must be above 0")
      }
      return .throughput(factor: factor ?? defaultFactor, isExponential: isExponential)
    case .bba0: return .bba0
    case .bola:
      let mode = try words.mode()
      let restraint = try words.choice(of: ["u", "o"]).flatMap(BOLARule.Restraint.init)
      return .bola(mode, restraint ?? .none)
    case .mpc: return .mpc(isRobust: false)
    case .robustMPC: return .mpc(isRobust: true)
    case .hlsJS: return .hlsJS
    case .dashJS: return .dashJS
    case .shaka:
      let estimate = try words.value { text throws(GrammarError) in try BitRate(parsing: text) }
      return .shaka(estimate ?? shakaEstimate)
    case .media3:
      let estimate = try words.value { text throws(GrammarError) in try BitRate(parsing: text) }
      return .media3(estimate ?? defaultEstimate)
    case .chromiumHLS: return .chromiumHLS
    case .avPlayer:
      let resolution = words.resolution()
      let rate = try words.value { text throws(GrammarError) in try BitRate(parsing: text) }
      return .avPlayer(rate, resolution)
    case .sabreThroughput:
      return .sabreThroughput(
        limitsByBuffer: try words.choice(of: ["noibr"]) == nil,
        abandons: try words.choice(of: ["noa"]) == nil)
    case .sabreBOLA:
      return .sabreBOLA(
        try words.mode(), avoidsOscillation: try words.choice(of: ["u", "o"]) == "o",
        abandons: try words.choice(of: ["noa"]) == nil)
    }
  }
}

/// The parameters of a rule that are not read yet.
private struct RuleWords {
  /// All that was written.
  let text: String
  let name: AdaptationRuleName
  var words: [String]

  func refusal(_ problem: String, _ hint: String? = nil) -> GrammarError {
    GrammarError(text: text, problem: problem, hint: hint)
  }

  /// The one of `choices` that is written; `nil` for none.
  mutating func choice(of choices: [String]) throws(GrammarError) -> String? {
    let written = words.filter(choices.contains)
    guard written.count <= 1 else {
      throw refusal("\(written.wordList(or: false)) cannot be combined")
    }
    words.removeAll(where: choices.contains)
    return written.first
  }

  mutating func mode() throws(GrammarError) -> BOLARule.Mode {
    try choice(of: BOLARule.Mode.allCases.map(\.rawValue)).flatMap(BOLARule.Mode.init) ?? .finite
  }

  /// The number of a level, which must be written.
  mutating func level() throws(GrammarError) -> Int {
    guard words.count == 1, words[0].utf8.allSatisfy({ (48...57).contains($0) }),
      let level = Int(words[0])
    else {
      throw refusal(
        "\(name.rawValue) needs the number of a level", "write \(name.rawValue):0 for the lowest")
    }
    words = []
    return level
  }

  /// The size of a picture, as in `1280x720`; `nil` for none.
  mutating func resolution() -> Resolution? {
    for (place, word) in words.enumerated() {
      let sides = word.split(separator: "x", omittingEmptySubsequences: false).map(String.init)
      guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]),
        (1...65_535).contains(width), (1...65_535).contains(height)
      else { continue }
      words.remove(at: place)
      return Resolution(width: width, height: height)
    }
    return nil
  }

  /// The parameter that begins with a digit or a point; `nil` for none.
  mutating func value<Value>(
    _ read: (String) throws(GrammarError) -> Value
  ) throws(GrammarError) -> Value? {
    guard
      let index = words.firstIndex(where: { $0.first.map { $0.isNumber || $0 == "." } ?? false })
    else { return nil }
    return try read(words.remove(at: index))
  }

  /// Refuses what is left.
  func finish() throws(GrammarError) {
    guard let word = words.first else { return }
    let known = name.parameters
    guard !known.isEmpty else { throw refusal("\(name.rawValue) has no parameters") }
    throw refusal(
      word.isEmpty ? "missing parameter" : "unknown parameter \(word.excerpt)",
      word.nearest(in: known).map { "did you mean \($0)?" } ?? "write \(known.wordList(or: true))")
  }
}
