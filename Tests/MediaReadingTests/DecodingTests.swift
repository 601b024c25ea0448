import Foundation
import MediaReading
import PlayheadKit
import Testing

@Suite("Decoding")
struct DecodingTests {
  @Test("counts the frames that ffprobe counts", arguments: Fixtures.playable, [1, 2, 5])
  func equalsCounts(clip: String, cores: Int) throws {
    let path = Fixtures.clip(clip)
    let reading = try MediaReader(cores: cores).read(path, decode: .all)
    let streams = try FFprobe.streams(of: path, ["-count_frames"])
    let report = try #require(reading.decoding)
    for track in report.tracks {
      #expect(String(track.frames) == streams[track.track].nbReadFrames)
    }
  }
}
