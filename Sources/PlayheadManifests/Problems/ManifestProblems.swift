/// Collects the mistakes in a document while it is read.
final class ManifestProblems {
  private let document: ManifestLocation
  /// What is to be made of the document.
  let options: ManifestOptions
  private var passedOver: [String] = []
  /// Why the player that the document is read for refuses it; `nil` if it does not.
  private(set) var refusal: String?
  private var unlistedPassedOver: Set<String> = []
  private var problems: [ManifestProblem] = []
  private var unlistedCount = 0

  init(of document: ManifestLocation, _ options: ManifestOptions = ManifestOptions()) {
    self.document = document
    self.options = options
  }

  /// Passes `problem` over if that is allowed, and notes what is `assumed` instead; else adds it.
  func forgive(
    _ problem: @autoclosure () -> ManifestProblem, _ assumed: String,
    _ departure: ManifestDeparture? = nil
  ) {
    guard options.forgives else { return add(problem()) }
    let problem = problem()
    let place = problem.line.map { "line \($0): " } ?? ""
    var note = "\(place)\(problem.problem): \(assumed)"
    if let reader = options.reader, let treatment = departure?.treatment(by: reader) {
      if treatment.handling == .refuses {
        refusal = refusal ?? "\(place)\(problem.problem)"
        note = "\(place)\(problem.problem): \(reader) refuses it"
      } else if treatment.handling != departure?.usual {
        note += "; \(reader) \(treatment.handling.words)"
      }
    }
    if let departure { note += " (\(departure.clause))" }
    guard !passedOver.contains(note) else { return }
    if passedOver.count < ManifestError.maximumProblems {
      passedOver.append(note)
    } else if unlistedPassedOver.count < Self.maximumUnlisted {
      unlistedPassedOver.insert(note)
    }
  }

  /// The mistakes that were passed over, a clause each, and how many more there are.
  var forgiven: [String] {
    let count = unlistedPassedOver.count
    guard count > 0 else { return passedOver }
    let more = count < Self.maximumUnlisted ? "\(count)" : "\(count) or more"
    return passedOver + ["\(more) more departures from the standard passed over"]
  }

  /// No more than these are told apart.
  private static let maximumUnlisted = 10_000

  /// Notes that the playlist in `contents` does not begin with `#EXTM3U`, but with blanks.
  func checkFirstLine(of contents: [UInt8], _ departure: ManifestDeparture) {
    let text = contents.withoutByteOrderMark
    guard !text.starts(with: "#EXTM3U".utf8), text.first.map({ $0 <= 0x20 }) ?? false else {
      return
    }
    forgive(
      ManifestProblem(line: 1, "the first line is not #EXTM3U, but blank"), "passed over",
      departure)
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
