import Expectations
import Foundation
import MediaReading
import PlayheadKit
import Testing

/// How far segments can be played while they come.
extension LadderReadingTests {
  /// Up to when all tracks of `bytes` are there by how many of them, as ffprobe's packets say,
  /// counted from the first time that all have; from `start` on in bytes.
  private static func parts(of bytes: Data, from start: Int64, in folder: String) throws
    -> [[Int64]]
  {
    let path = "\(folder)/\(UUID().uuidString)"
    try bytes.write(to: URL(fileURLWithPath: path))
    let streams = try FFprobe.streams(of: path)
    var samples: [(track: Int, end: Int64, start: Int64, until: Int64)] = []
    for packet in try FFprobe.packets(of: path, ["-ignore_editlist", "1"]) {
      let nanoseconds = Self.nanoseconds(in: streams[packet.streamIndex].timeBase)
      let time = try #require(packet.pts)
      let place = try #require(packet.pos.flatMap(Int64.init))
      samples.append(
        (
          packet.streamIndex, place + (try #require(Int64(packet.size))) - start,
          nanoseconds(time), nanoseconds(time + (packet.duration ?? 0))
        ))
    }
    let tracks = Set(samples.map(\.track))
    let first =
      tracks.compactMap { track in
        samples.filter { $0.track == track }.map(\.start).min()
      }.max() ?? 0
    var reached = first
    var parts: [[Int64]] = []
    for end in Set(samples.map(\.end)).sorted() where end < Int64(bytes.count) - start {
      // What is missing of a track begins there.
      let now = tracks.compactMap { track in
        let own = samples.filter { $0.track == track }
        return own.filter { $0.end > end }.map(\.start).min() ?? own.map(\.until).max()
      }.min()
      guard let now, now > reached else { continue }
      reached = now
      parts.append([end, now - first])
    }
    return parts
  }

  @Test("a segment of fMP4 can be played as far as ffprobe's packets are in")
  func partsOfFragments() throws {
    let folder = try ScratchFolder()
    let ladder = try MediaReader(cores: 2).readLadder(
      Self.folder.appending(path: "hls/master.m3u8").path,
      timing: SegmentTimeOptions(readsParts: true)
    ).ladder
    for level in ladder.lanes.flatMap(\.levels) {
      for segment in level.segments {
        let section = level.initializations[segment.initialization ?? 0].name
        let bytes = try [section, segment.resource.name]
          .map { try Data(contentsOf: Self.folder.appending(path: "hls/\($0)")) }
        let found = try Self.parts(
          of: bytes[0] + bytes[1], from: Int64(bytes[0].count), in: folder.path)
        expect(found.count > 10 && segment.parts.map(\.bytes) == found.map { $0[0] })
        let start = try #require(segment.measured).start
        for (part, other) in zip(segment.parts, found) {
          expect(abs((part.end - start).nanoseconds - other[1]) <= 2)
        }
      }
    }
  }

  @Test("a segment of several tracks can be played as far as all of them are in")
  func partsOfTracks() throws {
    let folder = try ScratchFolder()
    let clip = try Data(contentsOf: Fixtures.folder.appending(path: "clips/fragmented.mp4"))
    // Its first two boxes are what its fragments need.
    var head = 0
    for _ in 0..<2 {
      head += clip[head..<head + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    try clip[..<head].write(to: URL(fileURLWithPath: folder.path + "/init.mp4"))
    try clip[head...].write(to: URL(fileURLWithPath: folder.path + "/media.m4s"))
    let list = """
      #EXTM3U
      #EXT-X-TARGETDURATION:60
      #EXT-X-MAP:URI="init.mp4"
      #EXTINF:60,
      media.m4s
      #EXT-X-ENDLIST
      """
    try Data(list.utf8).write(to: URL(fileURLWithPath: folder.path + "/list.m3u8"))
    let reader = MediaReader(cores: 2)
    func read(_ options: SegmentTimeOptions) throws -> LadderSegment {
      try reader.readLadder(folder.path + "/list.m3u8", timing: options).ladder.lanes[0].levels[0]
        .segments[0]
    }
    let segment = try read(SegmentTimeOptions(readsParts: true))
    let found = try Self.parts(of: clip, from: Int64(head), in: folder.path)
    expect(found.count > 10 && segment.parts.map(\.bytes) == found.map { $0[0] })
    let start = try #require(segment.measured).start
    for (part, other) in zip(segment.parts, found) {
      expect(abs((part.end - start).nanoseconds - other[1]) <= 2)
    }
    try expect(read(SegmentTimeOptions()).parts.isEmpty)
  }
}
