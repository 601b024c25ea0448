import Expectations
import Foundation
import MediaReading
import PlayheadKit
import Testing

@Suite("Decoding")
struct DecodingTests {
  @Test(
    "counts the frames that ffprobe counts, and finds nothing wrong where nothing is",
    arguments: Fixtures.playable)
  func equalsCounts(clip: String) throws {
    let path = Fixtures.clip(clip)
    let streams = try FFprobe.countedStreams(of: path)
    for cores in [1, 2, 5] {
      let report = try #require(MediaReader(cores: cores).read(path, decode: .all).decoding)
      for track in report.tracks {
        expect(
          String(track.frames), equals: streams[track.track].nbReadFrames,
          "track \(track.track), \(cores) cores")
      }
      guard Fixtures.sound.contains(clip) else { continue }
      let damaged = report.tracks.filter { !$0.undecodable.isEmpty }.map(\.track)
      expect(damaged, equals: [], "\(cores) cores")
    }
  }

  // FFmpeg's VP9 decoder knows no skipping, so for that clip ffprobe's frames have to do.
  @Test("of keyframes counts those of VP9")
  func keyframesOfVP9() throws {
    let path = Fixtures.clip("vp9-opus.webm")
    let report = try #require(MediaReader(cores: 2).read(path, decode: .keyframes).decoding)
    let frames = try FFprobe.frames(of: path).filter { $0.streamIndex == 0 && $0.keyFrame == 1 }
    expect(report.report(on: 0)?.frames, equals: frames.count)
  }

  @Test(
    "of keyframes counts those that ffprobe counts",
    arguments: Fixtures.playable.filter { $0 != "vp9-opus.webm" })
  func keyframes(clip: String) throws {
    let path = Fixtures.clip(clip)
    let streams = try FFprobe.countedStreams(of: path, ["-skip_frame", "nokey"])
    for cores in [1, 4] {
      let reading = try MediaReader(cores: cores).read(path, decode: .keyframes)
      for track in try #require(reading.decoding).tracks {
        expect(
          String(track.frames), equals: streams[track.track].nbReadFrames,
          "track \(track.track), \(cores) cores")
      }
    }
  }

  @Test(
    "names the time of every picture that ffprobe does not get out of a damaged file",
    arguments: ["damaged.mp4", "damaged.ts", "truncated.mp4"])
  func stretches(clip: String) throws {
    let path = Fixtures.clip(clip)
    let reading = try MediaReader(cores: 2).read(path)
    let frames = try FFprobe.frames(of: path)
    var missing = 0
    for track in reading.index.tracks where track.kind == .video {
      let shown = Set(
        frames.filter { $0.streamIndex == track.id }
          .compactMap { $0.pts.flatMap { MediaTime(value: $0, timeBase: track.timeBase) } })
      let stretches = try #require(reading.decoding?.report(on: track.id)).undecodable
      for sample in reading.index.samples where Int(sample.track) == track.id && sample.isShown {
        guard let time = sample.presentationTime, !shown.contains(time) else { continue }
        missing += 1
        expect(stretches.contains { $0.start <= time && time < $0.end }, "\(time.secondsText)")
      }
      expect(!stretches.isEmpty)
      expect(zip(stretches, stretches.dropFirst()).allSatisfy { $0.end < $1.start })
    }
    if clip == "damaged.mp4" { expect(missing, equals: 23) }
  }

  @Test(
    "finds the same damage however the work is shared out",
    arguments: Fixtures.playable.filter { !Fixtures.sound.contains($0) })
  func repeatable(clip: String) throws {
    let path = Fixtures.clip(clip)
    let first = try MediaReader(cores: 1).read(path).decoding
    for cores in [1, 2, 2, 2, 2, 2, 3, 5] {
      try expect(MediaReader(cores: cores).read(path).decoding, equals: first, "\(cores) cores")
    }
  }
}
