import PlayheadKit

extension Option {
  static let fold = Option(
    "fold", in: .output, help: "Fold rows that differ only in time and amounts",
    default: "of more than 100 rows")
  static let noFold = Option("no-fold", in: .output, help: "Show every row")
  static let events = Option(
    "events", in: .output, help: "List only the events, one a line, and the requests")
  static let summary = Option("summary", in: .output, help: "Show the summary only")
  static let chart = Option(
    "chart", in: .output,
    help: "Draw buffer level and link rate instead of the timeline")

  /// The options that select parts of a session's text.
  static let sessionText = [fold, noFold, events, summary, chart]
}

extension ParsedArguments {
  /// Refuses text options that contradict each other or the format.
  func checkSessionText() throws(Failure) {
    let given = Option.sessionText.filter(has)
    if let option = given.first, has(.metric) {
      throw Failure(
        contradicting: "\(option.spelling) and \(Option.metric.spelling)",
        why: "only the metric's value is written")
    }
    if let option = given.first, let format = value(.format), format != SessionFormat.text.rawValue
    {
      throw Failure(
        contradicting: "\(option.spelling) and --format=\(format)",
        why: "it applies to text")
    }
    if has(.durations), let option = plainOutput {
      throw Failure(
        contradicting: "\(Option.durations.spelling) and \(option)",
        why: "it applies to text and Markdown")
    }
    guard given.count > 1 else { return }
    let why =
      has(.fold) || has(.noFold) ? "only the timeline can be folded" : "they cannot be combined"
    throw Failure(
      contradicting: "\(given[0].spelling) and \(given[1].spelling)",
      why: has(.fold) && has(.noFold) ? "they cannot be combined" : why)
  }

  /// The requested output, if it has plain numbers where text has durations.
  private var plainOutput: String? {
    if has(.metric) { return Option.metric.spelling }
    let format = choice(.format) ?? SessionFormat.text
    return format.hasDurations ? nil : "\(Option.format.spelling)=\(format.rawValue)"
  }

  /// Whether the text of a session begins with a header.
  var hasHeader: Bool { !has(.events) && !has(.summary) }

  /// Whether the output shows rows of the timeline.
  var showsTicks: Bool { hasHeader && !has(.metric) }

  /// Whether the output shows the causes of waits.
  var showsCauses: Bool {
    !has(.noCauses) && !has(.metric) && (choice(.format) ?? SessionFormat.text).showsCauses
  }

  /// The parts of the text of `session`.
  func contents(of session: Session, _ context: Context) -> SessionText.Contents {
    if has(.events) { return .events }
    if has(.summary) { return .summary }
    if has(.chart) { return .chart }
    return .report(folds: folds(rows: session.ticks.count))
  }

  /// Whether to fold a timeline of so many rows, wherever it goes.
  func folds(rows: Int) -> Bool {
    has(.fold) || rows > Self.longestUnfolded && !has(.noFold)
  }

  /// More rows than this are folded: some screens full.
  private static let longestUnfolded = 100
}
