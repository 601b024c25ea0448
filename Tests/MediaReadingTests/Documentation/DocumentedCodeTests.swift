import Foundation
import Testing

/// Code that people copy has to be code that is compiled and run.
@Suite struct `The Swift code in the documentation` {
  static let root = Fixtures.folder.deletingLastPathComponent()
  static let articles = "Sources/PlayheadKit/PlayheadKit.docc"

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// What stands between the fences of a page, imports left out: a file of tests has its own.
  private func blocks(of page: String) throws -> [String] {
    try text(page).components(separatedBy: "\n```swift\n").dropFirst().map { rest in
      let code = try #require(rest.components(separatedBy: "\n```").first)
      return code.split(separator: "\n", omittingEmptySubsequences: false)
        .drop { $0.isEmpty || $0.hasPrefix("import ") }.joined(separator: "\n")
    }
  }

  @Test(arguments: [
    ("README.md", "Tests/MediaReadingTests/Documentation/ReadmeExample.swift", 1),
    ("Documentation/library.md", "Tests/MediaReadingTests/Documentation/ReadmeExample.swift", 2),
    (
      "\(articles)/DrivingAPlayer.md", "Tests/PlayheadKitTests/Documentation/DrivingAPlayer.swift",
      4
    ),
    (
      "\(articles)/ComingFromAVPlayer.md",
      "Tests/PlayheadKitTests/Documentation/ComingFromAVPlayer.swift", 1
    ),
    (
      "\(articles)/TestingPlayback.md",
      "Tests/MediaReadingTests/Documentation/TestingPlayback.swift", 3
    ),
    (
      "\(articles)/CheckingSuites.md",
      "Tests/MediaReadingTests/Documentation/CheckingInTests.swift", 1
    ),
  ])
  func `is that of tests`(page: String, tests: String, count: Int) throws {
    let blocks = try blocks(of: page)
    #expect(blocks.count == count)
    let tested = try text(tests)
    for block in blocks { #expect(tested.contains(block)) }
  }

  @Test func `is in no other page`() throws {
    let folder = Self.root.appending(path: Self.articles)
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter {
        ![
          "CheckingSuites.md", "ComingFromAVPlayer.md", "DrivingAPlayer.md", "TestingPlayback.md",
        ].contains($0)
      }
    #expect(pages.count == 2)
    for page in pages { #expect(try blocks(of: "\(Self.articles)/\(page)").isEmpty) }
  }
}
