import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// Parts of a presentation as a cache stores them.
private struct Parts {
  var duration: MediaTime = .seconds(4)
  var track = 0
  var beginning: MediaTime = .zero
  var firstSampleEnd: ReadPosition
  var loading: [LoadingCurve.Step]
  var decoding: [PositionCurve.Step]
  var firstByteToShow: [PositionCurve.Step]
  var keyframes: [MediaTime]
  var ranges: [ReadRange]
  var end: ReadPosition
  var frames: FrameOrder?
  var tracks = 1

  init(_ presentation: Presentation) {
    duration = presentation.duration
    let rendition = presentation.rendition
    beginning = rendition.loading.beginning
    loading = rendition.loading.steps
    decoding = rendition.decoding.steps
    firstByteToShow = rendition.firstByteToShow.steps
    keyframes = presentation.keyframes
    ranges = rendition.wantedBytes.ranges
    end = rendition.wantedBytes.end
    firstSampleEnd = rendition.trackLoading[0].firstSampleEnd
    frames = rendition.trackLoading[0].frames
  }

  func restored(like presentation: Presentation) -> Presentation? {
    Presentation(
      resourceBytes: presentation.resourceBytes, tracks: presentation.tracks,
      origin: presentation.origin, duration: duration,
      openingReads: presentation.rendition.openingReads, isTransportStream: false,
      loading: (0..<tracks).map { _ in
        StoredLoading(
          track: track, kind: .video, beginning: beginning, firstSampleEnd: firstSampleEnd,
          hasDecodeTimes: true,
          steps: loading, frames: frames)
      }, decoding: decoding, firstByteToShow: firstByteToShow, keyframes: keyframes,
      wantedRanges: ranges,
      wantedEnd: end)
  }
}

@Suite struct `Media without an index` {
  /// Ogg has none, and its demuxer reads the last page first for the duration.
  @Test(arguments: [
    ([ByteRange(0, 50)], true), ([ByteRange(0, 50), ByteRange(80_000, 81_000)], false),
  ])
  func `is fast start unless opening reads its end first`(
    reads: [ByteRange], isFastStart: Bool
  ) throws {
    var clip = Clip.frames(10, lasting: .seconds(1), of: 8000, from: 1000)
    clip.openingReads = reads
    var media = try clip.report(over: .byteAMillisecond(), BufferingPolicy()).media
    expect(media.isFastStart == nil)
    media.index.containerIndexes = []
    expect(media.isFastStart, equals: isFastStart)
  }
}

@Suite struct `A presentation restored from its parts` {
  private static func presentation() throws -> Presentation {
    let samples = (0..<4).map { number in
      Sample(
        at: .seconds(number), lasting: .seconds(1),
        bytes: Int64(number) * 20..<Int64(number) * 20 + 10)
    }
    return try Clip(samples: samples).presentation
  }

  @Test func `is the same`() throws {
    let presentation = try Self.presentation()
    expect(presentation.rendition.wantedBytes.ranges.count, equals: 4)
    expect(Parts(presentation).restored(like: presentation), equals: presentation)
  }

  private static let damages: [(String, @Sendable (inout Parts) -> Void)] = [
    ("negative duration", { $0.duration = MediaTime(nanoseconds: -1) }),
    ("endless duration", { $0.duration = MediaTime(nanoseconds: .max) }),
    ("negative beginning", { $0.beginning = MediaTime(nanoseconds: -1) }),
    ("beginning at the first step", { $0.beginning = $0.loading[0].end }),
    ("negative end", { $0.end = ReadPosition(-1) }),
    ("negative end of a first sample", { $0.firstSampleEnd = ReadPosition(-1) }),
    ("no track", { $0.tracks = 0 }),
    ("a track twice", { $0.tracks = 2 }),
    ("loading in another order", { $0.loading.reverse() }),
    ("equal loading times", { $0.loading[1].end = $0.loading[0].end }),
    ("equal loading positions", { $0.loading[1].position = $0.loading[0].position }),
    ("no decoding positions", { $0.decoding = [] }),
    ("decoding positions from later on", { $0.decoding[0].time = .resolution }),
    ("no showing positions", { $0.firstByteToShow = [] }),
    ("equal showing times", { $0.firstByteToShow[1].time = $0.firstByteToShow[0].time }),
    (
      "equal showing positions", { $0.firstByteToShow[1].position = $0.firstByteToShow[0].position }
    ),
    ("keyframes in another order", { $0.keyframes.reverse() }),
    ("an empty range", { $0.ranges[1].upperBound = $0.ranges[1].lowerBound }),
    ("ranges that touch", { $0.ranges[1].lowerBound = $0.ranges[0].upperBound }),
  ]

  @Test(arguments: damages.indices)
  func `is none if they are not in order`(number: Int) throws {
    let presentation = try Self.presentation()
    var parts = Parts(presentation)
    Self.damages[number].1(&parts)
    expect(parts.restored(like: presentation) == nil, "\(Self.damages[number].0)")
  }
}
