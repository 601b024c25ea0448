import PlayheadKit

extension Option {
  /// The startup delay that a minimum rate is found for unless another is asked for.
  static let defaultStartup: WallTime = .seconds(2)

  static let startup = Option(
    "startup", nil, .text("DURATION"), in: .player,
    help: "Startup delay to find the minimum rate for, from the first request",
    brief: "Startup delay to find the minimum rate for", default: "2s")
  static let requirementsFormat = Option(
    "format", nil, .choice(of: RequirementsFormat.self, placeholder: "NAME"), in: .output,
    help: "Output format: " + RequirementsFormat.allCases.map(\.rawValue).joined(separator: ", ")
      + "; csv, svg and html hold the curve",
    brief: "Output format", default: "text")

  /// A copy with another default in words.
  func withDefault(_ text: String) -> Option {
    var option = self
    option.defaultText = text
    return option
  }
}

extension ParsedArguments {
  /// Refuses a form of durations where only numbers are written.
  func checkDurations(isText: Bool) throws(Failure) {
    guard has(.durations), !isText else { return }
    throw Failure(
      contradicting:
        "\(Option.durations.spelling) and \(Option.format.spelling)=\(value(.format) ?? "")",
      why: "it applies to text")
  }
}
