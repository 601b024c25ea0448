import PlayheadKit

extension ParsedArguments {
  /// The location of the media; `-` is standard input.
  var mediaLocation: String { Self.mediaLocation(operands[0]) }

  /// The location that `operand` names; `-` is standard input.
  static func mediaLocation(_ operand: String) -> String {
    operand == "-" ? "/dev/stdin" : operand
  }

  /// The session's time limit and what is recorded; `former` holds where options say nothing.
  func sessionOptions(before former: SessionOptions?) throws(Failure) -> SessionOptions {
    var options = former ?? SessionOptions()
    if let tick = try duration(.tick, unit: .required) {
      guard tick >= SessionOptions.shortestTick else {
        throw Failure(
          badValue: value(.tick) ?? "", of: .tick,
          why: "the minimum is \(SessionOptions.shortestTick.secondsText) s")
      }
      options.tickInterval = tick
    }
    if let limit = try duration(.limit) { options.limit = limit }
    return options
  }

  /// The track numbers of `--tracks`; `nil` if it was not given.
  func trackNumbers() throws(Failure) -> [Int]? {
    guard let text = value(.tracks) else { return nil }
    var numbers: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Int(part), number >= 0 else {
        throw Failure(
          badValue: text, of: .tracks, why: "'\(part)' is not a track number",
          hint: "write numbers separated by commas, such as 0,1")
      }
      guard !numbers.contains(number) else {
        throw Failure(
          badValue: text, of: .tracks, why: "track \(number) is listed twice",
          hint: "list each track once")
      }
      numbers.append(number)
    }
    return numbers
  }
}
