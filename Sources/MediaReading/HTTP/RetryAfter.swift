import PlayheadKit

/// The value of `Retry-After`: seconds, or a date (RFC 9110, 10.2.3).
enum RetryAfter {
  /// How many seconds from `now` on, in seconds since 1970, a server asks to wait; `nil` if `text`
  /// is neither a number nor a date.
  static func seconds(_ text: String, now: Int64) -> Int64? {
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    {
      return Int64(text) ?? .max
    }
    return date(text).map { max(0, $0 - now) }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The seconds since 1970 of a date of HTTP's preferred form, such as
  /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
  static func date(_ text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
      let day = number(words[1], digits: 2), let year = number(words[3], digits: 4),
      let month = months.firstIndex(of: String(words[2])), (1...31).contains(day)
    else { return nil }
    let time = words[4].split(separator: ":", omittingEmptySubsequences: false)
      .map { number($0, digits: 2) }
    guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = CalendarDay(year: year, month: Int64(month) + 1, day: day).daysSince1970
    return days * 86_400 + hour * 3600 + minute * 60 + second
  }

  private static func number(_ text: Substring, digits: Int) -> Int64? {
    let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return text.utf8.count == digits && isNumber ? Int64(text) : nil
  }
}
