import Expectations
import Foundation
import MediaReading
import PlayheadKit
import Testing

@Suite("Ogg streams one after the other")
struct ChainedOggTests {
  @Test(
    "begin again once, and the headers of the second are no samples",
    arguments: ["libvorbis", "libopus", "flac"])
  func chained(codec: String) throws {
    let folder = try ScratchFolder()
    var packets: [[FFprobe.Packet]] = []
    var bytes = Data()
    for (pitch, seconds) in [(400, 8), (800, 5)] {
      let path = "\(folder.path)/\(pitch).ogg"
      try FFmpeg.run([
        "-f", "lavfi", "-i", "sine=f=\(pitch):d=\(seconds):sample_rate=48000", "-c:a", codec, path,
      ])
      packets.append(try FFprobe.packets(of: path))
      bytes += try Data(contentsOf: URL(fileURLWithPath: path))
    }
    let path = "\(folder.path)/both.ogg"
    try bytes.write(to: URL(fileURLWithPath: path))
    let index = try MediaReader(cores: 2).read(path, decode: .none).index
    // As many as ffprobe finds in each file by itself.
    expect(index.samples.count, equals: packets[0].count + packets[1].count)
    let restarts = try #require(index.timestampRestarts(of: [0]).first)
    expect(restarts.count, equals: 1)
    // All of the shorter one is shown at times that the longer one had.
    let hidden = packets[1].count { $0.flags.contains("D") }
    expect(restarts.overlappingSamples, equals: packets[1].count - hidden)
    expect(restarts.places[0].offset >= Int64(packets[0].last?.pos ?? "") ?? .max)
  }
}
