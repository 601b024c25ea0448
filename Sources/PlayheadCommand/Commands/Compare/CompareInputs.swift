import MediaReading
import PlayheadKit

/// What the operands of a comparison name, in their order.
struct CompareInputs {
  /// An operand.
  enum Input {
    /// A media file at a location.
    case media(String)
    /// A ladder at a location.
    case ladder(String, Ladder.Format)
    /// A session's report at a path.
    case report(ReportedSession, path: String)
  }

  let inputs: [Input]
  /// The pipes whose first bytes were read, by path, but for those of reports.
  private(set) var pipes: [String: BegunPipe] = [:]

  /// Reads the reports; media is read later.
  init(_ operands: [String], _ context: Context) throws(Failure) {
    var inputs: [Input] = []
    var piped: [String: ReportedSession] = [:]
    for operand in operands {
      let location = ParsedArguments.mediaLocation(operand)
      if let report = piped[location] {
        inputs.append(.report(report, path: location))
      } else if let format = Ladder.Format(ofLadderAt: location) {
        inputs.append(.ladder(location, format))
      } else if let error = MediaReadingError(misnamedManifest: location) {
        throw Failure(error)
      } else if Self.isReport(location) {
        do {
          inputs.append(.report(try ReportedSession(path: location), path: location))
        } catch {
          switch error {
          case .unreadable(let error): throw Failure(error, reading: "session report")
          case .malformed(let path, let error): throw Failure(error, of: "session report", in: path)
          }
        }
      } else if pipes[location] == nil, let pipe = try Self.pipe(at: location, context) {
        guard Self.beginsReport(pipe.beginning) else {
          pipes[location] = pipe
          inputs.append(.media(location))
          continue
        }
        let report = try Self.report(in: pipe)
        piped[location] = report
        inputs.append(.report(report, path: location))
      } else {
        inputs.append(.media(location))
      }
    }
    self.inputs = inputs
  }

  /// How many bytes tell a report from media.
  private static let beginning = 64

  /// Whether the operand at `location` is a report that can be read more than once, or is called
  /// one: by its name, or by what it begins with.
  static func isReport(_ location: String) -> Bool {
    let name = location.lowercased()
    guard !name.isWebURL else { return false }
    if [".json", ".jsonl", ".html"].contains(where: name.hasSuffix) { return true }
    guard FileIdentity(regularFileAt: location) != nil else { return false }
    return beginsReport(WholeFile.beginning(of: location, count: beginning) ?? [])
  }

  /// Whether `bytes` begin with a brace or as a document of HTML, as no media does.
  private static func beginsReport(_ bytes: [UInt8]) -> Bool {
    let text = bytes.drop { $0.isBlank || $0 == .lineFeed }
    return text.first == UInt8(ascii: "{") || text.starts(with: Array("<!doctype html>".utf8))
  }

  /// The pipe at `location`, once its first bytes are there; `nil` if that is none.
  private static func pipe(
    at location: String, _ context: Context
  ) throws(Failure) -> BegunPipe? {
    guard !location.isWebURL else { return nil }
    do {
      return try BegunPipe(path: location, count: beginning, interruption: context.interruption)
    } catch {
      throw Failure(error, readingMediaAt: location)
    }
  }

  private static func report(in pipe: BegunPipe) throws(Failure) -> ReportedSession {
    let contents: [UInt8]
    do {
      contents = try pipe.contents(atMost: SessionRecord.maximumBytes)
    } catch {
      throw Failure(error, readingMediaAt: pipe.path)
    }
    do {
      return try ReportedSession(contents: contents)
    } catch {
      throw Failure(error, of: "session report", in: pipe.path)
    }
  }

  /// The locations of media files, in order, each once.
  var media: [String] {
    inputs.reduce(into: []) { locations, input in
      if case .media(let location) = input, !locations.contains(location) {
        locations.append(location)
      }
    }
  }

  /// The locations of ladders with their formats, in order.
  var ladders: [(location: String, format: Ladder.Format)] {
    inputs.compactMap {
      if case .ladder(let location, let format) = $0 { (location, format) } else { nil }
    }
  }

  /// How many operands are media, files and ladders.
  var mediaCount: Int { inputs.count - reports.count }

  /// The reports, in order.
  var reports: [(report: ReportedSession, path: String)] {
    inputs.compactMap { if case .report(let report, let path) = $0 { (report, path) } else { nil } }
  }
}
