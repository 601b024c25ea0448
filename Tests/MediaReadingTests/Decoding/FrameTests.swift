import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import MediaReading

@Suite struct `Frames at a time` {
  /// ffmpeg counts to the same frame and makes it small by its own means; the key frame before it
  /// is another picture.
  @Test(arguments: ["faststart.mp4", "vp9-opus.webm", "hevc.mp4", "open-gop.mp4"])
  func `are those that ffmpeg counts to`(clip: String) throws {
    let path = Fixtures.clip(clip)
    let index = try Fixtures.index(at: path)
    let track = try #require(index.tracks.first { $0.kind == .video })
    let times = index.samples.filter { Int($0.track) == track.id && $0.isShown }
      .compactMap(\.presentationTime).sorted()
    let folder = try ScratchFolder()
    var wrong: [String] = []
    for number in [0, times.count / 2 + 7, times.count - 1] {
      let frame = try MediaReader(cores: 1).frame(
        of: path, track: track.id, at: times[number] + .milliseconds(3), within: (160, 90)
      ).get()
      let picture = "\(folder.path)/\(number).ppm"
      let head = Data("P6 \(frame.width) \(frame.height) 255\n".utf8)
      try (head + Data(frame.bytes)).write(to: URL(fileURLWithPath: picture))
      let own = try Self.means(picture, frame: 0)
      let other = try Self.means(path, frame: number)
      let far = zip(own, other).filter { abs(Int($0) - Int($1)) > 14 }.count
      if other.count != 48 || far > 0 || frame.width > 160 || frame.height > 90 {
        wrong.append("frame \(number): \(own) is not \(other)")
      }
    }
    expect(wrong.isEmpty, "\(wrong)")
  }

  /// The mean colours of 16 parts of a picture, as ffmpeg makes them of both.
  private static func means(_ path: String, frame number: Int) throws -> [UInt8] {
    let output = FileManager.default.temporaryDirectory.appending(path: "means-\(UUID()).rgb")
    defer { try? FileManager.default.removeItem(at: output) }
    try FFmpeg.run([
      "-i", path, "-vf",
      "select=eq(n\\,\(number)),format=rgb24,scale=4:4:flags=area", "-frames:v", "1",
      "-f", "rawvideo", "-y", output.path,
    ])
    return Array(try Data(contentsOf: output))
  }

  @Test func `are not behind the end, of a pipe or at a URL`() throws {
    let reader = MediaReader(cores: 1)
    let results = try [
      reader.frame(
        of: Fixtures.clip("faststart.mp4"), track: 0, at: .seconds(3600), within: (80, 45)),
      reader.frame(of: "/dev/stdin", track: 0, at: .zero, within: (80, 45)),
      reader.frame(of: "https://localhost/x.mp4", track: 0, at: .zero, within: (80, 45)),
    ].map { result in
      if case .failure(let reason) = result { reason } else { nil as NoPictures? }
    }
    expect(results, equals: [.undecodable, .pipe, .distant])
  }
}
