import Expectations
import Testing

@testable import PlayheadCommand

@Suite("The version says what reads media")
struct VersionTests {
  @Test("FFmpeg's libraries have the versions that ffprobe says it runs with")
  func libraries() throws {
    let lines = Set(try ProgramRun("--version").output.split(separator: "\n").map(String.init))
    // A line of it is `libavutil      57. 28.100 / 57. 28.100`: compiled for, and linked.
    let probe = try ToolRun(["ffprobe", "-version"]).output
    for name in ["libavformat", "libavcodec", "libavutil"] {
      let line = try #require(probe.split(separator: "\n").first { $0.hasPrefix(name) })
      let linked = line.split(separator: "/")[1].filter { $0 != " " }
      expect(lines.contains("\(name) \(linked)"))
    }
  }
}
