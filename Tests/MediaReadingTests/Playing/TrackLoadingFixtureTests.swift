import Expectations
import MediaReading
import PlayheadKit
import Testing

/// Held against ffprobe's packets, of files that need no more of a sample than its own bytes.
@Suite("How far each track is loaded, of a file with poor interleaving or tracks of two lengths,")
struct TrackLoadingFixtureTests {
  static let clips = ["badly-interleaved.mp4", "different-lengths.mp4"]

  private struct Packet {
    var time: MediaTime
    /// Where the last byte ends that it takes to decode it.
    var needs: Int64
  }

  /// The packets shown of a track, in the order of decoding.
  private static func packets(_ path: String, _ track: Track) throws -> [Packet] {
    var group: Int64 = 0
    return try FFprobe.packets(of: path).filter { $0.streamIndex == track.id }.compactMap {
      packet in
      guard let position = packet.pos.flatMap(Int64.init), let size = Int64(packet.size),
        let pts = packet.pts, let time = MediaTime(value: pts, timeBase: track.timeBase)
      else { return nil }
      group = packet.flags.contains("K") ? position + size : max(group, position + size)
      return packet.flags.contains("D") ? nil : Packet(time: time, needs: group)
    }
  }

  @Test("is its least presentation time whose bytes are missing", arguments: clips)
  func curves(clip: String) throws {
    let path = Fixtures.clip(clip)
    let index = try Fixtures.index(at: path)
    let presentation = try Presentation(index)
    let rendition = presentation.rendition
    expect(rendition.trackLoading.map(\.kind), equals: [.video, .audio])
    let all = try index.tracks.map { try Self.packets(path, $0) }
    let origin = try #require(all.joined().map(\.time).min())
    func end(_ packets: [Packet], _ position: Int64) -> MediaTime {
      packets.filter { $0.needs > position }.map { $0.time - origin }.min()
        ?? presentation.duration
    }
    let any = rendition.loading(over: .anyTrack)
    var positions: Set<Int64> = [0]
    for packet in all.joined() { positions.formUnion([packet.needs - 1, packet.needs]) }
    for position in positions {
      let ends = all.map { end($0, position) }
      for (own, end) in zip(rendition.trackLoading, ends) {
        expect(own.curve.end(at: ReadPosition(position)), equals: end)
      }
      expect(rendition.loading.end(at: ReadPosition(position)), equals: ends.min())
      // Both tracks start at the origin, so neither counts before it has begun.
      expect(any.end(at: ReadPosition(position)), equals: ends.max())
    }
  }

  @Test("decides when a player starts", arguments: clips, TrackCombination.allCases)
  func startup(clip: String, tracks: TrackCombination) throws {
    let path = Fixtures.clip(clip)
    let index = try Fixtures.index(at: path)
    let presentation = try Presentation(index)
    let all = try index.tracks.map { try Self.packets(path, $0) }
    let origin = try #require(all.joined().map(\.time).min())
    // Two seconds of a track are in with the last of the bytes of what is shown before.
    let needs = all.map { packets in
      packets.filter { $0.time - origin < .seconds(2) }.map(\.needs).max() ?? 0
    }
    let position = try #require(tracks == .allTracks ? needs.max() : needs.min())
    let link = NetworkLink(
      following: try BandwidthProfile(
        name: "slow", rate: BitRate(bitsPerSecond: 100_003), latency: .milliseconds(40)))
    var values = BufferingPolicy.Parameters()
    values.loadedOver = tracks
    var simulation = Simulation(
      FileScenario(presentation, over: link, policy: try BufferingPolicy(values)))
    let session = simulation.run()
    let request = try #require(session.requests.first)
    expect(session.requests.count == 1 && request.offset == 0)
    expect(session.startup, equals: link.arrival(of: position, from: .milliseconds(40)))
  }
}
