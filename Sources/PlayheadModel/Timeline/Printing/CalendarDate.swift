/// A date and time in UTC.
package struct CalendarDate: Hashable, Sendable, BitwiseCopyable {
  /// The nanoseconds since 1970.
  package var nanoseconds: Int64

  /// The date so many nanoseconds after 1970 began.
  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The date as ISO 8601 writes it, to the millisecond before: `2026-02-19T14:54:23.031Z`.
  package var text: String {
    let milliseconds = nanoseconds.dividedDown(by: 1_000_000)
    let seconds = milliseconds.dividedDown(by: 1000)
    let days = seconds.dividedDown(by: 86_400)
    let second = seconds - days * 86_400
    let day = CalendarDay(daysSince1970: days)
    let time = [second / 3600, second / 60 % 60, second % 60]
    return Self.digits(day.year, 4) + "-" + Self.digits(day.month, 2) + "-"
      + Self.digits(day.day, 2) + "T" + time.map { Self.digits($0, 2) }.joined(separator: ":")
      + "." + Self.digits(milliseconds - seconds * 1000, 3) + "Z"
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
