import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `The header of a report` {
  private static let style = TextStyle(width: 80, usesUnicode: false, usesColor: false)

  /// What is told of ten frames of a second and 100 bytes from byte 50 on, in a file of 1050 bytes
  /// or `bytes` whose opening makes these reads.
  private static func media(
    reads: [ByteRange] = [ByteRange(0, 50)], bytes: Int64? = nil, indexes: [ContainerIndex]? = nil,
    tracks: [Track]? = nil
  ) throws -> [String] {
    var clip = Clip.frames(10, lasting: .seconds(1), of: 100, from: 50)
    clip.openingReads = reads
    clip.bytes = bytes
    var report = try clip.report(over: .byteAMillisecond(), BufferingPolicy(), tracks: tracks)
    report.media.index.containerIndexes = indexes
    return HeaderText(report.setting, style: style).lines
  }

  private static func index(
    _ name: String, at offset: Int64, _ placement: ContainerIndex.Placement
  ) -> ContainerIndex {
    ContainerIndex(name: name, range: ByteRange(offset, offset + 40), placement: placement)
  }

  @Test(
    arguments: [
      (nil, "opening reads 50 B in 1 request"),
      ([], "no index needed, opening reads 50 B in 1 request"),
      (
        [index("moov", at: 8, .beforeMedia)],
        "fast start, moov 40 B at byte 8, opening reads 50 B in 1 request"
      ),
      (
        [index("moov", at: 400, .amongMedia)],
        "index among the media, moov 40 B at byte 400, opening reads 50 B in 1 request"
      ),
      (
        [index("Cues", at: 1050, .afterMedia)],
        "index after the media, Cues 40 B at byte 1050, opening reads 50 B in 1 request"
      ),
    ] as [([ContainerIndex]?, String)])
  func `says where the index lies`(indexes: [ContainerIndex]?, facts: String) throws {
    let lines = try Self.media(indexes: indexes)
    expect(lines[0], equals: "media    clip, 10.00 s, 1.05 kB")
    expect(
      lines[1], equals: "         mean 800 bit/s, peak over 1 s 800 bit/s, peak over 10 s 800 bit/s"
    )
    expect(lines[2], equals: "         whole file 840 bit/s")
    expect(
      lines[3...].prefix(2).joined(separator: ",").replacing(/, +/, with: ", ").contains(facts))
  }

  // A gap of 64 KiB is read through.
  @Test(
    arguments: [
      ([], nil), ([ByteRange(0, 50), ByteRange(100, 200)], "opening reads 200 B in 1 request"),
      (
        [ByteRange(0, 50), ByteRange(65_586, 65_600)], "opening reads 65.60 kB in 1 request"
      ),
      (
        [ByteRange(0, 50), ByteRange(65_587, 65_600)],
        "opening reads 63 B in 2 requests, reads the end of the file first"
      ),
      (
        [ByteRange(0, 50), ByteRange(200_000, 200_100)],
        "opening reads 150 B in 2 requests, reads the end of the file first"
      ),
    ] as [([ByteRange], String?)])
  func `says what opening reads`(reads: [ByteRange], facts: String?) throws {
    let lines = try Self.media(reads: reads, bytes: 200_100)
    expect(lines.first { $0.contains("opening") }, equals: facts.map { "         \($0)" })
  }

  private static func picture(_ id: Int) -> Track {
    Track(
      id: id, kind: .attachedPicture, codec: "png", timeBase: Rational(1, 1), isPreferred: false)
  }

  @Test func `has kinds of tracks in words`() throws {
    let lines = try Self.media(tracks: [.video(), Self.picture(1)])
    expect(lines[5], equals: "         1 attached picture png, 0 samples, not played")
  }

  @Test(arguments: [8, 9, 10, 30]) func `counts tracks where that takes fewer lines`(
    count: Int
  ) throws {
    let tracks = [.video()] + (1..<count).map(Self.picture)
    let lines = try Self.media(tracks: tracks)
      .dropFirst(4).filter { $0.hasPrefix("         ") }.prefix { !$0.contains("TCP") }
    expect(lines.count, equals: (count <= 9 ? count : 9))
    expect(lines.last == "         and \(count - 8) more tracks" || count <= 9)
  }
}
