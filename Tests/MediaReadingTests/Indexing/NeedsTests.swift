import Expectations
import MediaReading
import PlayheadKit
import Testing

@Suite("What a sample needs")
struct NeedsTests {
  /// How far past a sample's last byte a demuxer has read when it emits it, as measured on other
  /// clips by the demuxers' own positions.
  static let excess: [(clip: String, allowed: Set<Int64>)] = [
    ("faststart.mp4", [0]), ("moov-at-end.mp4", [0]), ("badly-interleaved.mp4", [0]),
    ("fragmented.mp4", [0]), ("edit-list.mp4", [0]), ("bframes.avi", [0]),
    // A block's offset is that before its header, and a new cluster begins with more.
    ("basic.mkv", [4, 8, 11]), ("vp9-opus.webm", [4, 8, 11]),
    // The tag's header and what the codec adds, for audio and for video.
    ("basic.flv", [17, 20]),
  ]

  @Test("is little more than its bytes where the container says where they end", arguments: excess)
  func framed(clip: String, allowed: Set<Int64>) throws {
    let index = try Fixtures.index(at: Fixtures.clip(clip))
    let seen = Set(index.samples.map { $0.needs - $0.offset - Int64($0.size) })
    expect(seen.isSubset(of: allowed))
  }

  @Test(
    "reaches to the next packet of its track where only that tells its end",
    arguments: ["basic.ts", "far-from-zero.ts"])
  func transportStream(clip: String) throws {
    let index = try Fixtures.index(at: Fixtures.clip(clip))
    let video = index.samples.filter { index.tracks[Int($0.track)].kind == .video }
    for ((sample, next), second) in zip(zip(video, video.dropFirst()), video.dropFirst(2)) {
      // The demuxer hands on a packet when the next begins, the parser a picture when it has seen
      // the next; a packet of a transport stream has 188 bytes, so its beginning lies within two.
      expect(sample.needs > next.offset)
      expect(sample.needs <= second.offset + 2 * 188)
    }
    expect(video.last?.needs, equals: index.bytes)
  }

  @Test("is the same for every packet of an Ogg page, and whole pages only")
  func ogg() throws {
    let index = try MediaReader(cores: 1).read(
      Fixtures.clip("theora-vorbis.ogg"), decode: .none
    ).index
    for track in 0..<2 {
      let samples = index.samples.filter { Int($0.track) == track }
      let needs = Dictionary(grouping: samples, by: \.offset).mapValues { Set($0.map(\.needs)) }
      expect(needs.values.allSatisfy { $0.count <= 2 })
    }
  }

  @Test("does not change the order in which decoding shows the frames of an AVI with B frames")
  func orderOfAVI() throws {
    let path = Fixtures.clip("bframes.avi")
    let index = try Fixtures.index(at: path)
    let shown = index.samples.filter { $0.track == 0 }
      .sorted { ($0.presentationTime ?? .zero) < ($1.presentationTime ?? .zero) }
    // ffprobe lists frames as they are shown, each with the position of its packet.
    let frames = try FFprobe.frames(of: path).filter { $0.streamIndex == 0 }
    expect(shown.map { String($0.offset) }, equals: frames.map(\.pktPos))
    expect(shown.map(\.offset) != shown.map(\.offset).sorted())
    let times = shown.compactMap(\.presentationTime)
    for (time, next) in zip(times, times.dropFirst()) {
      expect(next - time, equals: .milliseconds(40))
    }
  }
}
