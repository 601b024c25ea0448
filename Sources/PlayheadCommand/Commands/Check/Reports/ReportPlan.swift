import PlayheadKit

/// The reports and their destinations.
struct ReportPlan {
  /// A report and its path; `-` for standard output.
  struct Entry: Equatable {
    var kind: CheckFormat
    var path: String

    /// The destination.
    var place: WritePlace { path == "-" ? .descriptor(1) : WritePlace(path) }
  }

  private let entries: [Entry]
  private let arguments: ParsedArguments
  private let context: Context

  /// Parses `--report`, and `--format` and `--output`, which are short for one more report.
  ///
  /// The report of `--format` is omitted if another one uses standard output, unless it has its own
  /// file.
  init(_ arguments: ParsedArguments, _ context: Context) throws(Failure) {
    self.arguments = arguments
    self.context = context
    var entries: [Entry] = []
    for text in arguments.values(.report) { entries.append(try Self.entry(text)) }
    let taking = entries.first { $0.path == "-" && !$0.kind.mayFollowOthers }
    if taking == nil || arguments.has(.output) {
      let kind = arguments.choice(.checkFormat) ?? CheckFormat.text
      entries.insert(Entry(kind: kind, path: arguments.value(.output) ?? "-"), at: 0)
    } else if let taking, arguments.has(.checkFormat) {
      throw Failure(
        .usage, "no place for a report", at: Option.checkFormat.spelling,
        why: "\(taking.kind.rawValue) takes standard output",
        hint: "write \(Option.output.spelling)=FILE")
    }
    self.entries = entries
    try checkPlaces()
  }

  private static func entry(_ text: String) throws(Failure) -> Entry {
    guard let sign = text.firstIndex(of: "=") else {
      throw Failure(
        badValue: text, of: .report, why: "expected KIND=FILE",
        hint: "write junit=report.xml, or - for standard output")
    }
    let name = String(text[..<sign])
    guard let kind = CheckFormat(rawValue: name) else {
      let names = CheckFormat.allCases.map(\.rawValue)
      throw Failure(
        badValue: text, of: .report, why: "unknown report '\(name)'",
        hint: name.nearest(in: names).map { "did you mean \($0)?" }
          ?? "the kinds are \(names.joined(separator: ", "))")
    }
    let path = String(text[text.index(after: sign)...])
    guard !path.isEmpty else {
      throw Failure(
        badValue: text, of: .report, why: "the file is missing",
        hint: "write - for standard output")
    }
    return Entry(kind: kind, path: path)
  }

  /// Refuses two reports with the same destination.
  private func checkPlaces() throws(Failure) {
    var seen: [WritePlace: CheckFormat] = [:]
    for entry in entries {
      let place = entry.place
      if entry.kind.mayFollowOthers, entry.path == "-", seen[place] != .json { continue }
      if let other = seen.updateValue(entry.kind, forKey: place) {
        throw Failure(
          .usage, "two reports for one file",
          at: entry.path == "-" ? "standard output" : entry.path,
          why: "\(other.rawValue) goes there, and \(entry.kind.rawValue) as well",
          hint: "write one of them to another file")
      }
    }
  }

  /// Refuses to overwrite an input file with a report.
  func refuseOverwriting(_ inputs: [String]) throws(Failure) {
    // A baseline to be created counts, too.
    let places = Set(inputs.map(WritePlace.init))
    for entry in entries where entry.path != "-" && places.contains(entry.place) {
      throw Failure(
        .usage, "output is an input", at: entry.path, why: "it would be overwritten",
        hint: "write to another file")
    }
  }

  /// Whether standard output has a report for people.
  var showsText: Bool { entries.contains(Entry(kind: .text, path: "-")) }

  /// Writes all reports: files first, then standard output, which may be closed.
  ///
  /// A report that cannot be written does not prevent the others. If the results `areTold` anyway,
  /// the text report on standard output is omitted.
  func deliver(_ results: [SuiteResult], areTold: Bool = false) throws(Failure) {
    var failures: [Failure] = []
    let files = entries.filter { $0.path != "-" }
    let rest = entries.filter { $0.path == "-" && !(areTold && $0.kind == .text) }
    for entry in files + rest {
      do throws(Failure) {
        try context.deliver(entry.kind.rest(of: results, style: style(entry)).bytes, to: entry.path)
      } catch {
        failures.append(error)
      }
    }
    if entries.contains(where: { $0.kind == .github }) {
      do throws(Failure) {
        try StepSummary(context)?.append(results)
      } catch {
        failures.append(error)
      }
    }
    let audible = failures.filter { !$0.isSilent }
    guard var failure = audible.first ?? failures.first else { return }
    failure.others = Array(audible.dropFirst())
    throw failure
  }

  private func style(_ entry: Entry) -> TextStyle {
    var style = arguments.textStyle(context)
    if entry.path != "-", arguments.choice(.color, as: ColorChoice.self) != .always {
      style.usesColor = false
    }
    return style
  }
}

extension Option {
  static let report = Option(
    "report", nil, .text("KIND=FILE"), isRepeatable: true, in: .output,
    help:
      "Write an additional report of KIND \(CheckFormat.allCases.map(\.rawValue).joined(separator: ", ")); "
      + "- is standard output",
    brief: "Additional report, such as junit=report.xml")
}

extension CheckFormat {
  /// Whether it may follow another report on standard output: GitHub finds its commands anywhere in
  /// a step's output.
  fileprivate var mayFollowOthers: Bool { self == .github }
}
