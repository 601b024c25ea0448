import MediaReading
import PlayheadKit

/// How to write what became of checks, as `--format` says it.
enum CheckFormat: String, CaseIterable, Sendable {
  /// For people.
  case text
  /// For programs.
  case json
}

extension Option {
  static let expect = Option(
    "expect", "e", .text("TEXT"), isRepeatable: true, in: .check,
    help: "What to expect of one media file: a bound on a metric such as 'startup <= 2.5s', or "
      + "that there be 'no stall', or 'no stall before 30s', or of each that 'every stall <= 1s'",
    brief: "What has to hold, such as 'startup <= 2.5s'")
  static let filter = Option(
    "filter", nil, .text("PATTERN"), in: .check,
    help: "Run only cases with PATTERN in their names; with * or ? in it, those whose whole names "
      + "are like it")
  static let tag = Option(
    "tag", nil, .text("TAG"), isRepeatable: true, in: .check,
    help: "Run only cases with this tag, or with one of them",
    brief: "Run only cases with this tag")
  static let failFast = Option(
    "fail-fast", in: .check, help: "Run no more cases after the first that does not pass")
  static let list = Option(
    "list", in: .check, help: "Write the names of the cases instead of running them")
  static let jobs = Option(
    "jobs", "j", .text("NUMBER"), in: .check, help: "Run so many cases at once",
    default: "as many as there are cores")
  static let checkDecode = Option(
    "decode", nil, .choice(of: DecodeMode.self), in: .media,
    help: "How much of each file to decode, to hear of damage; it never changes a result",
    default: "none")

  static let checkFormat = Option(
    "format", nil, .choice(of: CheckFormat.self), in: .output, help: "How to write the result",
    brief: "How to write the result", default: "text")

  /// What says how one media file is played; the cases of a suite say that themselves.
  static let ofOneCheck: [Option] =
    [
      .expect, .network.withoutDefault, .networkFormat, .latency.with(brief: nil), .scale, .offset,
      .hold, .jitter, .loss, .seed, .tcp, .tls, .lowData,
    ] + policy.map { $0.with(brief: nil) } + [.action.with(brief: nil), .loop, .limit, .tracks]

  /// What picks among the cases of suites.
  static let ofSuites: [Option] = [.filter, .tag, .failFast, .list]
}
