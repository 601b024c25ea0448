import PlayheadModel

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
    let days = CalendarDay(year: number(0, 4), month: month, day: day).daysSince1970
    seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
  }
}
