import PlayheadModel

/// Looks for the least buffer level that is enough, in steps of half a second.
enum LeastLevel {
  private static let step: MediaTime = .milliseconds(500)

  /// A level above `least`, up to `duration`, at which `isEnough` holds and at half a second less
  /// does not; `nil` if none is found.
  static func find(
    above least: MediaTime, upTo duration: MediaTime, _ isEnough: (MediaTime) -> Bool
  ) -> MediaTime? {
    let step = step.nanoseconds
    let end = (duration.nanoseconds + step - 1) / step
    var low = least.nanoseconds / step
    var width: Int64 = 1
    var high = low + width
    while high < end, !isEnough(MediaTime(nanoseconds: high * step)) {
      low = high
      width *= 2
      high = min(low + width, end)
    }
    guard high <= end else { return nil }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if isEnough(MediaTime(nanoseconds: middle * step)) { high = middle } else { low = middle }
    }
    let level = MediaTime(nanoseconds: high * step)
    return isEnough(level) ? level : nil
  }
}
