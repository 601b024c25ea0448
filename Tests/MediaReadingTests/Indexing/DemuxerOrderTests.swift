import Expectations
import PlayheadKit
import Testing

@testable import MediaReading

@Suite("The order in which a demuxer that may seek emits samples")
struct DemuxerOrderTests {
  private struct Row: Hashable {
    var track: Int
    var offset: Int64?
    var size: UInt32
  }

  private static let reordered: Set = [
    "badly-interleaved.mp4", "fragmented.mp4", "fragments-indexed.mp4",
    // A packet that a parser cuts out comes when the next one has begun.
    "parsed-audio.mp4",
  ]

  @Test("is that of ffprobe's packets", arguments: Fixtures.playable)
  func equalsPackets(clip: String) throws {
    let path = Fixtures.clip(clip)
    let index = try Fixtures.index(at: path)
    let packets = try FFprobe.packets(of: path).map {
      Row(track: $0.streamIndex, offset: $0.pos.flatMap(Int64.init), size: UInt32($0.size) ?? 0)
    }
    let order = index.demuxerOrder?.map { Int($0) } ?? Array(index.samples.indices)
    expect(order.sorted(), equals: Array(index.samples.indices))
    let rows = order.map { place in
      let sample = index.samples[place]
      return Row(
        track: Int(sample.track),
        offset: sample.flags.contains(.positionUnknown) ? nil : sample.offset, size: sample.size)
    }
    expect(rows, equals: packets)
    // Where it is byte order, nothing is kept, and no second reading was needed.
    expect((index.demuxerOrder != nil), equals: Self.reordered.contains(clip))
  }

  @Test("changes nothing else of the index", arguments: reordered.sorted())
  func leavesSamples(clip: String) throws {
    let index = try Fixtures.index(at: Fixtures.clip(clip))
    expect(zip(index.samples, index.samples.dropFirst()).allSatisfy { $0.needs <= $1.needs })
    var plain = index
    plain.demuxerOrder = nil
    expect(plain.digest != index.digest)
    let (presentation, inBytes) = (try Presentation(index), try Presentation(plain))
    expect(presentation.rendition, equals: inBytes.rendition)
    expect(inBytes.demuxed == nil)
    // A player that reads in this order reads each byte of its samples once.
    let runs = try #require(presentation.demuxed).order.runs
    let size = index.samples.filter { presentation.tracks.contains(Int($0.track)) }
      .reduce(0) { $0 + Int64($1.size) }
    expect(runs.reduce(0) { $0 + $1.bytes.count }, equals: size)
  }

  private static func sample(_ track: UInt16, at milliseconds: Int64?) -> Sample {
    Sample(
      track: track, offset: 0, size: 1, needs: 1, presentationTime: nil,
      decodeTime: milliseconds.map { .milliseconds($0) }, duration: .zero, flags: [])
  }

  /// Each list is in byte order.
  @Test(
    "may differ where another track's next sample is due long before",
    arguments: [
      ([(0, 0), (1, 0), (0, 900), (1, 900)], false),
      ([(0, 0), (0, 900), (1, 0)], false),
      ([(0, 0), (0, 901), (1, 0)], true),
      // Only the next sample of a track can be emitted.
      ([(0, 0), (1, 0), (0, 5000), (1, 4100)], false),
      ([(0, 0), (1, 0), (0, 5000), (1, 4099)], true),
      ([(0, 0), (0, 9000)], false),
      ([(2, 901), (1, 0), (0, 901)], true),
      ([(2, nil)], true),
      ([], false),
    ] as [([(UInt16, Int64?)], Bool)])
  func screening(samples: [(UInt16, Int64?)], mayDiffer: Bool) {
    let samples = samples.map { Self.sample($0.0, at: $0.1) }
    expect(DemuxerOrder.mayDiffer(samples, trackCount: 3), equals: mayDiffer)
  }
}
