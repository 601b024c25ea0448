/// A date and time in UTC.
package struct CalendarDate: Hashable, Sendable, BitwiseCopyable {
  /// The nanoseconds since 1970.
  package var nanoseconds: Int64

  /// The date so many nanoseconds after 1970 began.
  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The date as ISO 8601 writes it, to the millisecond before: `2026-02-19T14:54:23.031Z`.
  package var text: String {
    let milliseconds = Self.quotient(nanoseconds, 1_000_000)
    let seconds = Self.quotient(milliseconds, 1000)
    let days = Self.quotient(seconds, 86_400)
    let second = seconds - days * 86_400
    // Days of the Gregorian calendar, in years that begin in March and eras of 400 of them.
    let shifted = days + 719_468
    let era = Self.quotient(shifted, 146_097)
    let day = shifted - era * 146_097
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let place = (5 * dayOfYear + 2) / 153
    let month = place < 10 ? place + 3 : place - 9
    let date = [
      era * 400 + year + (month < 3 ? 1 : 0), month, dayOfYear - (153 * place + 2) / 5 + 1,
    ]
    let time = [second / 3600, second / 60 % 60, second % 60]
    return Self.digits(date[0], 4) + "-" + Self.digits(date[1], 2) + "-" + Self.digits(date[2], 2)
      + "T" + time.map { Self.digits($0, 2) }.joined(separator: ":") + "."
      + Self.digits(milliseconds - seconds * 1000, 3) + "Z"
  }

  /// Rounded down.
  private static func quotient(_ number: Int64, _ divisor: Int64) -> Int64 {
    number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
