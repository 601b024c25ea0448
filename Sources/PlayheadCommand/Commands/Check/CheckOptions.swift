import MediaReading
import PlayheadKit

extension Option {
  static let expect = Option(
    "expect", "e", .text("TEXT"), isRepeatable: true, in: .check,
    help:
      "Expectation of one media file: a bound on a metric such as 'startup <= 2.5s', "
      + "'no stall', 'no stall before 30s' or 'every stall <= 1s'",
    brief: "Expectation, such as 'startup <= 2.5s'")
  static let allowDamage = Option(
    "allow-damage", in: .check,
    help: "Let a damaged media file pass; what is missing is reported all the same")
  static let filter = Option(
    "filter", nil, .text("PATTERN"), in: .check,
    help: "Run only cases whose names contain PATTERN, or match it as a whole if it has * or ?")
  static let tag = Option(
    "tag", nil, .text("TAG"), isRepeatable: true, in: .check,
    help: "Run only cases with this tag, or any of them",
    brief: "Run only cases with this tag")
  static let failFast = Option(
    "fail-fast", in: .check, help: "Stop after the first case that does not pass")
  static let allowPrograms = Option(
    "allow-programs", in: .check,
    help: "Let the rules of suites start programs: abr: 'exec:PROGRAM'")
  static let onlyFailed = Option(
    "only-failed", in: .output, help: "Leave out cases that passed from the text")
  static let list = Option(
    "list", in: .check, help: "List the cases instead of running them")
  static let jobs = Option(
    "jobs", "j", .text("NUMBER"), in: .check, help: "Number of cases to run at once",
    default: "one per core")
  static let checkDecode = Option(
    "decode", nil, .choice(of: DecodeMode.self), in: .media,
    help: "How much of each file to decode, to find damage; auto: everything up to 1 min long. "
      + "Overrides a suite. Timing is the same",
    default: "auto; none for URLs")

  static let checkFormat = Option(
    "format", nil, .choice(among: [CheckFormat.text, .json, .html]), in: .output,
    help: "Output format",
    brief: "Output format", default: "text")

  /// Options of one media file; the cases of a suite have keys for them.
  static let ofOneCheck: [Option] =
    [
      .expect, .allowDamage, .abr, .network.withoutDefault, .networkFormat,
      .latency.with(brief: nil),
      .scale, .offset,
      .hold, .jitter, .loss, .seed, .tcp, .tls, .lowData,
    ] + policy.map { $0.with(brief: nil) } + [
      .action.with(brief: nil), .loop, .limit, .tracks,
    ] + ladderReading + ofLive.map { $0.with(brief: nil) }

  /// Options that select cases of suites.
  static let ofSuites: [Option] = [
    .filter, .tag, .failFast, .allowPrograms, .onlyFailed, .list,
  ]
}
