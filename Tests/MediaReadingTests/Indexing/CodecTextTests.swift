import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import MediaReading

@Suite("Codecs as RFC 6381 writes them")
struct CodecTextTests {
  @Test(
    "are made of configurations",
    arguments: [
      // A record of MP4, and a sequence parameter set behind an access unit delimiter.
      ("h264", [1, 0x64, 0x00, 0x1F, 0xFF], -99, "avc1.64001f"),
      ("h264", [0, 0, 0, 1, 9, 16, 0, 0, 1, 0x67, 0x42, 0xC0, 0x0D, 0xAB], -99, "avc1.42c00d"),
      ("h264", [1, 0x64], -99, nil), ("h264", [], 100, nil),
      // Profile 1 and its flags, which are written from the lowest bit on; level 93; constraints
      // B0.
      (
        "hevc", [1, 0x01, 0x60, 0, 0, 0, 0xB0, 0, 0, 0, 0, 0, 93, 0xF0], -99,
        "hvc1.1.6.L93.b0"
      ),
      (
        "hevc", [1, 0x22, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 120], -99, "hvc1.2.4.H120"
      ),
      // The same in a sequence parameter set, whose zeros are kept apart by threes.
      (
        "hevc",
        [0, 0, 0, 1, 0x42, 1, 1, 0x01, 0x60, 0, 0, 3, 0, 0xB0, 0, 0, 3, 0, 0, 3, 0, 93, 0xA0], -99,
        "hvc1.1.6.L93.b0"
      ),
      ("aac", [0x12, 0x10], -99, "mp4a.40.2"), ("aac", [0x2B, 0x92], -99, "mp4a.40.5"),
      // 31, and 10 more than 32.
      ("aac", [0xF9, 0x40], -99, "mp4a.40.42"), ("aac", [], 1, "mp4a.40.2"),
      ("aac", [], 4, "mp4a.40.5"), ("aac", [], -99, nil), ("mp3", [], -99, "mp4a.40.34"),
      ("ac3", [], -99, "ac-3"), ("eac3", [], -99, "ec-3"), ("opus", [], -99, "Opus"),
      ("theora", [], -99, nil),
    ] as [(String, [UInt8], Int, String?)])
  func texts(name: String, configuration: [UInt8], profile: Int, text: String?) {
    expect(CodecText(name, configuration: configuration, profile: profile).text, equals: text)
    // Whatever is cut off.
    for count in configuration.indices {
      _ = CodecText(name, configuration: Array(configuration.prefix(count)), profile: profile)
    }
  }

  @Test("are those that the packager declared, as are sizes and frame rates")
  func declared() throws {
    let folder = Fixtures.folder.appending(path: "ladders").path
    for path in ["hls/master.m3u8", "dash/manifest.mpd"] {
      let lanes = try MediaReader(cores: 1).readLadder("\(folder)/\(path)").ladder.lanes
      for level in lanes[0].levels {
        let track = try #require(level.tracks.first)
        expect(level.tracks.count == 1 && track.kind == .video)
        expect(track.codec, equals: level.codecs.first)
        expect(track.dimensions?.width, equals: level.resolution?.width)
        expect(track.dimensions?.height, equals: level.resolution?.height)
        expect(track.frameRateThousandths == 25_000 && track.peakFrameRateThousandths == 25_000)
        expect(track.longestSyncInterval, equals: .seconds(2))
      }
      expect(lanes[1].levels[0].tracks, equals: [MeasuredTrack(kind: .audio, codec: "mp4a.40.2")])
    }
  }

  @Test("of the same codec and size keep their extremes")
  func merges() {
    func track(_ codec: String, _ rate: Int64?, _ interval: Int64?) -> MeasuredTrack {
      MeasuredTrack(
        kind: .video, codec: codec, frameRateThousandths: rate, peakFrameRateThousandths: rate,
        longestSyncInterval: interval.map { .seconds($0) })
    }
    var tracks = [track("a", 25_000, 2)]
    tracks.merge([track("b", nil, nil), track("a", 30_000, 1)])
    tracks.merge([track("b", 50_000, 4)])
    expect(tracks.map(\.codec), equals: ["a", "b"])
    expect(tracks.map(\.frameRateThousandths), equals: [25_000, 50_000])
    expect(tracks.map(\.peakFrameRateThousandths), equals: [30_000, 50_000])
    expect(tracks.map(\.longestSyncInterval), equals: [.seconds(2), .seconds(4)])
  }
}
