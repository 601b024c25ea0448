import Expectations
import Foundation
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite("The file of a baseline")
struct BaselineFileTests {
  /// A baseline with anything in it that a suite can lead to.
  private static func random(_ seed: UInt64) -> Baseline {
    var random = SplitMix64(seed: seed)
    let scalars = "ab é\"\\/\n\t\r\u{1}\u{7F}\u{85}\u{9F}\u{2028}\u{FEFF}\u{FFFE}😀:#{}[],&*!|>%@`~-"
    func name() -> String {
      let length = Int.random(in: 1...12, using: &random)
      let text = String.UnicodeScalarView(
        (0..<length).map { _ in scalars.unicodeScalars.randomElement(using: &random) ?? "a" })
      return ["null", "true", "1", "", "~"].randomElement(using: &random).map {
        Bool.random(using: &random) ? String(text) : $0
      } ?? ""
    }
    func units() -> Int64 {
      Int64.random(in: 0...(Int64(1) << Int.random(in: 1...60, using: &random)), using: &random)
    }
    func time<Clock>() -> Time<Clock> { Time(nanoseconds: units()) }
    let media = (0..<3).map { _ in
      RecordedMedia(
        name: name(), bytes: units(),
        digest: String(
          (0..<64).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0" }))
    }
    let cases = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      var metrics: [SessionMetric: MetricValue?] = [:]
      for metric in SessionMetric.allCases
      where !Int.random(in: 0...9, using: &random).isMultiple(of: 10) {
        metrics[metric] =
          metric.kind == .word
          ? .some(.word("starved"))
          : .some(Bool.random(using: &random) ? MetricValue(units: units(), of: metric.kind) : nil)
        if metric.kind == .wallTime, let value = metrics[metric] ?? nil,
          Bool.random(using: &random)
        {
          metrics[metric] = .atLeast(value)
        }
      }
      let stalls = (1...3).map { number in
        Stall(
          number: number, start: time(), mediaTime: time(), elapsed: time(),
          isOpen: Bool.random(using: &random))
      }
      let ticks = (0..<4).map { _ in
        RecordedTick(
          wallTime: time(), mediaTime: time(), bufferLevel: time(),
          state: RecordedTick.State.allCases.randomElement(using: &random) ?? .playing)
      }
      return RecordedCase(
        name: name(), media: media.randomElement(using: &random) ?? media[0], metrics: metrics,
        stalls: stalls, tickInterval: .milliseconds(500), ticks: ticks)
    }
    return Baseline(
      toolVersion: name(), readerVersions: [name(), name()], cases: cases)
  }

  @Test("reads back as what was written, whatever names and values there are")
  func roundTrip() throws {
    let start = UInt64.random(in: 0...UInt64.max - 1000)
    for seed in start..<start + 200 {
      let baseline = Self.random(seed)
      do {
        let read = try Baseline(contents: baseline.json)
        // What is told of a failure would be pages of figures.
        let isSame = read == baseline
        expect(isSame, "seed \(seed)")
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  @Test("is JSON to an independent reader, names as they are")
  func foreignReader() throws {
    let start = UInt64.random(in: 0...UInt64.max - 1000)
    for seed in start..<start + 50 {
      let baseline = Self.random(seed)
      let object = try JSONSerialization.jsonObject(with: Data(baseline.json)) as? [String: Any]
      let cases = object?["cases"] as? [[String: Any]]
      expect(
        cases?.map { $0["name"] as? String }, equals: baseline.cases.map(\.name), "seed \(seed)")
    }
  }

  @Test("is the same whatever order its parts came in, and sorted by code points")
  func order() {
    let names = ["b", "a", "B", "é", "a [x, y]", "a [x]", "😀", "\u{FFFD}"]
    func baseline(_ names: [String]) -> Baseline {
      Baseline(
        toolVersion: "1", readerVersions: [],
        cases: names.map {
          RecordedCase(
            name: $0, media: RecordedMedia(name: $0, bytes: 1, digest: ""), metrics: [:],
            stalls: [], tickInterval: .seconds(1), ticks: [])
        })
    }
    let sorted = baseline(names)
    expect(
      sorted.cases.map { Array($0.name.unicodeScalars) },
      equals: [
        "B", "a", "a [x, y]", "a [x]", "b", "é", "\u{FFFD}", "😀",
      ].map { Array($0.unicodeScalars) })
    expect(baseline(names.reversed()).json.elementsEqual(sorted.json))
    expect(sorted.cases.allSatisfy { sorted.recordedCase(named: $0.name) == $0 })
    expect(sorted.recordedCase(named: "c") == nil)
  }

  /// What is wrong with a file of these lines, a line for each mistake.
  private static func mistakes(_ text: String) -> [String] {
    do throws(YAMLError) {
      _ = try Baseline(contents: Array(text.utf8))
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test("is told all its mistakes with their places")
  func mistakes() {
    let text = """
      {
        "playhead": "baseline/1",
        "readerVersions": [],
        "cases": [
          {
            "name": "x", "tickSeconds": 0, "network": "3g",
            "media": {"name": "a", "bytes": -1, "sha256": "00"},
            "summary": {"startupSeconds": "soon", "stalCount": 1, "stallCount": 1.5},
            "stalls": [{"number": 0, "startSeconds": -1, "mediaSeconds": 1e3}],
            "ticks": ["0 0 0 waiting", "0.5 0 0 flying"]
          }
        ]
      }
      """
    let places = Self.mistakes(text).map { String($0.prefix { $0 != ":" }) }
    expect(
      places,
      equals: [
        "line 1, column 1", "line 6, column 35", "line 6, column 38", "line 7, column 39",
        "line 7, column 53",
        "line 8, column 37", "line 8, column 45", "line 8, column 75",
        "line 9, column 18", "line 9, column 29", "line 9, column 48", "line 9, column 68",
        "line 10, column 34",
      ])
  }

  /// A file with one case that has this summary and one stall with these members.
  private static func file(summary: String, stall: String) -> String {
    """
    {"playhead": "baseline/1", "toolVersion": "1", "readerVersions": [], "cases": [{
    "name": "x", "media": {"name": "a", "bytes": 1, "sha256": "\(String(repeating: "0", count: 64))"},
    "summary": {\(summary)},
    "stalls": [{"number": 1, "startSeconds": 1, "mediaSeconds": 1, \(stall)}],
    "tickSeconds": 1, "ticks": []}]}
    """
  }

  @Test("names lower bounds, and says what wrote a length without end")
  func lowerBounds() throws {
    func mistakes(_ summary: String) -> [String] {
      Self.mistakes(Self.file(summary: summary, stall: #""durationSeconds": 1, "isOpen": true"#))
    }
    expect(mistakes(#""stallSeconds": 1, "lowerBounds": ["stallSeconds"]"#).isEmpty)
    expect(mistakes(#""stallSeconds": 1, "lowerBounds": []"#).isEmpty)
    expect(!mistakes(#""stallSeconds": 1, "lowerBounds": ["endReason"]"#).isEmpty)
    expect(!mistakes(#""stallSeconds": 1, "lowerBounds": "stallSeconds""#).isEmpty)
    let old = try #require(mistakes(#""stallSeconds": "inf""#).first)
    expect(old.contains("record the baseline again with --update-baseline"))
  }

  @Test(
    "has a duration of every stall",
    arguments: [
      (#""durationSeconds": 1, "isOpen": true"#, true),
      (#""durationSeconds": 1, "isOpen": false"#, true), (#""durationSeconds": 1"#, true),
      (#""durationSeconds": null, "isOpen": true"#, false), (#""durationSeconds": null"#, false),
      (#""durationSeconds": 1, "isOpen": 0"#, false),
    ])
  func openStalls(stall: String, isFine: Bool) {
    expect(Self.mistakes(Self.file(summary: "", stall: stall)).isEmpty, equals: isFine)
  }

  @Test("that names a case twice, as after a merge, is refused")
  func repetition() {
    let recorded = """
      {"name": "x", "media": {"name": "a", "bytes": 1, "sha256": "\(String(repeating: "0", count: 64))"},
                   "tickSeconds": 1, "summary": {}, "stalls": [], "ticks": []}
      """
    let text = """
      {"playhead": "baseline/1", "toolVersion": "1", "readerVersions": [],
       "cases": [\(recorded),
                 \(recorded)]}
      """
    expect(Self.mistakes(text), equals: ["line 4, column 12: cases: duplicate case “x”"])
  }

  @Test(
    "of another kind or version is told from a malformed one",
    arguments: [
      (
        #"{"playhead": "baseline/2", "news": 1}"#,
        "line 1, column 14: playhead: “baseline/2” is not a supported version; "
          + "write baseline/1, or use a newer Playhead"
      ),
      (
        #"{"playhead": "suite/1"}"#,
        "line 1, column 14: playhead: “suite/1” is not the expected kind of file; "
          + "write baseline/1"
      ),
      ("", "line 1, column 1: a document is expected, and the file holds none"),
      (
        "[]",
        "line 1, column 1: expected a mapping, found a list; write keys and values, as in “key: "
          + "value”"
      ),
    ])
  func versions(_ text: String, _ problem: String) {
    expect(Self.mistakes(text), equals: [problem])
  }

  @Test("that ends early, as after a full disk, is refused at every length")
  func truncation() {
    let bytes = Self.random(7).json
    for count in Seeds.some(Array(stride(from: 0, to: bytes.count - 2, by: 7)), oneIn: 5) {
      #expect(throws: YAMLError.self, "\(count)") { () throws in
        _ = try Baseline(contents: Array(bytes.prefix(count)))
      }
    }
  }
}
