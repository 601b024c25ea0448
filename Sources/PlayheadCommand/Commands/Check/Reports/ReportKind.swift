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

  /// Whether it may follow another report on standard output: GitHub finds its commands anywhere in
  /// a step's output.
  var mayFollowOthers: Bool { self == .github }
}
