import Expectations
import MediaReading
import PlayheadKit
import Testing

@Suite struct `Timestamps of every fixture` {
  /// A recording and the same once more: ffprobe lists twice as many packets as there are times.
  private static let joined = ["joined.mkv", "joined.ts"]

  @Test(arguments: Fixtures.playable)
  func `begin again only where recordings are joined`(clip: String) throws {
    let path = Fixtures.clip(clip)
    let index = try Fixtures.index(at: path)
    let presentation = try Presentation(index)
    let restarts = index.timestampRestarts(of: presentation.tracks)
    guard Self.joined.contains(clip) else {
      expect(restarts, equals: [])
      return
    }
    expect(restarts.map(\.track), equals: [0, 1])
    for restart in restarts {
      let packets = try FFprobe.packets(of: path).filter { $0.streamIndex == restart.track }
      let first = Array(packets[..<(packets.count / 2)])
      let second = packets[(packets.count / 2)...]
      // Priming, which is not shown, is at the head of both.
      let half = first.filter { !$0.flags.contains("D") }.count
      expect(second.map(\.pts), equals: first.map(\.pts))
      expect(restart.count == 1 && restart.places.count == 1)
      expect(restart.overlappingSamples, equals: half)
      expect(restart.places[0].overlappingSamples, equals: half)
      expect(restart.places[0].offset, equals: second.first?.pos.flatMap { Int64($0) })
      let base = index.tracks[restart.track].timeBase
      let times = first.compactMap { $0.pts.flatMap { MediaTime(value: $0, timeBase: base) } }
      expect(restart.places[0].from == times.max() && restart.places[0].to == times[0])
    }
  }
}
