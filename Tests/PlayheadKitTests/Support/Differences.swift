@testable import PlayheadKit

/// In what two sessions differ, the first of each kind of thing, in words.
func differences(_ found: Session, _ expected: Session) -> [String] {
  var differences: [String] = []
  func compare<Value: Equatable>(_ name: String, _ value: (Session) -> Value) {
    let (found, expected) = (value(found), value(expected))
    if found != expected { differences.append("\(name) is \(found), not \(expected)") }
  }
  func compareAll<Value: Equatable>(_ name: String, _ found: [Value], _ expected: [Value]) {
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
  compareAll("event", found.events, expected.events)
  compareAll("stall", found.stalls, expected.stalls)
  compareAll("tick", found.ticks, expected.ticks)
  compare("end reason", \.endReason)
  compare("elapsed", \.elapsed)
  compare("duration", \.duration)
  compare("startup", \.startup)
  compare("played", \.played)
  compare("doubled integral", \.bufferLevels.doubledIntegral)
  compare("minimum buffer", \.bufferLevels.minimum)
  compare("bytes downloaded", \.bytesDownloaded)
  compare("bytes wasted", \.bytesWasted)
  compare("request count", \.requestCount)
  compare("request time", \.requestTime)
  if differences.isEmpty, found != expected { differences.append("something else differs") }
  return differences
}
