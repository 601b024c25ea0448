package import PlayheadFiles
import PlayheadModel

/// The journal of a recording: a line of JSON for what it is of, and one for each response.
///
/// Lines are only ever appended. What a crash left of the last one is passed over.
package struct RecordingJournal: Hashable, Sendable {
  /// The name of the file in the folder of a recording.
  package static let name = "recording.jsonl"
  /// The version of the form.
  package static let schema = "playhead.recording/1"
  /// The largest journal that is read.
  package static let maximumBytes = 1 << 30

  /// The URL that is recorded.
  package var url: String
  /// When recording began, in nanoseconds since 1970.
  package var begun: Int64
  /// What came, in the order of its arrival.
  package var responses: [RecordedResponse] = []
  /// The times without a recorder or without a place to write to.
  package var gaps: [Gap] = []
  /// The number of bytes of whole lines.
  package var wholeBytes = 0

  /// A time of which nothing is recorded.
  package struct Gap: Hashable, Sendable {
    package var time: Range<Int64>
    package var reason: String

    package init(_ time: Range<Int64>, _ reason: String) {
      self.time = time
      self.reason = reason
    }

    /// Its line.
    package var json: JSONValue {
      .members([
        "event": .string("gap"), "wallSeconds": .wall(time.upperBound),
        "sinceSeconds": .wall(time.lowerBound), "reason": .string(reason),
      ])
    }
  }

  /// A journal of `url` without a line, begun at a wall time.
  package init(of url: String, begun: Int64) {
    self.url = url
    self.begun = begun
  }

  /// The first line.
  package func head(generator: String) -> JSONValue {
    .members([
      "schema": .string(Self.schema), "generator": .string(generator), "url": .string(url),
      "wallSeconds": .wall(begun),
    ])
  }

  /// The bytes of a line.
  package static func line(_ value: JSONValue) -> [UInt8] {
    var printer = JSONPrinter(openLevels: 0)
    printer.print(value)
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  /// The journal in `contents`.
  ///
  /// - Throws: ``RecordingError`` if a line is not one of a journal.
  package init(_ contents: [UInt8]) throws(RecordingError) {
    var rest = contents[...]
    var number = 0
    var head: RecordingJournal?
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(rest[..<end])
      rest = rest[(end + 1)...]
      number += 1
      do throws(JSONError) {
        let reader = try JSONReader.document(line)
        if head == nil {
          guard try reader.member("schema").string() == Self.schema else {
            throw reader.refusal("expected “\(Self.schema)”")
          }
          head = RecordingJournal(
            of: try reader.member("url").string(),
            begun: try reader.member("wallSeconds").wallTime())
        } else {
          try head?.add(reader)
        }
      } catch {
        throw RecordingError(line: number, problem: error.problem)
      }
    }
    guard var journal = head else {
      throw RecordingError(line: 1, problem: "its first line is missing")
    }
    journal.wholeBytes = contents.count - rest.count
    self = journal
  }

  private mutating func add(_ reader: JSONReader) throws(JSONError) {
    switch try reader.member("event").string() {
    case "response": responses.append(try RecordedResponse(reader))
    case "gap":
      let (start, end) = (
        try reader.member("sinceSeconds").wallTime(), try reader.member("wallSeconds").wallTime()
      )
      guard start <= end else { throw reader.refusal("the gap ends before it begins") }
      gaps.append(Gap(start..<end, try reader.member("reason").string()))
    // Later versions may tell more.
    default: break
    }
  }
}

/// Why a journal cannot be read.
package struct RecordingError: Error, Hashable, Sendable {
  /// The line, from 1.
  package let line: Int
  package let problem: String

  /// The problem in a line.
  package init(line: Int, problem: String) {
    self.line = line
    self.problem = problem
  }
}
