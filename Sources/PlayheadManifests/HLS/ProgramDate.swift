import PlayheadModel

/// A date and time of ISO 8601, as `EXT-X-PROGRAM-DATE-TIME` has it, in nanoseconds since 1970.
struct ProgramDate {
  let nanoseconds: Int64

  /// Reads `2026-02-19T14:54:23.031+08:00`, with `Z`, `+0800`, `+08` or nothing at its end; `nil`
  /// if it is none, or not of the years 1970 to 2200.
  init?(_ text: String) {
    var rest = Substring(text)
    func number(_ digits: Int, upTo limit: Int64) -> Int64? {
      guard let value = Int64(decimalDigits: rest.prefix(digits)),
        rest.prefix(digits).count == digits,
        value <= limit
      else { return nil }
      rest = rest.dropFirst(digits)
      return value
    }
    func skip(_ characters: String) -> Bool {
      guard let first = rest.first, characters.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard let year = number(4, upTo: 2200), year >= 1970, skip("-"),
      let month = number(2, upTo: 12),
      month > 0, skip("-"), let day = number(2, upTo: 31), day > 0, skip("Tt "),
      let hour = number(2, upTo: 24), skip(":"), let minute = number(2, upTo: 59), skip(":"),
      let second = number(2, upTo: 60)
    else { return nil }
    var fraction: Int64 = 0
    if skip(".,") {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard let value = Int64(decimalDigits: (digits + "000000000").prefix(9)) else { return nil }
      fraction = value
      rest = rest.dropFirst(digits.count)
    }
    var zone: Int64 = 0
    if let sign = rest.first, sign == "+" || sign == "-" {
      rest = rest.dropFirst()
      guard let hours = number(2, upTo: 23) else { return nil }
      _ = skip(":")
      let minutes = rest.isEmpty ? 0 : number(2, upTo: 59)
      guard let minutes else { return nil }
      zone = (hours * 60 + minutes) * (sign == "+" ? 60 : -60)
    } else {
      _ = skip("Zz")
    }
    guard rest.isEmpty else { return nil }
    let days = CalendarDay(year: year, month: month, day: day).daysSince1970
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - zone
    nanoseconds = seconds * 1_000_000_000 + fraction
  }
}
