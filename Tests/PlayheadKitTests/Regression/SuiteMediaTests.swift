import Expectations
import Foundation
import PlayheadKit
import Testing

@Suite struct `The media of suite files` {
  @Test(arguments: [
    ("a.mp4", false), ("./a.mp4", false), ("b/../a.mp4", false), ("../a.mp4", true),
    ("b/../../a.mp4", true), ("/tmp/a.mp4", true), ("https://example.com/../a.mp4", false),
    ("..a.mp4", false),
  ])
  func `say which paths lead out of their folder`(path: String, isOutside: Bool) throws {
    let suite = try suite("cases: [{name: x, media: '\(path)', network: 3g, expect: no stall}]")
    expect(suite.outsidePaths, equals: (isOutside ? [path] : []))
    let isAbsolute = path.hasPrefix("/") || path.hasPrefix("https:")
    expect(suite.cases[0].media.location, equals: (isAbsolute ? path : "suites/\(path)"))
  }

  @Test func `find the files of a pattern, in the order of their names`() throws {
    let folder = NSTemporaryDirectory() + "playhead-suite-[\(UUID().uuidString)]"
    let files = FileManager.default
    defer { try? files.removeItem(atPath: folder) }
    try files.createDirectory(atPath: folder + "/clips/c.mp4", withIntermediateDirectories: true)
    for name in ["b.mp4", "a.mp4", "Z.mp4", "a.mkv", ".d.mp4", "x[1].mp4"] {
      try Data().write(to: URL(fileURLWithPath: "\(folder)/clips/\(name)"))
    }
    func media(_ list: String) throws -> [CheckedMedia] {
      try suite(
        "cases: [{name: x, media: \(list), network: 3g, expect: no stall}]",
        path: folder + "/a.yaml"
      ).cases.map(\.media)
    }
    // A folder is no file, and a name that begins with a dot is hidden.
    let found = try media("'clips/*.mp4'")
    expect(
      found.map(\.name), equals: ["clips/Z.mp4", "clips/a.mp4", "clips/b.mp4", "clips/x[1].mp4"])
    expect(found.map(\.location), equals: found.map { "\(folder)/\($0.name)" })
    // What is there under that very name is meant by it; what two patterns find is there once.
    try expect(media("'clips/x[1].mp4'").map(\.name), equals: ["clips/x[1].mp4"])
    try expect(
      media("['clips/a.*', 'clips/?.mp4']").map(\.name),
      equals: [
        "clips/a.mkv", "clips/a.mp4", "clips/Z.mp4", "clips/b.mp4",
      ])
    let missing = try media("['clips/*.mov']")
    expect(missing.map(\.name) == ["clips/*.mov"] && missing[0].isUnmatched)
  }

  @Test func `find the files of folders below, but behind no link`() throws {
    let folder = NSTemporaryDirectory() + "playhead-suite-[\(UUID().uuidString)]"
    let files = FileManager.default
    defer { try? files.removeItem(atPath: folder) }
    let paths = [
      "a.mp4", "x/a.mp4", "x/y/a.mp4", "x/y/b.mkv", "x/y/z/a.mp4", "x/.hidden/a.mp4", "xy/a.mp4",
    ]
    for path in paths {
      let url = URL(fileURLWithPath: "\(folder)/\(path)")
      try files.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: url)
    }
    try files.createSymbolicLink(atPath: "\(folder)/x/y/round", withDestinationPath: "..")
    func names(_ pattern: String) throws -> [String] {
      try suite(
        "cases: [{name: x, media: '\(pattern)', network: 3g, expect: no stall}]",
        path: folder + "/a.yaml"
      ).cases.map(\.media).filter { !$0.isUnmatched }.map(\.name)
    }
    let visible = ["a.mp4", "x/a.mp4", "x/y/a.mp4", "x/y/z/a.mp4", "xy/a.mp4"]
    try expect(names("**/*.mp4"), equals: visible)
    try expect(names("**/**/a.mp4"), equals: visible)
    try expect(names("./**/a.mp4"), equals: visible.map { "./\($0)" })
    try expect(names("x/**/a.mp4"), equals: visible.filter { $0.hasPrefix("x/") })
    try expect(names("x*/**/a.mp4"), equals: visible.filter { $0.hasPrefix("x") })
    try expect(names("**/y/**/a.mp4"), equals: ["x/y/a.mp4", "x/y/z/a.mp4"])
    try expect(names("x/y/**"), equals: ["x/y/a.mp4", "x/y/b.mkv", "x/y/z/a.mp4"])
    try expect(names("x**/a.mp4"), equals: ["x/a.mp4", "xy/a.mp4"], "within a name it is a *")
    try expect(names("**/none.mp4").isEmpty)
    let escaped = folder.replacing("[", with: "\\[").replacing("]", with: "\\]")
    try expect(names("\(escaped)/**/a.mp4"), equals: visible.map { "\(folder)/\($0)" })
  }

  @Test func `name what is a pattern even if it finds one file`() throws {
    let text = "cases: [{name: x, media: '*.nothing', network: 3g, expect: no stall}]"
    try expect(suite(text).cases.map(\.name), equals: ["x [*.nothing]"])
  }
}
