/// A kind of report that `--report` can write.
enum ReportKind: String, CaseIterable, Sendable {
  /// For people.
  case text
  /// For programs.
  case json
  /// For CI servers: JUnit's XML.
  case junit
  /// The Test Anything Protocol, version 14.
  case tap
  /// Annotations of GitHub Actions.
  case github
  /// For a pull request.
  case markdown

  /// Whether it can follow another report on standard output: GitHub looks for its commands among
  /// whatever a step writes.
  var mayFollowOthers: Bool { self == .github }
}
