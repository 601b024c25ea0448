import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite struct `playhead compare on ladders` {
  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(arguments: ["", "--format json", "--format csv", "--format markdown", "--summary"])
  func `finds nothing between a ladder and itself`(format: String) throws {
    let run = try ProgramRun(
      "compare \(LadderTests.hls) \(LadderTests.hls) -n 300k --fail-on worse \(format)")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    if !format.contains("format") {
      expect(run.output.contains("B is the same as A in every metric and event."))
    }
    if format == "--format json" { expect(run.output.contains("\"isSame\": true")) }
  }

  @Test func `compares two players, with the figures that analyze has`() throws {
    let line = "\(LadderTests.movie) -n 900k --latency 50ms"
    let run = try ProgramRun("compare \(line) --player hls.js --player shaka --format csv")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    for (name, player) in [("A", "hls.js"), ("B", "shaka")] {
      for metric in [
        "startupSeconds", "stallSeconds", "meanPlayedBitRateBitsPerSecond", "switchCount",
        "linearScore", "bytesDownloaded",
      ] {
        let value = try ProgramRun("analyze \(line) --player \(player) --metric \(metric)").output
        let row = run.output.split(separator: "\r\n").map(String.init).first {
          $0.hasPrefix("\(name),") && $0.contains(",\(metric),")
        }
        expect(
          row?.contains(",\(value.dropLast()),") ?? false, "\(metric) of \(player): \(row ?? "")")
      }
    }
    let text = try ProgramRun("compare \(line) --player hls.js --player shaka --summary")
    let words = Self.words(text.output)
    expect(words.contains("hls.js-1.6.15") && words.contains("shaka-5.2.7"))
    expect(words.contains("levels are chosen by hls.js in A, shaka in B"))
    expect(words.contains("buffer goal: 30 s in A, 10 s in B") && !words.contains("goalSeconds"))
    expect(words.contains("mean rate") || words.contains("bit rate"))
  }

  @Test func `fails where a session is worse, in any format`() throws {
    for format in ["text", "json", "csv", "markdown"] {
      let line = "compare \(LadderTests.movie) -n 5M -n 150k --fail-on worse --format \(format)"
      try expect(ProgramRun(line).code, equals: .checkFailed, "\(format)")
      let other = "compare \(LadderTests.movie) -n 150k -n 150k --fail-on worse --format \(format)"
      try expect(ProgramRun(other).code, equals: .ok, "\(format)")
    }
  }

  @Test func `compares two ladders, a ladder with a file, and either with a report`() throws {
    let two = try ProgramRun("compare \(LadderTests.hls) \(LadderTests.dash) -n 300k --summary")
    expect(two.code, equals: .ok, "\(two.diagnostics)")
    let clip = Project.clip("faststart.mp4")
    let mixed = try ProgramRun("compare \(clip) \(LadderTests.hls) -n 800k --summary")
    expect(mixed.code == .ok && Self.words(mixed.output).contains("rule"), "\(mixed.diagnostics)")
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.json"
    let line = "\(LadderTests.hls) -n 300k --player hls.js"
    try expect(ProgramRun("analyze \(line) --format json -o \(path)").code, equals: .ok)
    let again = try ProgramRun("compare \(path) \(line)")
    expect(
      again.output.contains("B is the same as A in every metric and event."), "\(again.output)")
  }

  @Test(arguments: [
    ("CLIP -n 1M -n 2M --abr bola", "it applies to HLS and DASH, not to media files"),
    ("HLS -n 1M", "there is one session only"),
    ("HLS -n 1M -n 2M --abr fixed:9", "the ladder has 2 levels, from 0"),
    ("HLS CLIP -n 1M --player hls.js", "plays HLS and DASH, not files"),
    ("HLS -n 1M -n 2M --tracks 7", "has no track 7; its tracks are 0 (video) and 1 (audio)"),
  ])
  func `refuses in a line what does not fit`(line: String, words: String) throws {
    let line = line.replacing("CLIP", with: Project.clip("faststart.mp4"))
      .replacing("HLS", with: LadderTests.hls)
    let run = try ProgramRun("compare \(line)")
    expect(run.code == .usage && run.output.isEmpty, "\(run.diagnostics)")
    expect(run.diagnostics.contains(words), "\(run.diagnostics)")
  }
}
