/// A day of the Gregorian calendar, which also counts the days before it was in use.
package struct CalendarDay: Hashable, Sendable, BitwiseCopyable {
  package var year: Int64
  /// From 1 on.
  package var month: Int64
  /// From 1 on.
  package var day: Int64

  /// The day of these numbers.
  package init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// 1 March of the year 0 is so many days before 1970-01-01.
  private static let offset: Int64 = 719_468

  /// The days from 1970-01-01 to it.
  package var daysSince1970: Int64 {
    // With years that begin in March, the leap day comes last, and the months before the m-th of
    // them, counted from 0, have (153 m + 2) ÷ 5 days.
    let years = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    let leapDays =
      years.dividedDown(by: 4) - years.dividedDown(by: 100) + years.dividedDown(by: 400)
    return years * 365 + leapDays + (153 * months + 2) / 5 + day - 1 - Self.offset
  }

  /// The day so many days after 1970-01-01.
  package init(daysSince1970 days: Int64) {
    // Eras of 400 years, which begin in March, have equally many days.
    let shifted = days + Self.offset
    let era = shifted.dividedDown(by: 146_097)
    let day = shifted - era * 146_097
    let years = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * years + years / 4 - years / 100)
    let months = (5 * dayOfYear + 2) / 153
    month = months < 10 ? months + 3 : months - 9
    year = era * 400 + years + (month < 3 ? 1 : 0)
    self.day = dayOfYear - (153 * months + 2) / 5 + 1
  }
}

extension Int64 {
  /// The quotient, rounded down.
  package func dividedDown(by divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor)
  }
}
