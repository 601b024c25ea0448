import Expectations
import PlayheadFiles
import PlayheadLadder
import PlayheadManifests
import PlayheadModel
import Testing

@Suite("Ladder files and movies")
struct LadderFileTests {
  @Test("A ladder file has files, a segment length and what is told of each level")
  func ladder() throws {
    let text = """
      playhead: ladder/1
      segments: 4s
      levels:
        - {file: 360p.mp4, bitrate: 800kbit/s, name: low}
        - file: ../x/720p.a.mp4
        - file: https://h/v.mp4?q=1
      audio: [{file: /a b.m4a}]
      """
    let ladder = try LadderFile(Array(text.utf8), at: .file("d/ladder.yaml"))
    expect(ladder.segmentDuration, equals: .seconds(4))
    expect(ladder.levels.map(\.name), equals: ["low", "720p.a", "v"])
    expect(ladder.levels.map { $0.bitRate?.bitsPerSecond }, equals: [800_000, nil, nil])
    expect(
      ladder.levels.map(\.reference.location) == [
        .file("d/360p.mp4"), .file("d/../x/720p.a.mp4"), .url("https://h/v.mp4?q=1"),
      ])
    expect(ladder.audio.map(\.reference.location.text), equals: ["/a b.m4a"])
    let remote = try LadderFile(
      Array(
        "{\"playhead\": \"ladder/1\", \"segments\": 2, \"levels\": [{\"file\": \"a.mp4\"}]}".utf8),
      at: .url("http://h/d/l.yaml"))
    expect(remote.levels.map(\.reference.location) == [.url("http://h/d/a.mp4")])
  }

  @Test(
    "Each mistake in a ladder file has its line and column",
    arguments: [
      ("segments: 4s\nlevels: [{file: a}]", "line 1, column 1: playhead is missing"),
      (
        "playhead: ladder/2\n", "line 1, column 11: playhead: “ladder/2” is not a supported version"
      ),
      (
        "playhead: ladder/1\nlevels: [{file: a}]",
        "line 1, column 1: segments is missing; write segments: 4s"
      ),
      ("playhead: ladder/1\nsegments: 4s", "line 1, column 1: levels is missing"),
      (
        "playhead: ladder/1\nsegments: 4s\nlevels: []",
        "line 3, column 9: levels: the list is empty"
      ),
      (
        "playhead: ladder/1\nsegments: 0s\nlevels: [{file: a}]",
        "line 2, column 11: segments: segments are at least 1 ms"
      ),
      (
        "playhead: ladder/1\nsegments: 4s\nlevels: [{name: a}]",
        "line 3, column 10: file is missing"
      ),
      (
        "playhead: ladder/1\nsegments: 4s\nlevels: [{fil: a, file: a}]",
        "line 3, column 11: unknown key “fil”; did you mean file?"
      ),
      (
        "playhead: ladder/1\nsegments: 4s\nlevels: [{file: ftp://h/a}]",
        "line 3, column 17: file: only http and https"
      ),
      (
        "playhead: ladder/1\nsegments: 4s\nlevels: [{file: a, bitrate: x}]",
        "line 3, column 29: bitrate: “x”"
      ),
    ])
  func mistakes(text: String, problem: String) throws {
    do throws(YAMLError) {
      _ = try LadderFile(Array(text.utf8), at: .file("l.yaml"))
      Issue.record("read")
    } catch {
      expect(error.problems.count == 1 && error.first.description.hasPrefix(problem), "\(error)")
    }
  }

  @Test("A movie is a ladder of sizes, in ascending order of bit rate, in whole bytes")
  func movie() throws {
    let text = """
      {"segment_duration_ms": 3000.5, "bitrates_kbps": [331, 230.25],
       "segment_sizes_bits": [[800, 80], [801, 88], [0, 96]], "other": null}
      """
    let movie = try SabreMovie(Array(text.utf8))
    let ladder = movie.ladder
    expect(ladder.format, equals: .sizes)
    expect(ladder.lanes.map(\.kind), equals: [.muxed])
    let levels = ladder.lanes[0].levels
    expect(levels.map(\.bitRate.bitsPerSecond), equals: [230_250, 331_000])
    expect(levels.map(\.manifestIndex), equals: [1, 0])
    expect(
      levels.map { $0.segments.map(\.resource.bytes) }, equals: [[10, 11, 12], [100, 101, 0]])
    expect(
      levels[0].segments.map(\.declared),
      equals: seconds([(0, 3.0005), (3.0005, 6.001), (6.001, 9.0015)]))
    expect(movie.notes, equals: ["1 size in bits rounded up to whole bytes"])
    expect(ladder.duration, equals: .milliseconds(9001) + MediaTime(nanoseconds: 500_000))
  }

  @Test(
    "Each mistake in a movie has its place",
    arguments: [
      ("", "expected a movie, found an empty file"),
      ("[]", "line 1, column 1: expected an object"),
      (
        "{\"segment_duration_ms\": 0}",
        "line 1, column 25: segment_duration_ms: a segment has no length"
      ),
      (
        "{\"segment_duration_ms\": 1, \"bitrates_kbps\": []}",
        "line 1, column 45: bitrates_kbps: expected 1 to 1000 rates"
      ),
      (
        "{\"segment_duration_ms\": 1, \"bitrates_kbps\": [1], \"segment_sizes_bits\": []}",
        "line 1, column 72: segment_sizes_bits: no segments"
      ),
      (
        "{\"segment_duration_ms\": 1, \"bitrates_kbps\": [1], \"segment_sizes_bits\": [[1, 2]]}",
        "line 1, column 73: segment_sizes_bits: expected 1 size"
      ),
      (
        "{\"segment_duration_ms\": 1, \"bitrates_kbps\": [1], \"segment_sizes_bits\": [[0.5]]}",
        "line 1, column 74: segment_sizes_bits: the resolution is 1"
      ),
      (
        "{\"segment_duration_ms\": 1, \"bitrates_kbps\": [1], "
          + "\"segment_sizes_bits\": [[9007199254740992], [1]]}",
        "line 1, column 72: segment_sizes_bits: the segments have more than 1 PiB in all"
      ),
      ("{} {}", "line 1, column 4: expected the end of the file"),
    ])
  func movieMistakes(text: String, problem: String) throws {
    do throws(JSONError) {
      _ = try SabreMovie(Array(text.utf8))
      Issue.record("read")
    } catch {
      expect(error.description.hasPrefix(problem), "\(error)")
    }
  }

  @Test(
    "The contents tell the format",
    arguments: [
      ("#EXTM3U", .hls), ("#EXTM3U\r\n#EXT", .hls), ("\u{FEFF}#EXTM3U\n", .hls), ("#EXTM3U8", nil),
      ("<MPD/>", .dash),
      ("\u{FEFF} <?xml version=\"1.0\"?>\n<!-- <a> -->\n<x:MPD xmlns:x=\"y\">", .dash),
      ("<!DOCTYPE MPD><MPD>", .dash), ("<html>", nil), ("<!-- ", nil), ("<", nil),
      ("{\"segment_duration_ms\": 3", .sizes), ("{\"a\": 1}", nil),
      ("{\"playhead\": \"ladder/1\"}", .files), ("# x\nplayhead: ladder/1", .files),
      ("playhead: 'ladder/1'", .files), ("playhead: network/1", nil), ("ladder: 1\n", .files),
      ("", nil), ("abc", nil),
    ] as [(String, Ladder.Format?)])
  func detection(text: String, format: Ladder.Format?) {
    expect(Ladder.Format(detecting: Array(text.utf8)), equals: format)
  }
}
