import Expectations
import Testing

@testable import MediaReading
@testable import PlayheadCommand

@Suite("A message that comes hundreds of times is said once and counted")
struct MessageTallyTests {
  @Test("The first of each kind is new, whoever says it counts, and order is kept")
  func counts() {
    let tally = MessageTally()
    let messages = [
      FFmpegMessage(source: "aac", text: "b"), FFmpegMessage(source: nil, text: "b"),
      FFmpegMessage(source: "aac", text: "a"),
    ]
    let news = [0, 1, 0, 2, 1, 0].map { tally.isNew(messages[$0]) }
    expect(news, equals: [true, true, false, true, false, false])
    let repeated = tally.repeated
    expect(repeated.map(\.message), equals: [messages[0], messages[1]])
    expect(repeated.map(\.count), equals: [2, 1])
  }

  @Test("A damaged file has no line twice in its messages, and all repeats counted")
  func damaged() throws {
    // A process of its own, as FFmpeg has one log for all tests.
    let run = try ToolRun(
      [
        ProgramProcess.executable.path, "analyze", Project.clip("damaged.mp4"), "-n", "3g", "-v",
        "--no-cache",
      ])
    let lines = run.diagnostics.split(separator: "\n").filter { $0.contains("FFmpeg") }
    expect(Set(lines).count, equals: lines.count)
    expect(
      lines.contains { $0.contains("FFmpeg's aac: ") && $0.contains(/\(repeated \d+ times\)$/) })
    expect(!lines.contains { $0.contains("NULL") })
  }

  @Test("A cache that cannot be made is told of in the system's words")
  func cache() throws {
    let run = try ProgramRun(
      "analyze \(Project.clip("audio-only.m4a")) -n 3g -v",
      cache: ReadingCache(directory: "/dev/null/cache"))
    expect(run.code, equals: .ok)
    let line = run.diagnostics.split(separator: "\n").first { $0.contains("cannot cache") }
    expect(line?.hasSuffix(": Not a directory"), equals: true, "\(run.diagnostics)")
  }
}
