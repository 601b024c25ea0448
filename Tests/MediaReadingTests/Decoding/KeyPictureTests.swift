import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import MediaReading

@Suite struct `Pictures of key frames` {
  /// ffmpeg picks the same frames and makes them small by its own means: no pixel of the mean
  /// colour of a sixteenth of the picture may be far from ours.
  @Test(arguments: [
    "faststart.mp4", "basic.ts", "vp9-opus.webm", "hevc.mp4", "open-gop.mp4", "theora-vorbis.ogg",
    "fragmented.mp4", "edit-list.mp4", "far-from-zero.ts",
  ])
  func `look as ffmpeg draws them`(clip: String) throws {
    let path = Fixtures.clip(clip)
    let index = try Fixtures.index(at: path)
    let track = try #require(index.tracks.first { $0.kind == .video })
    let keys = index.samples.filter { Int($0.track) == track.id && $0.isSync && $0.isShown }
      .compactMap(\.presentationTime).sorted()
    let times = [keys[0], keys[keys.count / 2] + .milliseconds(3)]
    let found = try MediaReader(cores: 1).keyPictures(of: path, track: track.id, at: times).get()
    let folder = try ScratchFolder()
    var wrong: [String] = []
    for (place, picture) in found.sorted(by: { $0.key < $1.key }) {
      if abs((picture.time - times[place]).nanoseconds) > 5_000_000 {
        wrong.append("\(picture.time) is not \(times[place])")
      }
      let own = try Self.means("\(folder.path)/\(place).jpg", writing: picture.jpeg, filter: nil)
      let seconds = Double(picture.time.nanoseconds) / 1e9
      let other = try Self.means(
        path, filter: "select=between(t\\,\(seconds - 0.004)\\,\(seconds + 0.004))")
      let far = zip(own, other).filter { abs(Int($0) - Int($1)) > 14 }.count
      if own.count != 48 || other.count != 48 || far > 0 {
        wrong.append("picture \(place): \(own) is not \(other)")
      }
    }
    expect(found.count == 2 && wrong.isEmpty, "\(found.count): \(wrong)")
  }

  /// The mean colours of 16 parts of a picture, as ffmpeg reads it.
  private static func means(
    _ path: String, writing jpeg: [UInt8]? = nil, filter: String?
  ) throws -> [UInt8] {
    if let jpeg { try Data(jpeg).write(to: URL(fileURLWithPath: path)) }
    let output = FileManager.default.temporaryDirectory.appending(path: "means-\(UUID()).rgb")
    defer { try? FileManager.default.removeItem(at: output) }
    let scale = "scale=4:4:flags=area:in_range=auto,format=rgb24"
    try FFmpeg.run([
      "-copyts", "-i", path, "-vf", [filter, scale].compactMap(\.self).joined(separator: ","),
      "-vsync", "passthrough", "-frames:v", "1", "-f", "rawvideo", "-y", output.path,
    ])
    return Array(try Data(contentsOf: output))
  }

  @Test func `are the same each time, on any number of cores`() throws {
    let path = Fixtures.clip("faststart.mp4")
    let times = (0..<16).map { MediaTime.milliseconds(Int64($0) * 1250) }
    let found = try [1, 2, 3].map {
      try MediaReader(cores: $0).keyPictures(of: path, track: 0, at: times).get()
    }
    expect(found[0].count == 16 && found[0] == found[1] && found[1] == found[2])
  }

  @Test func `are not of what is encrypted, comes through a pipe or lies at a URL`() throws {
    let folder = try ScratchFolder()
    let path = "\(folder.path)/encrypted.mp4"
    try FFmpeg.run([
      "-i", Fixtures.clip("faststart.mp4"), "-c", "copy", "-encryption_scheme", "cenc-aes-ctr",
      "-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb",
      "-encryption_kid", "a7e61c373e219033c21091fa607bf3b8", path,
    ])
    let reader = MediaReader(cores: 1)
    let found = try [path, "/dev/null", "http://127.0.0.1:1/a.mp4"].map {
      try reader.keyPictures(of: $0, track: 0, at: [.zero])
    }
    expect(found, equals: [.failure(.encrypted), .failure(.pipe), .failure(.distant)])
  }

  @Test func `of a ladder are of the level and segment asked for`() throws {
    let path = Fixtures.folder.appending(path: "ladders/hls/master.m3u8").path
    let reading = try MediaReader(cores: 2).readLadder(path, .hls)
    let levels = reading.ladder.lanes[0].levels
    let wanted = levels.indices.flatMap { level in
      levels[level].segments.indices.map { segment in
        SegmentPicture(
          level: level, segment: segment, offset: .milliseconds(100),
          start: levels[level].segments[segment].declared.start)
      }
    }
    let found = try MediaReader(cores: 2).keyPictures(of: reading.sources, wanted).get()
    let misplaced = wanted.indices.filter { found[$0]?.time != wanted[$0].start }
    expect(found.count == wanted.count && misplaced.isEmpty, "\(misplaced)")
  }

  @Test func `that are none are told from pictures`() {
    let request = KeyPictureRequest(track: 0, times: [0], isRelative: false, seeks: true)
    func isPlausible(_ place: Int, _ jpeg: [UInt8], time: Int64 = 0) -> Bool {
      KeyPictureAnswer(pictures: [.init(place: place, time: time, jpeg: jpeg)])
        .isPlausible(for: request)
    }
    let large = [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: KeyPictureRequest.mostBytes)
    expect(
      [
        isPlausible(0, [0xFF, 0xD8, 0xFF]), isPlausible(1, [0xFF, 0xD8, 0xFF]),
        isPlausible(0, [0xFF, 0xD8]), isPlausible(0, large),
        isPlausible(0, [0xFF, 0xD8, 0xFF], time: .max),
      ], equals: [true, false, false, false, false])
  }
}
