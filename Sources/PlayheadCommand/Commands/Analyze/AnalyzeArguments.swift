import PlayheadKit

extension ParsedArguments {
  /// Where the media is; `-` stands for standard input.
  var mediaLocation: String { operands[0] == "-" ? "/dev/stdin" : operands[0] }

  /// How long the session may be and how it is recorded; `former` holds where options say nothing.
  func sessionOptions(before former: SessionOptions?) throws(Failure) -> SessionOptions {
    var options = former ?? SessionOptions()
    if let tick = try duration(.tick) {
      guard tick >= SessionOptions.shortestTick else {
        throw Failure(
          badValue: value(.tick) ?? "", of: .tick,
          why: "it must be at least \(SessionOptions.shortestTick.secondsText) s")
      }
      options.tickInterval = tick
    }
    if let limit = try duration(.limit) { options.limit = limit }
    return options
  }

  /// The numbers of `--tracks`; `nil` if it was not given.
  func trackNumbers() throws(Failure) -> [Int]? {
    guard let text = value(.tracks) else { return nil }
    var numbers: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Int(part), number >= 0 else {
        throw Failure(
          badValue: text, of: .tracks, why: "'\(part)' is not the number of a track",
          hint: "write numbers with commas between them, such as 0,1")
      }
      numbers.append(number)
    }
    return numbers
  }
}
