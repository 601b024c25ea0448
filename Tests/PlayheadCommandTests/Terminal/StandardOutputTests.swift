import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite("Results are written whole, or it is said why not")
struct StandardOutputTests {
  @Test("More than a pipe holds arrives in full, even if the pipe does not wait")
  func pipe() throws {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting.fileDescriptor
    expect(fcntl(writer, F_SETFL, O_NONBLOCK), equals: 0)
    let text = String(repeating: "0123456789", count: 100_000)
    let reading = Reading { pipe.fileHandleForReading }
    try StandardOutput(descriptor: writer).write(text)
    try pipe.fileHandleForWriting.close()
    expect(reading.wait(), equals: Data(text.utf8))
  }

  @Test("A reader who has gone is no fault")
  func closed() throws {
    Signals.ignoreFailedWrites()
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    #expect(throws: Failure.outputClosed) {
      try StandardOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor).write("text")
    }
  }

  #if os(Linux)
    @Test("A full disk is an I/O error")
    func full() throws {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let failure = #expect(throws: Failure.self) {
        try StandardOutput(descriptor: full.fileDescriptor).write("text")
      }
      expect(failure?.code, equals: .inputOutput)
      expect(
        failure?.line, equals: "playhead: cannot write, standard output: No space left on device")
    }
  #endif
}
