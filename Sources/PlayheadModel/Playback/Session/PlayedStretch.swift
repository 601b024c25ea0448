/// A stretch of playback, however many inputs the player has in it that change nothing.
///
/// It is counted as a whole, as that takes longer than most inputs do.
struct PlayedStretch: Sendable {
  private let line: PlaybackState.Line
  private let start: WallTime
  private var end: WallTime

  /// Playback of `player` until `wallTime`, with what it has loaded; `nil` unless it plays.
  init?(of player: PlayerGlance, until wallTime: WallTime) {
    guard let line = player.line else { return nil }
    (self.line, start, end) = (line, player.loadedSince, wallTime)
  }

  /// Goes on until `wallTime` if `player` goes on where the stretch ends, along the same line;
  /// returns whether it does.
  mutating func goOn(with player: PlayerGlance, until wallTime: WallTime) -> Bool {
    guard player.loadedSince == end, player.line == line else { return false }
    end = wallTime
    return true
  }

  /// Adds the integral of the playhead over wall time.
  func add(to integral: inout PlayedIntegral) {
    let passed = Int128((end - start).nanoseconds)
    let first = max(.zero, start - line.wallTime).nanoseconds
    let last = max(.zero, end - line.wallTime).nanoseconds
    let length = Int128(last - first)
    // The product of two 64-bit numbers fits.
    let before = Int128(line.mediaTime.nanoseconds) &* passed
    // Twice the mean way of the playhead since the line's beginning, in thousandths.
    let way = (Int128(line.rate.thousandths) * Int128(first + last))
      .quotientAndRemainder(dividingBy: 2000)
    integral.add(before + way.quotient * length, parts: way.remainder * length)
  }
}
