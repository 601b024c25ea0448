import Expectations
import Foundation
import MediaReading
import PlayheadKit
import Testing

@Suite("The end of a Matroska file")
struct MatroskaEndTests {
  @Test(
    "is where its header says, if pictures are few and far between", arguments: ["mkv", "webm"])
  func unevenPictures(container: String) throws {
    let folder = try ScratchFolder()
    let (pictures, path) = ("\(folder.path)/few.mp4", "\(folder.path)/few.\(container)")
    // Six pictures in 20 s; the usual distance of them says nothing of the last one.
    try FFmpeg.run([
      "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=20", "-f", "lavfi", "-i",
      "sine=d=20:sample_rate=48000", "-vf", "select='not(mod(n,100))+eq(n,499)'", "-vsync", "vfr",
      "-bf", "0",
      "-c:v", container == "mkv" ? "libx264" : "libvpx-vp9", "-c:a",
      container == "mkv" ? "aac" : "libopus", "-strict", "-2", pictures,
    ])
    try FFmpeg.run(["-i", pictures, "-c", "copy", path])
    let (original, packets) = (
      try FFprobe.packets(of: pictures).filter { $0.streamIndex == 0 },
      try FFprobe.packets(of: path).filter { $0.streamIndex == 0 }
    )
    expect(original.count == 6 && packets.count == 6)
    let base = try #require(FFprobe.streams(of: pictures).first).timeBase
    let scale = try #require(Int64(base.dropFirst(2)))
    // By MP4's table, the last picture is shown for a frame of 25 in a second.
    let last = try #require(original.last)
    let length = MediaTime(
      value: (last.pts ?? 0) + (last.duration ?? 0) - (original[0].pts ?? 0),
      timeBase: Rational(1, Int32(scale)))
    // FFmpeg's demuxer has it for longer.
    let declared = try #require(packets.last?.duration)
    expect(declared > 1000)
    let index = try MediaReader(cores: 2).read(path, decode: .none).index
    let samples = index.samples.filter { $0.track == 0 }
    let first = try #require(samples.first?.presentationTime)
    let end = try #require(
      samples.compactMap { sample in sample.presentationTime.map { $0 + sample.duration } }.max())
    // Times are in milliseconds, and sound can end behind the pictures.
    expect(abs((end - first - (length ?? .zero)).nanoseconds) < 40_000_000)
  }

  @Test("stays where pictures end at even distances, as in every other file")
  func evenPictures() throws {
    let index = try Fixtures.index(at: Fixtures.clip("basic.mkv"))
    let packets = try FFprobe.packets(of: Fixtures.clip("basic.mkv"))
    for track in 0...1 {
      let own = packets.filter { $0.streamIndex == track }
      let ends = own.compactMap { packet in packet.pts.map { $0 + (packet.duration ?? 0) } }
      let found = index.samples.filter { $0.track == track }
        .compactMap { sample in sample.presentationTime.map { $0 + sample.duration } }.max()
      expect(found, equals: ends.max().map { .milliseconds($0) })
    }
  }
}
