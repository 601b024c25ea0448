import Expectations
import Foundation
import Testing

@testable import ThrottledServing

@Suite("Nothing is served but what was named")
struct ServedFilesTests {
  /// A folder `served` beside a file that is none of anybody's business.
  private final class Place {
    let path = NSTemporaryDirectory() + "playhead-serving-\(UUID().uuidString)"
    var served: String { path + "/served" }

    init() throws {
      let files = FileManager.default
      try files.createDirectory(atPath: served + "/inner", withIntermediateDirectories: true)
      for name in ["/secret.mp4", "/served/a.mp4", "/served/inner/b.ts", "/served/.hidden.mp4"] {
        try Data("content of \(name)".utf8).write(to: URL(fileURLWithPath: path + name))
      }
      try files.createSymbolicLink(
        atPath: served + "/out.mp4", withDestinationPath: "../secret.mp4")
      try files.createSymbolicLink(atPath: served + "/in.mp4", withDestinationPath: "a.mp4")
      try files.createSymbolicLink(atPath: served + "/up", withDestinationPath: "..")
      try files.createSymbolicLink(atPath: path + "/link", withDestinationPath: "served")
      expect(unsafe mkfifo(served + "/pipe.mp4", 0o600), equals: 0)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  @Test("A folder has its files and those of its folders, but no links and nothing hidden")
  func folder() throws {
    let place = try Place()
    for path in [place.served, place.path + "/link"] {
      let files = try ServedFiles(path: path)
      expect(files.mainEntry == nil)
      expect(files.entries.map(\.name), equals: ["a.mp4", "inner/b.ts"])
      expect(files.entries.map(\.urlPath), equals: ["/media/a.mp4", "/media/inner/b.ts"])
      expect(files.file(["a.mp4"])?.version.size, equals: 24)
      expect(files.file(["inner", "b.ts"]) != nil)
      for names in [
        [], ["secret.mp4"], ["out.mp4"], ["in.mp4"], ["up", "secret.mp4"], ["..", "secret.mp4"],
        [".hidden.mp4"], ["inner"], ["pipe.mp4"], ["inner", "..", "a.mp4"], ["a.mp4", "b"],
        ["inner/b.ts"], ["a.mp4\0"], ["A.mp4x"],
      ] {
        expect(files.file(names) == nil, "\(names)")
      }
    }
  }

  @Test("A file is all there is, by its name, even through a link")
  func file() throws {
    let place = try Place()
    let files = try ServedFiles(path: place.served + "/out.mp4")
    expect(files.mainEntry != nil && files.entries.map(\.name) == ["out.mp4"])
    expect(files.file(["out.mp4"]) != nil)
    expect(files.file(["a.mp4"]) == nil && files.file(["inner", "b.ts"]) == nil)
    expect(files.systemPath(of: files.entries[0]), equals: place.served + "/out.mp4")
    // A hidden name cannot be in a path, so the file has another one there.
    try expect(
      ServedFiles(path: place.served + "/.hidden.mp4").entries.map(\.name), equals: ["media"])
  }

  @Test("What is neither a file nor a folder, or missing, cannot be served")
  func others() throws {
    let place = try Place()
    for path in ["/pipe.mp4", "/missing", "/a.mp4/x"] {
      #expect(throws: ServingError.self) { try ServedFiles(path: place.served + path) }
    }
    #expect(throws: ServingError.self) { try ServedFiles(path: "/dev/null") }
    #expect(throws: ServingError.self) { try ServedFiles(path: "") }
  }

  @Test("A file is known to have changed")
  func change() throws {
    let place = try Place()
    let file = try #require(try ServedFiles(path: place.served).file(["a.mp4"]))
    expect(file.isUnchanged)
    let handle = try #require(FileHandle(forWritingAtPath: place.served + "/a.mp4"))
    try handle.truncate(atOffset: 3)
    try handle.close()
    expect(!file.isUnchanged)
  }
}
