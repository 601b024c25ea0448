import Expectations
import Foundation
import MediaReading
import Synchronization
import Testing

@Suite("Reading media from a pipe")
struct PipeTests {
  private func withPipe(_ data: Data, _ body: (String) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "/playhead-pipe-\(UUID().uuidString)"
    let made = unsafe mkfifo(path, 0o600)
    expect(made, equals: 0)
    defer { _ = unsafe unlink(path) }
    Thread.detachNewThread {
      let handle = FileHandle(forWritingAtPath: path)
      try? handle?.write(contentsOf: data)
      try? handle?.close()
    }
    try body(path)
  }

  @Test("finds what reading the file finds", arguments: ["moov-at-end.mp4", "basic.ts"])
  func equalsFile(clip: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Fixtures.clip(clip)))
    try withPipe(data) { (path) throws in
      var piped = try MediaReader(cores: 2).read(path)
      let local = try MediaReader(cores: 2).read(Fixtures.clip(clip))
      expect(piped.index.bytes, equals: Int64(data.count))
      piped.index.name = local.index.name
      expect(piped.index, equals: local.index)
      expect(piped.decoding, equals: local.decoding)
    }
  }

  @Test("reports the bytes so far, up to all of them, of an unknown total")
  func progress() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Fixtures.clip("moov-at-end.mp4")))
    let steps = Mutex<[ReadingProgress]>([])
    try withPipe(data) { (path) throws in
      let reader = MediaReader(cores: 1) { step in steps.withLock { $0.append(step) } }
      _ = try reader.read(path, decode: .none)
    }
    let received = steps.withLock { $0.filter { $0.phase == .downloading } }
    expect(received.allSatisfy { $0.total == nil })
    expect(received.map(\.completed), equals: received.map(\.completed).sorted())
    expect(received.first?.completed ?? 0 > 0 && received.last?.completed == Int64(data.count))
  }

  @Test("of which nothing comes is told as empty")
  func empty() throws {
    try withPipe(Data()) { (path) throws in
      #expect(throws: MediaReadingError.notMedia(name: path, reason: "it is empty")) {
        try MediaReader(cores: 1).read(path)
      }
    }
  }
}
