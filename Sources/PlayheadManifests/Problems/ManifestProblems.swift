/// Collects the mistakes in a document while it is read.
final class ManifestProblems {
  private let document: ManifestLocation
  /// What is to be made of the document.
  let options: ManifestOptions
  /// The mistakes that were passed over, a clause each.
  private(set) var forgiven: [String] = []
  private var problems: [ManifestProblem] = []
  private var unlistedCount = 0

  init(of document: ManifestLocation, _ options: ManifestOptions = ManifestOptions()) {
    self.document = document
    self.options = options
  }

  /// Passes `problem` over if players do and that is allowed, and notes what is `assumed` instead;
  /// else adds it.
  func forgive(_ problem: @autoclosure () -> ManifestProblem, _ assumed: String) {
    guard options.forgives else { return add(problem()) }
    let problem = problem()
    let place = problem.line.map { "line \($0): " } ?? ""
    let note = "\(place)\(problem.problem): \(assumed), as players do"
    guard forgiven.count < ManifestError.maximumProblems, !forgiven.contains(note) else { return }
    forgiven.append(note)
  }

  /// Whether nothing was noted.
  var isEmpty: Bool { problems.isEmpty }

  /// Notes `problem`, unless it is known: an inherited attribute is read by each who inherits it.
  func add(_ problem: @autoclosure () -> ManifestProblem) {
    guard problems.count < ManifestError.maximumProblems else {
      unlistedCount += 1
      return
    }
    let problem = problem()
    if !problems.contains(problem) { problems.append(problem) }
  }

  /// Throws an error with all mistakes, if there are any.
  func check() throws(ManifestError) {
    guard !problems.isEmpty else { return }
    throw ManifestError(
      document: document.shown,
      problems: problems.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) },
      unlistedCount: unlistedCount)
  }

  /// The error of a document with `problem`.
  func refusal(_ problem: ManifestProblem) -> ManifestError {
    ManifestError(document: document.shown, problems: [problem], unlistedCount: 0)
  }
}
