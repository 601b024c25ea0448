import PlayheadModel

/// The lines of a playlist that are not blank, without the blanks around them.
struct PlaylistLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position: Int
  private var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.withoutByteOrderMark.startIndex
  }

  mutating func next() -> PlaylistLine? {
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      var line = bytes[position..<end]
      let start = position
      position = end + 1
      number += 1
      while let last = line.last, last.isPlaylistBlank { line.removeLast() }
      while let first = line.first, first.isPlaylistBlank { line.removeFirst() }
      guard !line.isEmpty else { continue }
      return PlaylistLine(number: number, column: line.startIndex - start + 1, bytes: line)
    }
    return nil
  }
}

/// A line of a playlist.
struct PlaylistLine {
  /// Its number, counted from 1.
  let number: Int
  /// The column of its first character, counted from 1.
  let column: Int
  let bytes: ArraySlice<UInt8>

  /// What kind of line it is.
  enum Content {
    /// A URI.
    case uri(String)
    /// A tag.
    case tag(PlaylistTag)
    /// Neither.
    case comment
    /// Bytes that are not UTF-8.
    case invalid
  }

  /// The content.
  var content: Content {
    let isTag = bytes.starts(with: "#EXT".utf8)
    guard isTag || bytes.first != UInt8(ascii: "#") else { return .comment }
    guard let text = String(validating: bytes, as: UTF8.self) else { return .invalid }
    guard isTag else { return .uri(text) }
    let name = text.prefix { $0 != ":" }
    let value = name.endIndex < text.endIndex ? text[name.endIndex...].dropFirst() : nil
    return .tag(
      PlaylistTag(
        name: String(name.dropFirst()), value: value.map(String.init), line: number,
        column: column, valueColumn: column + name.unicodeScalars.count + 1))
  }
}

/// A tag of a playlist.
struct PlaylistTag {
  /// Its name without the hash: `EXTINF`.
  let name: String
  /// What follows the colon; `nil` without one.
  let value: String?
  let line: Int
  let column: Int
  /// The column of the value.
  let valueColumn: Int

  /// A mistake in the value.
  func problem(_ problem: String, hint: String? = nil) -> ManifestProblem {
    ManifestProblem(
      line: line, column: value == nil ? column : valueColumn, "\(name): \(problem)", hint: hint)
  }

  /// The value without the blanks around it, which are noted.
  func trimmedValue(noting problems: ManifestProblems) -> Substring {
    let text = (value ?? "")[...]
    let trimmed = text.trimmingBlanks
    if trimmed != text {
      problems.forgive(problem("blanks around its value"), "passed over", .blanksAroundNumbers)
    }
    return trimmed
  }

  /// The value as a whole number in decimal digits; `nil` after noting a mistake.
  ///
  /// - Parameters:
  ///   - problems: takes the mistake.
  ///   - assumed: what is assumed instead; `nil` to go on with nothing.
  ///   - departure: what players treat differently; `nil` if nothing is known of it.
  /// - Returns: the number.
  func wholeNumber(
    noting problems: ManifestProblems, assuming assumed: String? = nil,
    _ departure: ManifestDeparture? = nil
  ) -> Int64? {
    if let number = Int64(decimalDigits: trimmedValue(noting: problems)) { return number }
    let mistake = problem(
      "expected a whole number, found \(value.map { "“\($0.excerpt)”" } ?? "nothing")",
      hint: "write #\(name):10")
    if let assumed { problems.forgive(mistake, assumed, departure) } else { problems.add(mistake) }
    return nil
  }
}

extension Substring {
  /// What lies between the spaces and tabs around it.
  var trimmingBlanks: Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}

extension Int64 {
  /// The number that `text` writes in nothing but decimal digits; `nil` above 2⁶³ − 1.
  init?(decimalDigits text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit), let number = Int64(text) else {
      return nil
    }
    self = number
  }
}

extension UInt8 {
  /// Whether it is a space, a tab or a carriage return.
  fileprivate var isPlaylistBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
