import PlayheadKit

/// An instant to the second, as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT`.
package struct HTTPDate: Hashable, Comparable, Sendable {
  /// The seconds since 1970-01-01.
  package var seconds: Int64

  /// The instant `seconds` after 1970 began.
  package init(seconds: Int64) {
    self.seconds = seconds
  }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads any of the three forms of RFC 9110, 5.6.7; `nil` if it is none.
  ///
  /// `currentYear` decides the century of a year of two digits, which is at most 50 years ahead.
  package init?(_ text: String, currentYear: Int64 = 2026) {
    let words = text.split(whereSeparator: { " ,-".contains($0) })
    let isLast = words.last == "GMT"
    // Sun Nov  6 08:49:37 1994 has no zone, the others end with it.
    guard words.count == (isLast ? 6 : 5) else { return nil }
    let (day, month, year, time) =
      isLast ? (words[1], words[2], words[3], words[4]) : (words[2], words[1], words[4], words[3])
    guard let month = Self.months.firstIndex(of: String(month)), let day = Self.number(day),
      var years = Self.number(year), (1...31).contains(day), [2, 4].contains(year.count)
    else { return nil }
    if year.count == 2 {
      years += currentYear / 100 * 100
      if years > currentYear + 50 { years -= 100 }
    }
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map(Self.number)
    guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = CalendarDay(year: years, month: Int64(month) + 1, day: day).daysSince1970
    seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
  }

  /// The first of the three forms.
  package var text: String {
    let days = seconds.dividedDown(by: 86_400)
    let time = seconds - days * 86_400
    let date = CalendarDay(daysSince1970: days)
    let weekday = Self.weekdays[Int(((days % 7) + 7) % 7)]
    return "\(weekday), \(two(date.day)) \(Self.months[Int(date.month) - 1]) \(four(date.year)) "
      + "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) GMT"
  }

  /// Whether `left` is the earlier one.
  package static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.seconds < right.seconds }

  private func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
  private func four(_ number: Int64) -> String {
    String(repeating: "0", count: max(0, 4 - "\(number)".count)) + "\(number)"
  }

  private static func number(_ text: some StringProtocol) -> Int64? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }
}
