import Expectations
import Foundation
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel

@Suite struct `A trace that is longer than what is read of it at a time` {
  /// Rows of a format, and one that is none.
  struct Example: Sendable, CustomTestStringConvertible {
    var format: TraceFormat
    var start = ""
    var row: @Sendable (Int) -> String
    var end = ""
    var wrong: String
    var testDescription: String { format.rawValue }

    func text(_ count: Int, wrongAt place: Int? = nil) -> String {
      // Blanks at the end of a line make it longer than a part that is read at a time, not slower.
      let blanks = String(repeating: " ", count: 120) + "\n"
      let rows = (0..<count).map { $0 == place ? wrong : row($0) }.joined()
      return start + rows.replacing("\r\n", with: "\n").replacing("\n", with: blanks) + end
    }
  }

  static let examples = [
    Example(
      format: .csv, start: "\u{FEFF}# é\nduration_seconds,kbps\n",
      row: { "0.5,\($0 % 977 + 1)  # \n".replacing("  # ", with: $0 % 50 == 0 ? "\n\n# é" : "") },
      wrong: "é,é\n"),
    Example(format: .csv, start: "seconds,kbps\n", row: { "\($0),\($0 + 9)\n" }, wrong: "0,5\n"),
    Example(
      format: .raca, start: "Timestamp,DL_bitrate\n",
      row: { "2018.02.12_16.\(10 + $0 / 600).\(10 + $0 / 12 % 50),\($0)\n" },
      wrong: "2018.02.12_16.10,1\n"),
    Example(format: .pensieve, row: { "\($0)\t1.\($0)\n" }, wrong: "1\n"),
    Example(format: .oboe, row: { "\($0)000 1\($0)\r\n" }, wrong: "7 8 9\n"),
    Example(format: .mahimahi, row: { "\($0 * 2 + 1)\n" }, wrong: " x\n"),
    Example(format: .norway, row: { "1 \($0) 1.5 2.5 \($0) 100\n" }, wrong: "1 2 3\n"),
    Example(
      format: .sabre, start: "[",
      row: {
        ($0 == 0 ? "" : ", ")
          + "{\"duration_ms\": \($0 + 1), \"é\": \"\\u00e9, \($0)\", \"latency_ms\":1,"
          + "\"bandwidth_kbps\": 8\($0).5}"
      }, end: "]\n", wrong: ", {\"duration_ms\": 1, \"bandwidth_kbps\": é}"),
    Example(
      format: .sabre, start: "[\n",
      row: {
        ($0 == 0 ? "" : ",\n")
          + "{\"duration_ms\": 1,\n \"bandwidth_kbps\": \($0), \"latency_ms\":1}"
      },
      end: "\n]", wrong: ",\n{\"duration_ms\": 1,\n \"latency_ms\": 1}"),
  ]

  private func withFile<Result>(
    _ contents: [UInt8], _ body: (String) throws -> Result
  ) throws -> Result {
    let path = NSTemporaryDirectory() + "playhead-trace-\(UUID().uuidString)"
    try Data(contents).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  private func intervals(
    _ text: String, _ format: TraceFormat?
  ) throws -> (
    whole: Result<[BandwidthProfile.Interval], ProfileError>,
    streamed: Result<[BandwidthProfile.Interval], ProfileError>
  ) {
    let contents = Array(text.utf8)
    let whole = Result { () throws(ProfileError) in
      try BandwidthProfile(contents: contents, name: "x", format: format).intervals
    }
    let streamed = try withFile(contents) {
      path -> Result<[BandwidthProfile.Interval], ProfileError> in
      do {
        return .success(try BandwidthProfile(path: path, format: format).intervals)
      } catch SourceFileError<ProfileError>.malformed(_, let error) {
        return .failure(error)
      }
    }
    return (whole, streamed)
  }

  @Test(arguments: examples) func `has the same intervals`(example: Example) throws {
    let text = example.text(3200)
    expect(text.utf8.count > 1 << 18)
    for format in [example.format, nil] where example.format != .oboe || format != nil {
      let (whole, streamed) = try intervals(text, format)
      try expect(streamed.get(), equals: whole.get())
      try expect(whole.get().count > 1000)
    }
  }

  @Test(arguments: examples, [5, 3190])
  func `has its errors in the same place`(example: Example, place: Int) throws {
    let (whole, streamed) = try intervals(example.text(3200, wrongAt: place), example.format)
    guard case .failure(let expected) = whole, case .failure(let found) = streamed else {
      Issue.record("it was read")
      return
    }
    expect(found, equals: expected)
    if case .line(let line, _) = expected.place { expect(line > 0) } else { Issue.record() }
  }

  @Test func `is refused where an entry has no end`() throws {
    let limit = TraceSource.maximumEntryBytes
    let line = [UInt8](repeating: UInt8(ascii: "1"), count: limit + 1)
    let examples = [
      ("# a\n", "the line is longer than \(limit) bytes"),
      ("[{\"a\":\"", "the entry is longer than \(limit) bytes"),
    ]
    for (start, problem) in Seeds.some(examples, oneIn: 2) {
      let error = #expect(throws: SourceFileError<ProfileError>.self) {
        try withFile(Array(start.utf8) + line) {
          _ = try BandwidthProfile(path: $0, format: start.hasPrefix("[") ? nil : .csv)
        }
      }
      guard case .malformed(_, let error) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      expect(error.problem, equals: problem)
    }
  }

  @Test func `is refused at once where it is binary`() {
    let error = #expect(throws: SourceFileError<ProfileError>.self) {
      try BandwidthProfile(path: "/dev/zero")
    }
    guard case .malformed(_, let error) = error else { return }
    expect(
      error, equals: ProfileError(.line(1), "expected text, found a zero byte: the file is binary"))
  }

  @Test func `has at most so many intervals`() throws {
    let text = try TraceText(Array("a\nb\nc\n".utf8))
    var list = IntervalList()
    list.maximumCount = 2
    for offset in [0, 2] { try list.append(duration: 1, bitsPerSecond: 1, at: offset, of: text) }
    #expect(
      throws: ProfileError(.line(3), "the trace has more than 2 intervals")
    ) { try list.append(duration: 1, bitsPerSecond: 1, at: 4, of: text) }
  }

  /// In chunks of a few intervals, and with all seeds in those of the product.
  @Test(arguments: Seeds.some([5, IntervalList().chunkCount], oneIn: 2), 1...3)
  func `has its intervals in order, however many chunks they fill`(
    chunkCount: Int, chunks: Int
  ) throws {
    for more in [-1, 0, 1] {
      try checkOrder(chunks * chunkCount + more, inChunksOf: chunkCount)
    }
  }

  private func checkOrder(_ total: Int, inChunksOf chunkCount: Int) throws {
    let count = Int64(total)
    let text = try TraceText([0x61])
    var list = IntervalList(chunkCount: chunkCount)
    for number in 1...count {
      // Each second of two extends the one before it, also where a chunk ends.
      try list.append(duration: 1, bitsPerSecond: number, at: 0, of: text)
      try list.extend(by: 1, bitsPerSecond: number, at: 0, of: text)
    }
    expect(list.count == Int(count) && list.length == 2 * count && !list.isEmpty)
    let intervals = list.joined()
    expect(intervals.count, equals: Int(count))
    expect(
      intervals.enumerated().allSatisfy {
        $1.rate.bitsPerSecond == Int64($0) + 1 && $1.duration.nanoseconds == 2
      })
  }

  @Test func `takes 32 bytes an interval, and as many for lookups`() {
    expect(MemoryLayout<BandwidthProfile.Interval>.stride, equals: 32)
  }

  @Test func `keeps each share of packets lost`() {
    for loss: Int64 in [0, 1, 999_999, 1_000_000] {
      let interval = BandwidthProfile.Interval(
        duration: .zero, rate: .zero, loss: Ratio(millionths: loss))
      expect(interval.loss.millionths, equals: loss)
    }
    // What is none stays none.
    for loss in [Int64.min, -1, 1_000_001, Int64.max] {
      #expect(throws: ProfileError.self) {
        try BandwidthProfile(
          name: "",
          intervals: [
            .init(duration: .seconds(1), rate: .zero, loss: Ratio(millionths: loss))
          ])
      }
    }
  }
}
