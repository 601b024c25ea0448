import Expectations
import MediaReading
import PlayheadKit
import Testing

/// The figures of every fixture that ffprobe tells the packets of as we do.
@Suite("The figures of an inspection are those of ffprobe's packets")
struct InspectionFixtureTests {
  private struct Packet {
    var track: Int
    var time: MediaTime
    var bytes: Int64
    var isShown: Bool
    var isKey: Bool
    var offset: Int64?
  }

  private static func inspection(
    _ clip: String
  ) throws -> (FileInspection, MediaIndex, Presentation) {
    let index = try Fixtures.index(at: Fixtures.clip(clip))
    let presentation = try Presentation(index)
    let profile = InspectionReference.defaultProfile(
      bytes: index.bytes, duration: presentation.duration)
    let inspection = FileInspection(
      index, FileScenario(presentation, over: NetworkLink(following: profile)), decoding: nil)
    return (inspection, index, presentation)
  }

  private static func packets(
    _ clip: String, _ index: MediaIndex, _ presentation: Presentation
  ) throws -> [Packet] {
    try FFprobe.packets(of: Fixtures.clip(clip)).compactMap { packet in
      guard presentation.tracks.contains(packet.streamIndex), let pts = packet.pts,
        let bytes = Int64(packet.size),
        let time = MediaTime(value: pts, timeBase: index.tracks[packet.streamIndex].timeBase)
      else { return nil }
      return Packet(
        track: packet.streamIndex, time: time - presentation.origin, bytes: bytes,
        isShown: !packet.flags.contains("D"), isKey: packet.flags.contains("K"),
        offset: packet.pos.flatMap { Int64($0) })
    }
  }

  private static let clips = [
    "audio-only.m4a", "badly-interleaved.mp4", "basic.flv", "basic.mkv", "different-lengths.mp4",
    "edit-list.mp4", "faststart.mp4", "fragmented.mp4", "hevc.mp4", "moov-at-end.mp4",
    "open-gop.mp4", "peak.mp4", "single-gop.mp4", "variable-frame-rate.mp4", "video-only.mp4",
  ]

  @Test("for peak rates", arguments: clips)
  func peaks(clip: String) throws {
    let (inspection, index, presentation) = try Self.inspection(clip)
    let shown = try Self.packets(clip, index, presentation).filter(\.isShown)
    expect(inspection.figures.peaks.count >= 1)
    for peak in inspection.figures.peaks {
      let most = shown.map { first in
        shown.reduce(Int64(0)) { sum, packet in
          first.time <= packet.time && packet.time < first.time + peak.window
            ? sum + packet.bytes : sum
        }
      }.max()
      let seconds = peak.window.nanoseconds / 1_000_000_000
      let bits = (2 * (most ?? 0) * 8 + seconds) / (2 * seconds)
      expect(peak.rate, equals: BitRate(bitsPerSecond: bits))
    }
  }

  @Test("for the longest time without a key frame", arguments: clips)
  func groups(clip: String) throws {
    let (inspection, index, presentation) = try Self.inspection(clip)
    guard let group = inspection.figures.longestGroup else {
      expect(index.tracks.allSatisfy { $0.kind != .video })
      return
    }
    let packets = try Self.packets(clip, index, presentation).filter { $0.track == group.track }
    let keys = packets.filter(\.isKey).map(\.time).sorted()
    let end = try #require(inspection.figures.extents.first { $0.track == group.track }).range.end
    let longest = zip(keys, keys.dropFirst() + [end]).map { $1 - $0 }.max()
    expect(group.duration, equals: longest)
  }

  /// In MP4 a sample needs the bytes up to its own end.
  @Test("for the cost of a seek", arguments: clips.filter { $0.hasSuffix("mp4") })
  func seeks(clip: String) throws {
    let (inspection, index, presentation) = try Self.inspection(clip)
    let cost = try #require(inspection.figures.seekCost)
    // Other demuxers emit the tracks in their own order, but each track in that of the file.
    let packets = try Self.packets(clip, index, presentation).filter { $0.track == cost.track }
    var costs: [Int64] = []
    for (number, packet) in packets.enumerated() where packet.isShown {
      let start = packets[...number].lastIndex(where: \.isKey) ?? 0
      let end = packets[start...number].compactMap { packet in
        packet.offset.map { $0 + packet.bytes }
      }.max()
      costs.append((end ?? 0) - (packets[start].offset ?? 0))
    }
    expect(cost.worstBytes, equals: costs.max())
    let (sum, count) = (costs.reduce(0, +), Int64(costs.count))
    expect(cost.meanBytes, equals: (2 * sum + count) / (2 * count))
  }

  @Test("for how far tracks lie apart in a file", arguments: clips.filter { $0.hasSuffix("mp4") })
  func gaps(clip: String) throws {
    let (inspection, index, presentation) = try Self.inspection(clip)
    let packets = try FFprobe.packets(of: Fixtures.clip(clip)).filter {
      presentation.tracks.contains($0.streamIndex) && !$0.flags.contains("D") && $0.pts != nil
    }.sorted { Int64($0.pos ?? "") ?? 0 < Int64($1.pos ?? "") ?? 0 }
    var latest: [Int: MediaTime] = [:]
    var most = MediaTime.zero
    for packet in packets {
      let timeBase = index.tracks[packet.streamIndex].timeBase
      guard let ticks = packet.dts ?? packet.pts,
        let time = MediaTime(value: ticks, timeBase: timeBase)
      else { continue }
      for (track, ahead) in latest where track != packet.streamIndex {
        most = max(most, ahead - time)
      }
      latest[packet.streamIndex] = max(latest[packet.streamIndex] ?? time, time)
    }
    expect(inspection.figures.interleavingGap?.time ?? .zero, equals: most)
  }
}
