import Expectations
import Testing

@testable import PlayheadCommand

@Suite("Requests that fail by --fault")
struct FailedRequestTests {
  private static let ladder = "\(Project.root)/Fixtures/ladders/hls/master.m3u8"

  @Test("A report to look at tells of them, what the player did, and why they ended")
  func document() throws {
    let run = try ProgramRun(
      "analyze \(Self.ladder) -n 2M --player hls.js --fault 'segment 1 404' --format html")
    let parts = [
      "its request is answered with 404; falls back to level",
      "<td class=\"word\">is answered with 404</td>",
    ]
    expect(run.code == .ok && parts.allSatisfy { run.output.contains($0) })
  }

  @Test("One check expects what comes of them; a file has none")
  func check() throws {
    let media = [Self.ladder, Self.ladder, Project.clip("faststart.mp4")]
    let expectations = ["endReason == ended", "endReason == error", "no stall"]
    let codes = try zip(media, expectations).map { media, expectation in
      try ProgramRun("check \(media) -n 2M --fault 'segment 404' --expect '\(expectation)'").code
    }
    expect(codes, equals: [.checkFailed, .ok, .usage])
  }
}
