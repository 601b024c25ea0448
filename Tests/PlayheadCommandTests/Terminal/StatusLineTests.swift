import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite("Words and the progress line share standard error without mixing")
struct StatusLineTests {
  /// What `body` writes, to a pipe in the place of a terminal of 80 columns.
  private func written(_ body: (Diagnostics) -> Void) throws -> String {
    let pipe = Pipe()
    body(
      Diagnostics(level: .verbose, descriptor: pipe.fileHandleForWriting.fileDescriptor))
    try pipe.fileHandleForWriting.close()
    return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }

  /// Back to the first column, and everything from there on away.
  private let blank = "\r\u{1B}[K"

  @Test("The line goes before words come, once, whatever stands behind it")
  func words() throws {
    let text = try written { diagnostics in
      diagnostics.draw("\rReading 1 %")
      diagnostics.note("a")
      diagnostics.detail("b")
      diagnostics.draw("\rReading 2 %")
      diagnostics.report(Failure(.usage, "c"))
      diagnostics.draw("\rReading 3 %")
      diagnostics.reportWithoutWaiting(Failure(.usage, "d"))
    }
    expect(
      text,
      equals: "\rReading 1 %\(blank)playhead: a\nplayhead: b\n\rReading 2 %\(blank)playhead: c\n"
        + "\rReading 3 %\(blank)playhead: d\n")
  }

  @Test("Where no line was drawn nothing is taken away")
  func plain() throws {
    try expect(written { $0.note("a") }, equals: "playhead: a\n")
    try expect(
      written {
        $0.draw("\rx")
        $0.draw("\r \r")
        $0.note("a")
      }, equals: "\rx\(blank)playhead: a\n")
  }

  @Test("Our own words keep to ASCII where that is all that can be shown, names of files do not")
  func ascii() throws {
    let text = try written { diagnostics in
      var diagnostics = diagnostics
      diagnostics.isUnicode = false
      diagnostics.report(
        Failure(.usage, "bad value", at: "--tick=\u{E9}", why: "“1x…” is no time, ±1 ÷ 2"))
    }
    expect(text, equals: "playhead: bad value, --tick=\u{E9}: \"1x...\" is no time, +-1 / 2\n")
  }

  @Test("What nobody takes in is not waited for")
  func full() throws {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting.fileDescriptor
    expect(fcntl(writer, F_SETFL, O_NONBLOCK), equals: 0)
    let bytes = [UInt8](repeating: 1, count: 4096)
    while unsafe write(writer, bytes, bytes.count) > 0 {}
    // It returns at all.
    Diagnostics(descriptor: writer).reportWithoutWaiting(Failure(.usage, "a"))
  }
}
