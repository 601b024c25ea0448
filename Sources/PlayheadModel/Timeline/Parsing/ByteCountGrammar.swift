extension Int64 {
  /// Reads a number of bytes that a person wrote: a number and a unit, with or without a space
  /// between.
  ///
  /// A bare number is bytes, as in every tool that counts them; `kB`, `MB` and `GB` are thousands,
  /// millions and billions of them, `KiB`, `MiB` and `GiB` the powers of 1024. What is finer than a
  /// byte rounds to nearest, halves up.
  ///
  /// - Throws: ``GrammarError`` if `text` is none of these, is negative, is beyond a petabyte, or
  ///   has a unit that is not the same to all tools, or is one of bits.
  public init(parsingBytes text: some StringProtocol) throws(GrammarError) {
    self = try ByteCountGrammar(text: Substring(text)).read()
  }

  /// Reads a number of bytes as ``init(parsingBytes:)`` does, but refuses what would have to be
  /// rounded.
  package init(parsingExactBytes text: some StringProtocol) throws(GrammarError) {
    self = try ByteCountGrammar(text: Substring(text), isExact: true).read()
  }
}

/// The one way to write a number of bytes, and the words for the many others.
struct ByteCountGrammar {
  let text: Substring
  /// Whether what is finer than a byte is refused.
  var isExact = false

  /// The largest number accepted: as many as a link of the highest rate carries in eight seconds.
  static let bound: Int64 = 1_000_000_000_000_000

  private static let units: [(name: String, bytes: Int64)] = [
    ("", 1), ("B", 1), ("kB", 1000), ("MB", 1_000_000), ("GB", 1_000_000_000),
    ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30),
  ]

  /// Units that are refused, why, and what to write for them.
  private static let traps: [(units: [String], problem: String, mends: [String])] = [
    (["k", "K", "KB"], "could be thousands or 1024s of bytes", ["kB", "KiB"]),
    (["m", "M"], "could be millions or 1024² of bytes", ["MB", "MiB"]),
    (["g", "G"], "could be billions or 1024³ of bytes", ["GB", "GiB"]),
    (["b", "bit"], "is bits, and bytes are expected", ["B"]),
    (["kb", "Kb", "kbit"], "is bits, and bytes are expected", ["kB"]),
    (["Mb", "Mbit"], "is bits, and bytes are expected", ["MB"]),
    (["Gb", "Gbit"], "is bits, and bytes are expected", ["GB"]),
  ]

  func read() throws(GrammarError) -> Int64 {
    guard let first = text.first else {
      throw refusal("missing number of bytes", hint: Self.example)
    }
    if first == "-" || first == "−" { throw refusal("a number of bytes cannot be negative") }
    if notNumbers.contains(text.lowercased()) { throw refusal("this is not a number") }
    var rest = text
    guard let number = WrittenDecimal(taking: &rest) else {
      throw refusal("a number of bytes starts with a number", hint: Self.example)
    }
    let written = text[..<rest.startIndex]
    if rest.first?.isUnitSpace == true, rest.count > 1 { rest.removeFirst() }
    guard let unit = Self.units.first(where: { $0.name == rest }) else {
      throw wrongUnit(rest, after: written)
    }
    guard let bytes = number.times(unit.bytes, atMost: Self.bound) else {
      throw refusal("the largest number is \(exactByteText(Self.bound))")
    }
    if isExact, !number.isWhole(times: unit.bytes) {
      throw refusal("the resolution is a byte")
    }
    return bytes
  }

  private static let example = "write 64KiB or 1.5MB"

  private func wrongUnit(_ unit: Substring, after number: Substring) -> GrammarError {
    if let trap = Self.traps.first(where: { $0.units.contains(String(unit)) }) {
      let mends = trap.mends.map { "\(number)\($0)" }.wordList(or: true)
      return refusal("“\(unit)” \(trap.problem)", hint: "write \(mends)")
    }
    if let mistake = UnitMistake(unit) {
      return refusal(mistake.problem, hint: mistake.hint)
    }
    let nearest = unit.nearest(in: Self.units.map(\.name).filter { !$0.isEmpty })
    return refusal(
      "“\(unit.excerpt)” is not a unit of bytes",
      hint: nearest.map { "did you mean \(number)\($0)?" }
        ?? "the units are B, kB, MB, GB, KiB, MiB and GiB")
  }

  private func refusal(_ problem: String, hint: String? = nil) -> GrammarError {
    GrammarError(text: String(text), problem: problem, hint: hint)
  }
}
