import Expectations
import Foundation
import Testing

@testable import PlayheadFiles
@testable import PlayheadRegression

@Suite struct `A search for files` {
  private static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "playhead-search-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for path in ["a/b/c", "d", "e"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(path)", withIntermediateDirectories: true)
    }
    for path in ["a/1", "a/b/2", "a/b/c/3", "d/4"] {
      try Data().write(to: URL(fileURLWithPath: "\(folder)/\(path)"))
    }
    try body(folder)
  }

  private static func matches(
    _ pattern: String, in folder: String, folders: Int = 100, files: Int = 100
  ) throws -> PathPattern.Matches {
    try #require(PathPattern(pattern)).matches(
      in: Folder(ofFileAt: folder + "/x"), maximumFolders: folders, maximumFiles: files)
  }

  @Test func `reads at most so many folders`() throws {
    try Self.withFolder { folder in
      // The folder itself, a, b, c, d and e, each once for its folders and once for its files.
      let whole = try Self.matches("**/*", in: folder, folders: 12)
      expect(whole.files == ["a/1", "a/b/2", "a/b/c/3", "d/4"] && whole.metBound == nil)
      try expect(Self.matches("**/*", in: folder, folders: 11).metBound, equals: .folders(11))
    }
  }

  @Test func `finds at most so many files`() throws {
    try Self.withFolder { folder in
      try expect(Self.matches("**/*", in: folder, files: 4).metBound == nil)
      let some = try Self.matches("**/*", in: folder, files: 3)
      expect(some.metBound == .files(3) && some.files.count == 3)
    }
  }

  @Test func `ends where links form a circle`() throws {
    try Self.withFolder { folder in
      for (link, target) in [("a/round", ".."), ("d/self", ".")] {
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder)/\(link)", withDestinationPath: target)
      }
      let found = try Self.matches("**/[0-9]", in: folder)
      expect(found.files == ["a/1", "a/b/2", "a/b/c/3", "d/4"] && found.metBound == nil)
      try expect(Self.matches("*/round/*/1", in: folder).files, equals: ["a/round/a/1"])
    }
  }

  @Test func `waits for nobody at a pipe, which a pattern does not mean`() throws {
    try Self.withFolder { folder in
      guard unsafe mkfifo("\(folder)/pipe", 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
      let patterns = ["*/*", "p*", "pipe/*"]
      let found = try patterns.map { try Self.matches($0, in: folder).files }
      expect(found, equals: [["a/1", "d/4"], [], []])
    }
  }

  @Test func `says which folders it cannot read`() throws {
    try Self.withFolder { folder in
      // Nobody can read a folder of so long a name.
      let name = String(repeating: "n", count: 300)
      let found = try Self.matches("\(name)/*", in: folder)
      expect(found.files.isEmpty && found.unreadableFolders == ["\(folder)/\(name)/"])
      try expect(Self.matches("none/*", in: folder).unreadableFolders.isEmpty)
      try expect(Self.matches("a/1/*", in: folder).unreadableFolders.isEmpty)
    }
  }

  @Test func `takes backslashes as a shell does`() throws {
    try Self.withFolder { folder in
      try Data().write(to: URL(fileURLWithPath: "\(folder)/d/*"))
      try expect(Self.matches("d/\\*", in: folder).files, equals: ["d/*"])
      try expect(Self.matches("\\d/?", in: folder).files, equals: ["d/*", "d/4"])
      try expect(Self.matches("d/[*4]", in: folder).files, equals: ["d/*", "d/4"])
      try expect(Self.matches("*/\\4", in: folder).files, equals: ["d/4"])
    }
  }

  @Test func `of a suite is refused beyond its bounds`() throws {
    try Self.withFolder { folder in
      var text = "playhead: suite/1\ncases: [{name: x, media: '*', network: 3g, expect: no stall}]"
      for number in 0...PathPattern.maximumFiles {
        expect(FileManager.default.createFile(atPath: "\(folder)/e/\(number)", contents: nil))
      }
      text = text.replacing("'*'", with: "['e/*', 'e/*0']")
      let error = #expect(throws: YAMLError.self) {
        try Suite(contents: Array(text.utf8), path: folder + "/s.yaml")
      }
      expect(
        error?.problems.map(\.problem).first,
        equals: "the pattern “e/*” matches more than 10000 files")
    }
  }
}
