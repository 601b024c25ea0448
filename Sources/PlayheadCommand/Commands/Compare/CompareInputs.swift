import PlayheadKit

/// What the operands of a comparison name, in their order.
struct CompareInputs {
  /// An operand.
  enum Input {
    /// Media at a location.
    case media(String)
    /// A session's report at a path.
    case report(ReportedSession, path: String)
  }

  let inputs: [Input]

  /// Reads the reports; media is read later.
  init(_ operands: [String]) throws(Failure) {
    var inputs: [Input] = []
    for operand in operands {
      let location = ParsedArguments.mediaLocation(operand)
      guard Self.isReport(location) else {
        inputs.append(.media(location))
        continue
      }
      do {
        inputs.append(.report(try ReportedSession(path: location), path: location))
      } catch {
        switch error {
        case .unreadable(let error): throw Failure(error, reading: "session report")
        case .malformed(let path, let error): throw Failure(error, in: path)
        }
      }
    }
    self.inputs = inputs
  }

  /// Whether the operand at `location` is a report: by its name, or by the brace that it begins with,
  /// as no media does.
  static func isReport(_ location: String) -> Bool {
    let name = location.lowercased()
    guard !name.isWebURL else { return false }
    if name.hasSuffix(".json") || name.hasSuffix(".jsonl") { return true }
    guard FileIdentity(regularFileAt: location) != nil else { return false }
    let beginning = WholeFile.beginning(of: location, count: 64) ?? []
    return beginning.first { !$0.isBlank && $0 != .lineFeed } == UInt8(ascii: "{")
  }

  /// The locations of media, in order, each once.
  var media: [String] {
    inputs.reduce(into: []) { locations, input in
      if case .media(let location) = input, !locations.contains(location) {
        locations.append(location)
      }
    }
  }

  /// How many operands are media.
  var mediaCount: Int {
    inputs.count { if case .media = $0 { true } else { false } }
  }

  /// The reports, in order.
  var reports: [(report: ReportedSession, path: String)] {
    inputs.compactMap { if case .report(let report, let path) = $0 { (report, path) } else { nil } }
  }
}
