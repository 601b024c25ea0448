@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// The integral of the buffer level over time, in two-thousandths of square nanoseconds.
private func integral(_ levels: BufferLevels) -> Int128 {
  2000 * (levels.loaded.value - levels.played.whole) - levels.played.parts
}

/// In what two sessions differ, the first of each kind of thing, in words; the integral of the
/// buffer level may be larger than expected by as much as `slack` says.
func differences(
  _ found: Session, _ expected: Session, slack: ClosedRange<Int128> = 0...0
) -> [String] {
  var differences: [String] = []
  func compare<Value: Equatable>(_ name: String, _ value: (Session) -> Value) {
    let (found, expected) = (value(found), value(expected))
    if found != expected { differences.append("\(name) is \(found), not \(expected)") }
  }
  func compareAll<Value: Equatable>(_ name: String, _ values: (Session) -> [Value]) {
    let (found, expected) = (values(found), values(expected))
    for number in 0..<max(found.count, expected.count) {
      let one = number < found.count ? found[number] : nil
      let other = number < expected.count ? expected[number] : nil
      if one != other {
        let words = "\(one.map { "\($0)" } ?? "none"), not \(other.map { "\($0)" } ?? "none")"
        differences.append("\(name) \(number) is \(words)")
        return
      }
    }
  }
  compareAll("event", \.events)
  compareAll("stall", \.stalls)
  compareAll("seek", \.seeks)
  compareAll("request", \.requests)
  compareAll("tick", \.ticks)
  compare("end reason", \.endReason)
  compare("elapsed", \.elapsed)
  compare("duration", \.duration)
  compare("startup", \.startup)
  compare("phases", \.phases)
  compare("open wait", \.openWait)
  compare("actions not performed", \.unperformedActions)
  compare("startup phases", \.startupPhases)
  compare("minimum buffer", \.bufferLevels.minimum)
  compare("bytes downloaded", \.bytesDownloaded)
  compare("bytes wasted", \.bytesWasted)
  compare("request count", \.requestCount)
  compare("request time", \.requestTime)
  let more = integral(found.bufferLevels) - integral(expected.bufferLevels)
  if !slack.contains(more) { differences.append("integral is \(more) more, not \(slack)") }
  var same = found
  same.bufferLevels.loaded = expected.bufferLevels.loaded
  same.bufferLevels.played = expected.bufferLevels.played
  // They are recorded with events only, and their lengths are those of the phases.
  same.phaseSpans = expected.phaseSpans
  if differences.isEmpty, same != expected { differences.append("something else differs") }
  return differences
}
