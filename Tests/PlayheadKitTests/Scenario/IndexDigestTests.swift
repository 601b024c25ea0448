import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `The digest of a media index` {
  private static let index: MediaIndex = {
    var index = Clip.frames(3, lasting: .seconds(1), of: 10).index
    index.announcedDuration = .seconds(3)
    index.openingReads = [ByteRange(0, 5)]
    index.tracks[0] = Track(
      id: 0, kind: .video, codec: "h264", profile: "High", language: "en",
      bitRate: BitRate(bitsPerSecond: 1), dimensions: .init(width: 1, height: 2),
      frameRate: Rational(25, 1), sampleRate: 3, channels: 4, timeBase: Rational(1, 1000),
      isPreferred: true, sampleCount: 3, syncSampleCount: 3,
      announced: AnnouncedSamples(
        count: 3, range: TimeRange(start: .zero, end: .seconds(3)), isComplete: true))
    index.announcedBytes = 30
    index.containerIndexes = [
      ContainerIndex(name: "moov", range: ByteRange(0, 5), placement: .beforeMedia)
    ]
    index.samples[0].decodeTime = .zero
    index.interruption = ReadingInterruption(offset: 1, reason: "x")
    return index
  }()

  private static let changes: [(field: String, change: @Sendable (inout MediaIndex) -> Void)] = [
    ("bytes", { $0.bytes += 1 }),
    ("container", { $0.container += "x" }),
    ("announcedDuration", { $0.announcedDuration = nil }),
    ("openingReads", { $0.openingReads[0].upperBound += 1 }),
    ("openingReads", { $0.openingReads[0].lowerBound += 1 }),
    ("openingReads", { $0.openingReads = [] }),
    ("demuxerOrder", { $0.demuxerOrder = [1, 0, 2] }),
    ("demuxerOrder", { $0.demuxerOrder = [1, 2, 0] }),
    ("demuxerOrder", { $0.demuxerOrder = [] }),
    ("interruption", { $0.interruption = nil }),
    ("interruption", { $0.interruption?.offset += 1 }),
    ("interruption", { $0.interruption?.reason = "y" }),
    ("id", { $0.tracks[0].id = 1 }),
    ("kind", { $0.tracks[0].kind = .audio }),
    ("codec", { $0.tracks[0].codec = "x" }),
    ("profile", { $0.tracks[0].profile = nil }),
    ("language", { $0.tracks[0].language = "de" }),
    ("bitRate", { $0.tracks[0].bitRate = nil }),
    ("dimensions", { $0.tracks[0].dimensions?.width = 5 }),
    ("dimensions", { $0.tracks[0].dimensions?.height = 5 }),
    ("frameRate", { $0.tracks[0].frameRate = Rational(24, 1) }),
    ("frameRate", { $0.tracks[0].frameRate = Rational(25, 2) }),
    ("sampleRate", { $0.tracks[0].sampleRate = nil }),
    ("channels", { $0.tracks[0].channels = nil }),
    ("timeBase", { $0.tracks[0].timeBase = Rational(1, 1001) }),
    ("isPreferred", { $0.tracks[0].isPreferred = false }),
    ("sampleCount", { $0.tracks[0].sampleCount = 4 }),
    ("syncSampleCount", { $0.tracks[0].syncSampleCount = 4 }),
    ("announced", { $0.tracks[0].announced = nil }),
    ("announced", { $0.tracks[0].announced?.count = 4 }),
    ("announced", { $0.tracks[0].announced?.range.start = .seconds(1) }),
    ("announced", { $0.tracks[0].announced?.range.end = .seconds(4) }),
    ("announced", { $0.tracks[0].announced?.isComplete = false }),
    ("announcedBytes", { $0.announcedBytes = nil }),
    ("containerIndexes", { $0.containerIndexes = nil }),
    ("containerIndexes", { $0.containerIndexes = [] }),
    ("containerIndexes", { $0.containerIndexes?[0].name = "sidx" }),
    ("containerIndexes", { $0.containerIndexes?[0].range.lowerBound = 1 }),
    ("containerIndexes", { $0.containerIndexes?[0].range.upperBound = 6 }),
    ("containerIndexes", { $0.containerIndexes?[0].placement = .afterMedia }),
    ("offset", { $0.samples[1].offset += 1 }),
    ("needs", { $0.samples[1].needs += 1 }),
    ("presentation", { $0.samples[1].presentationTime = nil }),
    ("presentation", { $0.samples[1].presentationTime = .seconds(9) }),
    ("decode", { $0.samples[1].decodeTime = .zero }),
    ("duration", { $0.samples[1].duration += .resolution }),
    ("size", { $0.samples[1].size += 1 }),
    ("track", { $0.samples[1].track = 1 }),
    ("flags", { $0.samples[1].flags = [] }),
  ]

  @Test func `changes with any field, and not with names or what is only reported`() {
    let index = Self.index
    let labels = [index, index.tracks[0], index.samples[0]] as [Any]
    expect(
      Set(labels.flatMap { Mirror(reflecting: $0).children.compactMap(\.label) }),
      equals: Set(Self.changes.map(\.field))
        .union([
          "name", "tracks", "samples", "editList", "fragmentation", "codecText", "rotation",
          "statedDuration", "headerRange", "wrongTimestamps",
        ]))
    var digests: Set = [index.digest]
    for (field, change) in Self.changes {
      var changed = index
      change(&changed)
      expect(digests.insert(changed.digest).inserted, "\(field)")
    }
    var renamed = index
    renamed.name = "elsewhere"
    expect(renamed.digest, equals: index.digest)
    var reported = index
    reported.tracks[0].editList = EditList(
      count: 1, edits: [.init(duration: .zero, mediaTime: .seconds(1))])
    reported.fragmentation = Fragmentation(listedEnd: 5)
    // It follows from what the digest has of the codec, and only inspections of ladders look at it.
    reported.tracks[0].codecText = "avc1.64001f"
    expect(reported.digest, equals: index.digest)
  }

  @Test func `is the same however many samples there are in one part of it`() {
    let few = Clip.frames(5000, lasting: .seconds(1), of: 10).index
    var many = few
    expect(few.digest, equals: many.digest)
    many.samples[4999].offset += 1
    expect(few.digest != many.digest)
  }
}
