import PlayheadKit

extension Option {
  static let baseline = Option(
    "baseline", nil, .file("FILE"), in: .check,
    help: "Compare each case of a suite with its record in FILE",
    brief: "Compare with the records in FILE")
  static let tolerance = Option(
    "tolerance", nil, .text("METRIC=MARGIN"), isRepeatable: true, in: .check,
    help: "Allow a metric to differ from the baseline: startup=+5%, elapsed=100ms, stallCount=1; "
      + "+ allows for more, - for less, no sign for both")
  static let onMediaChange = Option(
    "on-media-change", nil, .choice(of: MediaChange.Rule.self), in: .check,
    help: "If media has other bytes than recorded, fail, or compare and fail only what is worse",
    default: "fail")
  static let updateBaseline = Option(
    "update-baseline", in: .check,
    help: "Record the results in the baseline instead of comparing; refused "
      + "if CI is true",
    brief: "Record instead of comparing")
  static let recordTicks = Option(
    "record-ticks", in: .check,
    help:
      "Record the rows of the timeline, too, so that a comparison that fails shows where it parts")
  static let force = Option(
    "force", in: .check, help: "Update the baseline even if CI is true")

  /// The options about a baseline, which only suites have.
  static let ofBaselines: [Option] = [
    .baseline, .tolerance, .onMediaChange, .updateBaseline, .recordTicks, .force,
  ]
}

extension ParsedArguments {
  /// The tolerances of `--tolerance`.
  func tolerances() throws(Failure) -> Tolerances {
    var tolerances = Tolerances()
    for text in values(.tolerance) {
      do throws(GrammarError) {
        try tolerances.add(parsing: text)
      } catch {
        throw Failure(badValue: text, of: .tolerance, why: error.problem, hint: error.hint)
      }
    }
    return tolerances
  }
}
