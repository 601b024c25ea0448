import Expectations
import Foundation
import MediaReading
import PlayheadKit
import Testing

@Suite("The facts of a track")
struct TrackFactsTests {
  private static let withEstimates: Set = [
    "basic.ts", "damaged.ts", "fragmented.mp4", "joined.ts",
  ]

  @Test("are those that ffprobe lists", arguments: Fixtures.playable)
  func equalsStreams(clip: String) throws {
    let path = Fixtures.clip(clip)
    let tracks = try Fixtures.index(at: path).tracks
    let streams = try FFprobe.streams(of: path)
    expect(tracks.map(\.id), equals: streams.map(\.index))
    for (track, stream) in zip(tracks, streams) {
      expect(track.codec, equals: stream.codecName)
      // FFmpeg estimates others from what it has probed, which ffprobe does further.
      if !Self.withEstimates.contains(clip) {
        expect(track.bitRate?.bitsPerSecond, equals: stream.bitRate.flatMap { Int64($0) })
      }
      expect("\(track.timeBase.numerator)/\(track.timeBase.denominator)", equals: stream.timeBase)
      expect(track.dimensions?.width, equals: stream.width)
      expect(track.dimensions?.height, equals: stream.height)
      expect(track.channels, equals: stream.channels)
      expect(track.sampleRate, equals: stream.sampleRate.flatMap { Int($0) })
    }
  }

  @Test(
    "sound plays whose sample entry has no channels, as that of MPEG-H and IAMF",
    arguments: ["mhm1", "iamf"], ["audio-only.m4a", "faststart.mp4"])
  func soundWithoutChannels(entry: String, clip: String) throws {
    let folder = try ScratchFolder()
    let path = "\(folder.path)/sound.mp4"
    var bytes = try Fixtures.bytes(of: clip)
    func place(_ name: String) -> Int? {
      bytes.indices.first { bytes[$0...].starts(with: Array(name.utf8)) }
    }
    // An `AudioSampleEntry` with another name and no channels (ISO/IEC 14496-12, 12.2.3), and
    // without the `esds` that says it is AAC.
    let start = try #require(place("mp4a"))
    bytes.replaceSubrange(start..<start + 4, with: Array(entry.utf8))
    bytes.replaceSubrange(start + 20..<start + 22, with: [0, 0])
    let box = try #require(place("esds"))
    bytes.replaceSubrange(box..<box + 4, with: Array("free".utf8))
    try Data(bytes).write(to: URL(filePath: path))
    let former = try Fixtures.index(at: Fixtures.clip(clip))
    let index = try Fixtures.index(at: path)
    let number = try #require(former.tracks.first { $0.kind == .audio }?.id)
    expect(index.tracks[number].codec, equals: entry)
    expect(index.tracks[number].kind == .audio && index.tracks[number].isPreferred)
    func times(_ index: MediaIndex) -> [MediaTime?] {
      index.samples.filter { Int($0.track) == number }.map(\.presentationTime)
    }
    expect(times(index), equals: times(former))
    try expect(index.playedTracks(nil), equals: former.playedTracks(nil))
  }

  @Test("pictures are turned as ffprobe says", arguments: [90, 180, 270])
  func rotation(degrees: Int) throws {
    let folder = try ScratchFolder()
    let path = "\(folder.path)/turned.mp4"
    // The matrix in `tkhd`, in 16.16 and 2.30 bits fixed point (ISO/IEC 14496-12, 8.3.2).
    let one: Int32 = 0x1_0000
    let rows: [Int32] =
      switch degrees {
      case 90: [0, one, 0, -one, 0, 0]
      case 180: [-one, 0, 0, 0, -one, 0]
      default: [0, -one, 0, one, 0, 0]
      }
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: Fixtures.clip("video-only.mp4"))))
    let name = Array("tkhd".utf8)
    let header = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
    for (number, value) in rows.enumerated() {
      for byte in 0..<4 {
        bytes[header + 44 + 4 * number + byte] = UInt8(
          truncatingIfNeeded: value >> Int32(24 - 8 * byte))
      }
    }
    try Data(bytes).write(to: URL(filePath: path))
    let stream = try #require(try FFprobe.streams(of: path).first)
    let stated = try #require(stream.sideDataList?.compactMap(\.rotation).first)
    expect((360 - stated) % 360, equals: degrees)
    try expect(Fixtures.index(at: path).tracks[0].rotation, equals: degrees)
    try expect(Fixtures.index(at: Fixtures.clip("video-only.mp4")).tracks[0].rotation == nil)
  }

  @Test(
    "the codec is that of the configuration, whatever the sample entry is called",
    arguments: ["dvh1", "dvhe", "hev1", "dva1", "avc3"])
  func sampleEntry(entry: String) throws {
    let folder = try ScratchFolder()
    let path = "\(folder.path)/other.mp4"
    let clip = Fixtures.clip("video-only.mp4")
    var bytes = try Data(contentsOf: URL(filePath: clip))
    let table = try #require(bytes.range(of: Data("stsd".utf8)))
    let type = try #require(
      bytes.range(of: Data("avc1".utf8), in: table.upperBound..<bytes.endIndex))
    bytes.replaceSubrange(type, with: Data(entry.utf8))
    try bytes.write(to: URL(filePath: path))
    let usual = try MediaReader(cores: 1).read(clip, decode: .all)
    let other = try MediaReader(cores: 1).read(path, decode: .all)
    expect(other.index.tracks[0].codec, equals: "h264")
    expect(other.index.samples, equals: usual.index.samples)
    expect(other.decoding, equals: usual.decoding)
  }

  /// As obs-studio#3466 and scrcpy#2543 have them: 30 pictures a second, then 10.
  @Test(
    "the frame rate is that of all pictures, whatever the container knows",
    arguments: [("f.mp4", ["-movflags", "frag_keyframe+empty_moov"]), ("m.mkv", [])])
  func frameRate(name: String, options: [String]) throws {
    let folder = try ScratchFolder()
    let path = "\(folder.path)/\(name)"
    try FFmpeg.run(
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x64:r=30:d=12", "-vf",
        "select='lt(t,4)+not(mod(n,3))'", "-fps_mode", "passthrough", "-c:v", "libx264",
        "-preset", "ultrafast", "-force_key_frames", "expr:gte(t,n_forced*2)",
      ] + options + [path])
    let times = try FFprobe.packets(of: path).compactMap(\.pts).sorted()
    let base = try #require(try FFprobe.streams(of: path).first).timeBase.split(separator: "/")
    let seconds = Double(times[times.count - 1] - times[0]) / (Double(base[1]) ?? 1)
    let measured = Double(times.count - 1) / seconds
    let rate = try #require(try Fixtures.index(at: path).tracks[0].frameRate)
    expect(abs(Double(rate.numerator) / Double(rate.denominator) - measured) < 0.01)
    expect(measured < 20)
  }

  @Test("a sample entry that some players refuse is told from the usual one")
  func sampleEntry() throws {
    let folder = try ScratchFolder()
    for tag in ["hev1", "hvc1"] {
      let path = "\(folder.path)/\(tag).mp4"
      try FFmpeg.run(["-i", Fixtures.clip("hevc.mp4"), "-c", "copy", "-tag:v", tag, path])
      try expect(Fixtures.index(at: path).tracks[0].codecText?.hasPrefix(tag), equals: true)
    }
  }
}
