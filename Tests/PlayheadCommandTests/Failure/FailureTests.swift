import Expectations
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("A failure is one line and a code")
struct FailureTests {
  @Test("What is not known is left out")
  func parts() {
    let cases: [(Failure, String)] = [
      (Failure(.defect, "lost"), "playhead: lost"),
      (Failure(.noInput, "cannot read", at: "a.mp4"), "playhead: cannot read, a.mp4"),
      (
        Failure(.noInput, "cannot read", at: "a.mp4", why: "No such file"),
        "playhead: cannot read, a.mp4: No such file"
      ),
      (
        Failure(.noInput, "cannot read", at: "a.mp4", why: "No such file", hint: "look again"),
        "playhead: cannot read, a.mp4: No such file; look again"
      ),
      (
        Failure(.badData, "not media", why: "it is empty", hint: "look again"),
        "playhead: not media: it is empty; look again"
      ),
    ]
    for (failure, line) in cases { expect(failure.line, equals: line) }
  }

  @Test(
    "Nothing in a name breaks the line or reaches the terminal",
    arguments: [
      ("a\nb", "a\\nb"), ("a\r\nb", "a\\r\\nb"), ("a\tb", "a\\tb"), ("\u{1b}[31m", "\\u{1b}[31m"),
      ("\u{7f}\u{9b}", "\\u{7f}\\u{9b}"), ("\u{202e}gpj", "\\u{202e}gpj"),
      ("\u{2028}", "\\u{2028}"), ("été 映画 🎬", "été 映画 🎬"), ("e\u{301}", "e\u{301}"),
      ("\u{0}", "\\u{0}"), ("plain \\ name", "plain \\ name"),
    ])
  func escapes(name: String, escaped: String) {
    expect(
      Failure(.noInput, "cannot read", at: name, why: name, hint: name).line,
      equals: "playhead: cannot read, \(escaped): \(escaped); \(escaped)")
  }

  @Test("A file that cannot be created is 73, one that cannot be written 74")
  func files() {
    let create = FileWriteError(.create, path: "x/y", reason: SystemError(code: 2))
    expect(Failure(create).code, equals: .cannotCreate)
    expect(
      Failure(create).line, equals: "playhead: cannot create output, x/y: No such file or directory"
    )
    let write = FileWriteError(.write, path: "x", reason: SystemError(code: 28))
    expect(Failure(write).code, equals: .inputOutput)
    expect(Failure(write).line, equals: "playhead: cannot write, x: No space left on device")
  }

  @Test("Codes are those of the contract")
  func codes() {
    expect(ExitCode.allCases.map(\.rawValue), equals: [0, 1, 64, 65, 66, 70, 73, 74, 78, 130])
    expect(Failure.outputClosed.isSilent && Failure.outputClosed.code == .ok)
    expect(Failure.interrupted.isSilent && Failure.interrupted.code == .interrupted)
  }
}
