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
    #expect(tracks.map(\.id) == streams.map(\.index))
    for (track, stream) in zip(tracks, streams) {
      #expect(track.codec == stream.codecName)
      // FFmpeg estimates others from what it has probed, which ffprobe does further.
      if !Self.withEstimates.contains(clip) {
        #expect(track.bitRate?.bitsPerSecond == stream.bitRate.flatMap { Int64($0) })
      }
      #expect("\(track.timeBase.numerator)/\(track.timeBase.denominator)" == stream.timeBase)
      #expect(track.dimensions?.width == stream.width)
      #expect(track.dimensions?.height == stream.height)
      #expect(track.channels == stream.channels)
      #expect(track.sampleRate == stream.sampleRate.flatMap { Int($0) })
    }
  }
}
