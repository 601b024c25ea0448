package import PlayheadModel

extension RequestFault {
  /// The fault that `text` writes, such as `segment 7 404`, `10s..25s 503`,
  /// `playlist of level 2 timeout` or `segment 7 of copy 1 404`.
  package init(parsing text: some StringProtocol) throws(GrammarError) {
    let whole = String(text)
    var words = whole.split(separator: " ").map(String.init)
    func refusal(_ problem: String) -> GrammarError {
      GrammarError(
        text: whole, problem: problem,
        hint: "write 'segment 7 404', '10s..25s 503' or 'playlist of level 2 timeout'")
    }
    guard let last = words.popLast(), !words.isEmpty else {
      throw refusal("what fails, and how")
    }
    let answer: Answer
    if let word = Answer.words[last] {
      answer = word
    } else if let status = Int(last), last.count == 3, 400...599 ~= status {
      answer = .status(status)
    } else {
      throw refusal(
        "expected timeout, reset, unreadable or a status from 400 to 599, found \(last)")
    }
    let servers = try takeServers(off: &words, refusal)
    if words.count == 1, let range = words[0].firstRange(of: "..") {
      let start = try WallTime(parsing: words[0][..<range.lowerBound], unit: .required)
      let end = try WallTime(parsing: words[0][range.upperBound...], unit: .required)
      guard start < end else { throw refusal("the time ends before it begins") }
      self.init(.wallTimes(start..<end), answer, of: servers)
      return
    }
    var level: Int?
    if words.count >= 3, words[words.count - 3] == "of", words[words.count - 2] == "level" {
      guard let number = Int(words[words.count - 1]), number >= 0 else {
        throw refusal("expected the number of a level, found \(words[words.count - 1])")
      }
      level = number
      words.removeLast(3)
    }
    guard let content = words.first.flatMap(Download.Content.init(written:)), words.count <= 2
    else {
      let names = Download.Content.allCases.map(\.rawValue).wordList(or: true)
      throw refusal("expected \(names), or wall times")
    }
    var number: Int?
    if words.count == 2 {
      guard let written = Int(words[1]), written >= 0 else {
        throw refusal("expected a number, found \(words[1])")
      }
      number = written
    }
    self.init(.content(content, number: number, level: level), answer, of: servers)
  }
}

/// Takes the servers off the end of `words`: `of copy 1`, `of all copies`.
private func takeServers(
  off words: inout [String], _ refusal: (String) -> GrammarError
) throws(GrammarError) -> RequestFault.Servers {
  guard words.count >= 3, words[words.count - 3] == "of" else { return .copy(0) }
  let (kind, which) = (words[words.count - 2], words[words.count - 1])
  if (kind, which) == ("all", "copies") {
    words.removeLast(3)
    return .all
  }
  guard kind == "copy" else { return .copy(0) }
  guard let number = Int(which), number > 0 else {
    throw refusal("expected the number of a copy from 1 on, found \(which)")
  }
  words.removeLast(3)
  return .copy(number)
}

extension RequestFault {
  /// What ``init(parsing:)`` reads as the same.
  package var text: String {
    let what =
      switch target {
      case .wallTimes(let range):
        "\(range.lowerBound.secondsText)s..\(range.upperBound.secondsText)s"
      case .content(let content, let number, let level):
        content.rawValue + (number.map { " \($0)" } ?? "")
          + (level.map { " of level \($0)" } ?? "")
      }
    let whose =
      switch servers {
      case .copy(0): ""
      case .copy(let number): " of copy \(number)"
      case .all: " of all copies"
      }
    let how =
      switch answer {
      case .status(let status): "\(status)"
      case .timeout: "timeout"
      case .reset: "reset"
      case .unreadable: "unreadable"
      }
    return "\(what)\(whose) \(how)"
  }
}

extension RequestFault.Answer {
  /// Those that are written as a word.
  fileprivate static let words: [String: Self] = [
    "timeout": .timeout, "reset": .reset, "unreadable": .unreadable,
  ]
}

extension Sequence<RequestFault> {
  /// All of them as they are written, with commas between.
  package var text: String { map(\.text).joined(separator: ", ") }
}

extension Download.Content {
  /// What `word` says: a raw value, or `init` for an initialization section.
  fileprivate init?(written word: String) {
    self.init(rawValue: word == "init" ? "initialization" : word)
  }
}
