/// The name of a file that has the time of its arrival in it, as scripts that keep playlists write.
///
/// The time is one of ISO 8601 in UTC, such as `20261128T185052.250Z` or `2026-11-28T18-50-52Z`, or
/// the seconds or milliseconds since 1970. What stands before or behind it is the name.
package struct RecordedName: Hashable, Sendable {
  /// Nanoseconds since 1970.
  package let time: Int64
  /// The name without the time and what separates them; empty if there is no more.
  package let name: String

  /// Reads the name of a file without its extension; `nil` without a time.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    for start in bytes.indices where start == 0 || !bytes[start - 1].isDigit {
      guard let (time, end) = Self.date(bytes[start...]) ?? Self.count(bytes[start...]) else {
        continue
      }
      let separators = "-_.@ ".utf8
      var (before, after) = (bytes[..<start], bytes[end...])
      while let last = before.last, separators.contains(last) { before.removeLast() }
      while let first = after.first, separators.contains(first) { after.removeFirst() }
      self.time = time
      let middle = before.isEmpty || after.isEmpty ? [] : [UInt8(ascii: "-")]
      name = String(decoding: before + middle + after, as: UTF8.self)
      return
    }
    return nil
  }

  /// The date at the beginning of `bytes`, and where it ends.
  private static func date(_ bytes: ArraySlice<UInt8>) -> (Int64, Int)? {
    var rest = bytes
    func digits(_ count: Int) -> String? {
      let found = rest.prefix(count)
      guard found.count == count, found.allSatisfy(\.isDigit) else { return nil }
      rest = rest.dropFirst(count)
      return String(decoding: found, as: UTF8.self)
    }
    func skip(_ marks: String) {
      if let first = rest.first, marks.utf8.contains(first) { rest = rest.dropFirst() }
    }
    guard let year = digits(4) else { return nil }
    skip("-")
    guard let month = digits(2) else { return nil }
    skip("-")
    guard let day = digits(2), let mark = rest.first, "T_ ".utf8.contains(mark) else { return nil }
    rest = rest.dropFirst()
    guard let hour = digits(2) else { return nil }
    skip("-:.")
    guard let minute = digits(2) else { return nil }
    skip("-:.")
    guard let second = digits(2) else { return nil }
    var fraction = ""
    if let mark = rest.first, ".,".utf8.contains(mark) {
      let found = rest.dropFirst().prefix(while: \.isDigit)
      if !found.isEmpty {
        fraction = "." + String(decoding: found, as: UTF8.self)
        rest = rest[found.endIndex...]
      }
    }
    skip("Z")
    return ProgramDate("\(year)-\(month)-\(day)T\(hour):\(minute):\(second)\(fraction)Z")
      .map { ($0.nanoseconds, rest.startIndex) }
  }

  /// The count of seconds or milliseconds at the beginning of `bytes`, and where it ends.
  private static func count(_ bytes: ArraySlice<UInt8>) -> (Int64, Int)? {
    let digits = bytes.prefix(while: \.isDigit)
    guard let number = Int64(String(decoding: digits, as: UTF8.self)) else { return nil }
    let billion: Int64 = 1_000_000_000
    if digits.count == 13, number / 1000 < 7 * billion {
      return (number * 1_000_000, digits.endIndex)
    }
    guard digits.count == 10, number < 7 * billion else { return nil }
    let rest = bytes[digits.endIndex...]
    let fraction = rest.first == UInt8(ascii: ".") ? rest.dropFirst().prefix(while: \.isDigit) : []
    guard !fraction.isEmpty else { return (number * billion, digits.endIndex) }
    let padded = String(decoding: fraction, as: UTF8.self) + "000000000"
    return (number * billion + (Int64(padded.prefix(9)) ?? 0), fraction.endIndex)
  }
}
