import Expectations
import Foundation
import MediaReading
import PlayheadKit
import Testing

@Suite struct `The name of a file` {
  /// FFmpeg would take some of these for a series of pictures, for a protocol or for a list.
  @Test(arguments: [
    "%03d.png", "%d.jpg", "*.png", "-x.mp4", "concat:a|b.mp4", "file:x", "http:x.mp4", "data:,x",
    "new\nline.mp4", "\u{1B}[31m.mp4", "x.m3u8", "x.txt", ".mp4", "x.", "x", "ä😀.mp4",
  ])
  func `does not decide what it is`(name: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let clip = Fixtures.clip("faststart.mp4")
    try FileManager.default.copyItem(atPath: clip, toPath: "\(folder)/\(name)")
    var media = try MediaReader(cores: 1).survey("\(folder)/\(name)", decode: .none).media
    let expected = try MediaReader(cores: 1).survey(clip, decode: .none).media
    expect(media.name, equals: "\(folder)/\(name)")
    media.name = expected.name
    media.index.name = expected.index.name
    expect(media, equals: expected)
  }
}
