import Expectations
import Foundation
import MediaReading
import PlayheadKit
import Testing

/// Segments that are missing, truncated or no media.
extension LadderReadingTests {
  @Test("a segment that is missing or no media is passed over, and those behind it are read")
  func damage() throws {
    let folder = try ScratchFolder()
    let source = Self.folder.appending(path: "hls")
    for name in try FileManager.default.contentsOfDirectory(atPath: source.path) {
      try FileManager.default.copyItem(
        atPath: source.appending(path: name).path, toPath: "\(folder.path)/\(name)")
    }
    try FileManager.default.removeItem(atPath: "\(folder.path)/low-1.m4s")
    try Data("not media".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/high-2.m4s"))
    let ladder = try MediaReader(cores: 2).readLadder("\(folder.path)/master.m3u8").ladder
    let levels = ladder.lanes[0].levels
    expect(levels[0].segments.map { $0.damage != nil }, equals: [false, true, false, false])
    expect(levels[0].segments[1].damage, equals: "low-1.m4s is missing")
    expect(levels[1].segments[2].damage != nil)
    expect(levels[0].segments[3].measured != nil)
  }

  @Test(
    "a segment that is truncated or overwritten leaves those behind it as they are",
    arguments: [0, 1, 2, 3], [false, true])
  func broken(number: Int, isOverwritten: Bool) throws {
    let folder = try ScratchFolder()
    let source = Self.folder.appending(path: "hls")
    for name in try FileManager.default.contentsOfDirectory(atPath: source.path) {
      try FileManager.default.copyItem(
        atPath: source.appending(path: name).path, toPath: "\(folder.path)/\(name)")
    }
    let path = "\(folder.path)/low-\(number).m4s"
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let broken =
      isOverwritten
      ? Data((0..<whole.count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 77) })
      : whole.prefix(whole.count / 2)
    try broken.write(to: URL(fileURLWithPath: path))
    func segments(_ folder: String) throws -> [LadderSegment] {
      try MediaReader(cores: 2).readLadder("\(folder)/master.m3u8").ladder.lanes[0].levels[0]
        .segments
    }
    let (found, intact) = (try segments(folder.path), try segments(source.path))
    expect(found.count, equals: 4)
    for place in found.indices where place != number {
      expect(found[place], equals: intact[place], "segment \(place)")
    }
    expect(found[number].measured != intact[number].measured)
    expect(found[number].isTruncated != isOverwritten)
    guard !isOverwritten else {
      expect(found[number].damage, equals: "low-\(number).m4s has nothing to show")
      return
    }
    // Its media data is the last box, and begins where it did.
    let missing = whole.count - broken.count
    expect(
      found[number].damage,
      equals: "low-\(number).m4s is truncated: \(missing) bytes of its last box are missing")
    let (part, all) = (try #require(found[number].measured), intact[number].shown)
    expect(part.start == all.start && part.end < all.end && part.duration > .zero)
    // As long as the sound is whole, the session is.
    expect(found[number].declared, equals: intact[number].declared)
  }

  @Test("a truncated segment shows only what all tracks have of it", arguments: [20, 60, 95])
  func truncatedTracks(percent: Int) throws {
    let folder = try ScratchFolder()
    // A fragment has all of its pictures, then all of its sound.
    try FFmpeg.run([
      "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=25:duration=6", "-f", "lavfi", "-i",
      "sine=duration=6", "-c:v", "libx264", "-g", "50", "-sc_threshold", "0", "-c:a", "aac", "-f",
      "hls", "-hls_time", "2", "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4",
      "-hls_segment_filename", "\(folder.path)/s%d.m4s", "\(folder.path)/list.m3u8",
    ])
    let reader = MediaReader(cores: 2, cache: ReadingCache(directory: "\(folder.path)/kept"))
    func level() throws -> Level {
      try reader.readLadder("\(folder.path)/list.m3u8").ladder.lanes[0].levels[0]
    }
    let intact = try level().segments
    let path = URL(fileURLWithPath: "\(folder.path)/s1.m4s")
    let whole = try Data(contentsOf: path)
    try whole.prefix(whole.count * percent / 100).write(to: path)
    let damaged = try level()
    let found = damaged.segments
    expect(found.map(\.isTruncated), equals: [false, true, false])
    expect(found[0] == intact[0] && found[2].shown.end == intact[2].shown.end)
    let bytes = try [damaged.initializations[0].name, "s1.m4s"].map {
      try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\($0)"))
    }
    // As ffprobe tells.
    let tracks = try Self.times(of: bytes[0] + bytes[1], in: folder.path)
    let hasAll = tracks.allSatisfy { $0.start < $0.end }
    expect(hasAll, equals: (percent > 20))
    expect((found[1].measured != nil), equals: hasAll)
    if let shown = found[1].measured {
      // Both tracks go on from the segment before, so that nothing is missing at its start.
      expect(shown.start, equals: intact[1].shown.start)
      let whole = try Self.times(of: bytes[0] + whole, in: folder.path)
      let missing = (whole.map(\.end).min() ?? 0) - (tracks.map(\.end).min() ?? 0)
      expect(abs((intact[1].shown.end - shown.end).nanoseconds - missing) < 1_000_000)
    }
    // Also from the cache.
    try expect(level(), equals: damaged)
  }
}
