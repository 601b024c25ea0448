import PlayheadModel

/// Columns that stand for equal stretches of a length of time.
struct TimeColumns {
  let count: Int
  let length: WallTime

  /// The column that `time` lies in; the last one for the end.
  func column(of time: WallTime) -> Int {
    guard length > .zero else { return 0 }
    let place = Int128(time.nanoseconds) * Int128(count) / Int128(length.nanoseconds)
    return min(max(0, Int(place)), count - 1)
  }

  /// When a column begins, to the nanosecond, rounded down.
  func start(of column: Int) -> WallTime {
    WallTime(
      nanoseconds: Int64(Int128(length.nanoseconds) * Int128(column) / Int128(count)))
  }
}
