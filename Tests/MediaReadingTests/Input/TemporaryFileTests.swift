import Expectations
import POSIX
import Testing

@testable import MediaReading

@Suite("Temporary files") struct TemporaryFileTests {
  @Test("A temporary file leaves no name and no open descriptor behind")
  func leavesNothing() throws {
    var template = Array("/tmp/playhead-test-XXXXXX".utf8CString)
    let isMade = unsafe mkdtemp(&template) != nil
    expect(isMade)
    let directory = String(decoding: template.dropLast().map { UInt8($0) }, as: UTF8.self)
    var descriptor: Int32 = -1
    do {
      let file = try TemporaryFile(in: directory)
      descriptor = file.descriptor
      try file.write([1, 2, 3].span, at: 0)
      // Only an empty folder can be removed.
      expect(unsafe rmdir(directory), equals: 0)
      expect(fcntl(file.descriptor, F_GETFD), equals: FD_CLOEXEC)
    }
    expect(descriptor >= 0)
  }

  #if os(Linux)
    @Test("A full disk is an error of writing with the system's number")
    func full() throws {
      let file = TemporaryFile(owning: unsafe open("/dev/full", O_RDWR), directory: "/dev/full")
      let error = #expect(throws: TemporaryFileError.self) {
        try file.write([1, 2, 3].span, at: 0)
      }
      expect(error?.code, equals: ENOSPC)
      expect(error?.isOutOfSpace, equals: true)
      expect(
        error?.description,
        equals: "cannot write a temporary file in /dev/full: No space left on device")
    }
  #endif
}
