/// A date and time of day such as `2018.02.12_16.14.02`, without a time zone.
struct CalendarStamp {
  /// The seconds since 1970-01-01.
  let seconds: Int64

  /// Parses all of `bytes`; `nil` if they are not such a time.
  init?(_ bytes: ArraySlice<UInt8>) {
    let pattern = "dddd.dd.dd_dd.dd.dd".utf8
    guard bytes.count == pattern.count,
      zip(bytes, pattern).allSatisfy({ $1 == UInt8(ascii: "d") ? $0.isDigit : $0 == $1 })
    else { return nil }
    let number = { (place: Int, count: Int) in
      bytes.dropFirst(place).prefix(count).reduce(Int64(0)) { $0 * 10 + Int64($1 & 0x0F) }
    }
    let (month, day) = (number(5, 2), number(8, 2))
    let (hour, minute, second) = (number(11, 2), number(14, 2), number(17, 2))
    // A leap second counts as the first second of the next minute.
    guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = Self.day(year: number(0, 4), month: month, day: day)
    seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
  }

  /// The days since 1970-01-01 in the Gregorian calendar.
  private static func day(year: Int64, month: Int64, day: Int64) -> Int64 {
    // With years that begin in March, the leap day comes last, and the months before the m-th of
    // them, counted from 0, have (153 m + 2) ÷ 5 days.
    let years = month > 2 ? year : year - 1
    let months = month > 2 ? month - 3 : month + 9
    let leapDays = floorDivide(years, 4) - floorDivide(years, 100) + floorDivide(years, 400)
    let daysOfYear = (153 * months + 2) / 5 + day - 1
    // 1 March of the year 0 is 719 468 days before 1970-01-01.
    return years * 365 + leapDays + daysOfYear - 719_468
  }

  private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
  }
}
