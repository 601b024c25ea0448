import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("A file is written whole or not at all")
final class AtomicFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "playhead-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func expectFailure(
    _ step: FileWriteError.Step, _ code: Int32, writingTo path: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      throws: FileWriteError(step, path: path, reason: SystemError(code: code)),
      sourceLocation: sourceLocation
    ) {
      try AtomicFile.write("new", to: path)
    }
  }

  @Test("A new file has all its bytes and the mode of any new file")
  func new() throws {
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try AtomicFile.write(bytes, to: path("a"))
    try expect(Data(contentsOf: folder.appending(path: "a")), equals: Data(bytes))
    expect(FileManager.default.createFile(atPath: path("other"), contents: nil))
    let mask = umask(0)
    umask(mask)
    try expect(mode("a"), equals: 0o666 & ~Int(mask))
    try expect(names(), equals: ["a", "other"])
  }

  @Test("An empty file is a file")
  func empty() throws {
    try AtomicFile.write("", to: path("a"))
    try expect(text("a").isEmpty)
  }

  @Test("An existing file is replaced and keeps its mode", arguments: [0o600, 0o640, 0o755, 0o666])
  func replaces(mode: Int) throws {
    try AtomicFile.write("old and longer", to: path("a"))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path("a"))
    try AtomicFile.write("new", to: path("a"))
    try expect(text("a"), equals: "new")
    try expect(self.mode("a"), equals: mode)
    try expect(names(), equals: ["a"])
  }

  @Test("Whoever has the old file open goes on reading it")
  func atomic() throws {
    try AtomicFile.write("old", to: path("a"))
    let old = try #require(FileHandle(forReadingAtPath: path("a")))
    try AtomicFile.write("new", to: path("a"))
    try expect(old.readToEnd(), equals: Data("old".utf8))
  }

  @Test("Of two writers at once the last one's file stays, whole")
  func writers() throws {
    let path = path("a")
    let texts = (0..<8).map { String(repeating: "\($0)", count: 100_000 + $0) }
    let threads = texts.map { text in
      Reading { () throws -> Data? in
        for _ in 0..<8 { try AtomicFile.write(text, to: path) }
        return Data()
      }
    }
    for thread in threads { expect(thread.wait() != nil) }
    expect(texts.contains(try text("a")))
    try expect(names(), equals: ["a"])
  }

  @Test("A link stays and its target is written, relative or absolute, there or not")
  func links() throws {
    let files = FileManager.default
    try files.createDirectory(atPath: path("sub"), withIntermediateDirectories: true)
    try AtomicFile.write("old", to: path("sub/target"))
    try files.createSymbolicLink(atPath: path("one"), withDestinationPath: "sub/target")
    try files.createSymbolicLink(atPath: path("two"), withDestinationPath: path("one"))
    try files.createSymbolicLink(atPath: path("open"), withDestinationPath: "sub/missing")
    try AtomicFile.write("new", to: path("two"))
    try expect(text("sub/target"), equals: "new")
    try AtomicFile.write("made", to: path("open"))
    try expect(text("sub/missing"), equals: "made")
    for link in ["one", "two", "open"] {
      expect((try? files.destinationOfSymbolicLink(atPath: path(link))) != nil)
    }
    try expect(names(), equals: ["one", "open", "sub", "two"])
  }

  @Test("Links in a circle are an error")
  func circle() throws {
    let files = FileManager.default
    try files.createSymbolicLink(atPath: path("a"), withDestinationPath: "b")
    try files.createSymbolicLink(atPath: path("b"), withDestinationPath: "a")
    expectFailure(.create, ELOOP, writingTo: path("a"))
  }

  @Test("A directory, a missing directory and a file as one cannot be created")
  func cannotCreate() throws {
    try AtomicFile.write("old", to: path("file"))
    expectFailure(.create, EISDIR, writingTo: folder.path)
    expectFailure(.create, EISDIR, writingTo: folder.path + "/")
    expectFailure(.create, ENOENT, writingTo: path("missing/a"))
    expectFailure(.create, ENOTDIR, writingTo: path("file/a"))
    expectFailure(.create, ENOENT, writingTo: path("missing") + "/")
    expectFailure(.create, ENOENT, writingTo: "")
    expectFailure(.create, EINVAL, writingTo: folder.path + "/a\0b")
    expectFailure(.create, ENAMETOOLONG, writingTo: path(String(repeating: "x", count: 300)))
    try expect(names(), equals: ["file"])
  }

  @Test("A name as long as names may be is written")
  func longName() throws {
    let name = String(repeating: "x", count: 255)
    try AtomicFile.write("new", to: path(name))
    try expect(text(name), equals: "new")
  }

  @Test("What its owner protects is not replaced")
  func protected() async throws {
    let path = path("a")
    try AtomicFile.write("old", to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Nothing is protected from root, so that is what this process must not be.
      if geteuid() == 0 {
        let somebody: uid_t = 65_534
        for path in [path, (path as NSString).deletingLastPathComponent] {
          try #require(unsafe chown(path, somebody, somebody) == 0)
        }
        try #require(setgid(somebody) == 0 && setuid(somebody) == 0)
      }
      let reason = SystemError(code: EACCES)
      #expect(throws: FileWriteError(.create, path: path, reason: reason)) {
        try AtomicFile.write("new", to: path)
      }
    }
    try expect(text("a"), equals: "old")
  }

  @Test("Devices are written into, not replaced")
  func devices() throws {
    try AtomicFile.write("new", to: "/dev/null")
    try FileManager.default.createSymbolicLink(
      atPath: path("null"), withDestinationPath: "/dev/null")
    try AtomicFile.write("new", to: path("null"))
    try expect(names(), equals: ["null"])
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    expect(type as? FileAttributeType, equals: .typeCharacterSpecial)
  }

  @Test("A pipe with a name gets the bytes")
  func namedPipe() throws {
    expect(unsafe mkfifo(path("pipe"), 0o600), equals: 0)
    let url = folder.appending(path: "pipe")
    let reading = Reading { try FileHandle(forReadingFrom: url) }
    try AtomicFile.write("new", to: url.path)
    expect(reading.wait(), equals: Data("new".utf8))
  }

  @Test("An open file named by its number is written where it is")
  func openFile() throws {
    try AtomicFile.write("head ", to: path("log"))
    let log = try #require(FileHandle(forWritingAtPath: path("log")))
    try log.seekToEnd()
    try AtomicFile.write("tail", to: "/dev/fd/\(log.fileDescriptor)")
    try expect(text("log"), equals: "head tail")
  }

  #if os(Linux)
    @Test("A full device is an error while writing")
    func full() throws {
      expectFailure(.write, ENOSPC, writingTo: "/dev/full")
    }
  #endif
}
