import Testing

@testable import PlayheadKit

@Suite struct `The header of a report` {
  private static let style = TextStyle(width: 80, usesUnicode: false, usesColor: false)

  /// What is told of a file of that container which reads so many bytes at its end when it is opened.
  private static func media(_ container: String, tailBytes: Int64, tracks: [Track]? = nil) throws
    -> [String]
  {
    let clip = Clip.frames(10, lasting: .seconds(1), of: 100, from: 50)
    var report = try clip.report(over: .byteAMillisecond(), BufferingPolicy(), tracks: tracks)
    report.media.index.container = container
    let bytes = report.media.index.bytes
    report.media.index.openingReads =
      [ByteRange(0, 50)] + (tailBytes > 0 ? [ByteRange(bytes - tailBytes, bytes)] : [])
    return HeaderText(report: report, style: style).lines
  }

  @Test(
    arguments: [
      ("mov,mp4,m4a,3gp,3g2,mj2", 0, "fast start"),
      ("mov,mp4,m4a,3gp,3g2,mj2", 80, "index at the end"),
      ("avi", 80, "index at the end"), ("matroska,webm", 0, "fast start"),
      ("ogg", 80, "opens with a look at its end"), ("ogg", 0, nil), ("mpegts", 0, nil),
      ("movie", 0, nil),
    ] as [(String, Int64, String?)])
  func `speaks of an index only where there can be one`(
    container: String, tailBytes: Int64, fact: String?
  ) throws {
    let line = try Self.media(container, tailBytes: tailBytes)[0]
    #expect(line == "media    clip, 10.00 s, 1.05 kB, 840 bit/s\(fact.map { ", \($0)" } ?? "")")
  }

  private static func picture(_ id: Int) -> Track {
    Track(
      id: id, kind: .attachedPicture, codec: "png", timeBase: Rational(1, 1), isPreferred: false)
  }

  @Test func `has kinds of tracks in words`() throws {
    let lines = try Self.media("avi", tailBytes: 0, tracks: [.video(), Self.picture(1)])
    #expect(lines[2] == "         1 attached picture png, 0 samples, not played")
  }

  @Test(arguments: [8, 9, 10, 30]) func `counts tracks where that takes fewer lines`(
    count: Int
  ) throws {
    let tracks = [.video()] + (1..<count).map(Self.picture)
    let lines = try Self.media("avi", tailBytes: 0, tracks: tracks)
      .filter { $0.hasPrefix("         ") }.prefix { !$0.contains("TCP") }
    #expect(lines.count == (count <= 9 ? count : 9))
    #expect(lines.last == "         and \(count - 8) more tracks" || count <= 9)
  }
}
