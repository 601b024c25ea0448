import Expectations
import Foundation
import MediaReading
import Testing

@testable import PlayheadCommand

@Suite("playhead analyze")
struct AnalyzeTests {
  /// The keys that the JSON report promises, in their order.
  static let keys: [String: [String]] = [
    "": [
      "schema", "generator", "scenarioSha256", "media", "network", "player", "run", "summary",
      "networkRepeats", "metBound", "startup", "stalls", "seeks", "unperformedActions", "causes",
      "whatIf", "spread", "requests",
      "events", "ticks",
    ],
    "generator": ["version", "libraries"],
    "network": [
      "name", "notes", "intervalCount", "meanBitsPerSecond", "tcp", "setUpRoundTrips", "afterwards",
      "jitter", "timeline", "given",
    ],
    "run": [
      "actions", "loops", "limitSeconds", "isDefaultLimit", "tickSeconds", "tracks", "decode",
    ],
    "media": [
      "path", "format", "bytes", "sha256", "indexSha256", "durationSeconds", "container",
      "bitRateBitsPerSecond", "playedBitRateBitsPerSecond", "peakBitRateOver1SecondBitsPerSecond",
      "peakBitRateOver10SecondsBitsPerSecond", "isFastStart", "indexes", "opening",
      "timestampRestarts", "lanes",
    ],
    "startup": [
      "openSeconds", "openBytes", "openRequests", "firstFrameSeconds", "thresholdSeconds", "cause",
    ],
    "summary": [
      "startupSeconds", "stallCount", "stallSeconds", "longestStallSeconds", "rebufferRatio",
      "rebufferRatioWatch", "stallsPerMinute", "frozenCount",
      "frozenSeconds", "silentCount", "silentSeconds", "playedSeconds", "elapsedSeconds",
      "seekSeconds",
      "pausedSeconds", "seekCount", "meanSeekLatencySeconds", "longestSeekLatencySeconds",
      "meanBufferSeconds", "minimumBufferSeconds", "bytesDownloaded", "bytesWasted",
      "requestCount", "observedBitsPerSecond", "endReason", "missingSamples", "missingSeconds",
      "undecodableSeconds", "damaged", "lowerBounds",
    ],
    "player": [
      "name", "startupBufferSeconds", "resumeBufferSeconds", "afterSeekBufferSeconds",
      "resumeGrowth", "highWatermarkSeconds", "lowWatermarkSeconds", "highWatermarkBytes",
      "lowWatermarkBytes", "watermarkTimeSeconds", "watermarkLimitBytes", "interleaveFactor",
      "watermarks", "byteCapBytes", "loadedOver", "buffered",
      "bufferedAheadSeconds", "backBufferSeconds",
      "loadGranularityBytes", "keepUp", "predictedRate", "automaticallyWaitsToMinimizeStalling",
      "expensive", "constrained", "openedWith", "readOrder", "wholeGroups", "readThroughBytes",
      "blockBytes",
      "parallelRequests", "seekBackBytes", "windowReadsBytes",
    ],
    "seeks": [
      "number", "startSeconds", "fromSeconds", "toSeconds", "latencySeconds", "isOpen", "cause",
    ],
    "requests": [
      "number", "resource", "offsetBytes", "endOffsetBytes", "sentSeconds", "firstByteSeconds",
      "lastByteSeconds", "endSeconds", "bytesReceived", "bytesWasted", "endReason",
    ],
    "stalls": ["number", "startSeconds", "mediaSeconds", "durationSeconds", "isOpen", "cause"],
    "ticks": [
      "wallSeconds", "mediaSeconds", "progress", "buffered", "bufferSeconds", "loadedTimeRanges",
      "state", "phase", "rate", "isPlaybackBufferEmpty", "isPlaybackBufferFull",
      "isPlaybackLikelyToKeepUp", "bytesDownloaded",
    ],
  ]

  private func json(_ line: String) throws -> [String: Any] {
    let run = try ProgramRun(line)
    expect(run.code, equals: .ok)
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(value as? [String: Any])
  }

  @Test("gives exactly the keys that are promised")
  func promisedKeys() throws {
    let report = try json(
      "analyze \(Project.clip("faststart.mp4")) -n 800k -d '12s seek 1' --format json")
    for (name, expected) in Self.keys {
      let part: Any? = name.isEmpty ? report : report[name]
      let object = (part as? [String: Any]) ?? (part as? [[String: Any]])?.first
      expect(object?.keys.sorted(), equals: expected.sorted(), "\(name)")
    }
  }

  @Test("leaves out what does not exist as null")
  func missingValues() throws {
    let dead = Project.trace("dead.json")
    let report = try json("analyze \(Project.clip("peak.mp4")) -n \(dead) --format json")
    let summary = try #require(report["summary"] as? [String: Any])
    for key in [
      "startupSeconds", "longestStallSeconds", "rebufferRatio", "meanBufferSeconds",
      "minimumBufferSeconds",
    ] {
      expect(summary[key] is NSNull, "\(key)")
    }
    expect(summary["endReason"] as? String, equals: "starved")
    expect(summary["bytesDownloaded"] as? Int, equals: 0)
  }

  @Test(
    "plays every good clip to its end and gives the same bytes again",
    arguments: [
      "audio-only.m4a", "badly-interleaved.mp4", "basic.flv", "basic.mkv", "basic.ts",
      "bframes.avi", "cover-art.m4a", "cues-first.mkv", "fragments-indexed.mp4", "joined.mkv",
      "joined.ts", "padded-moov.mp4", "different-lengths.mp4", "different-starts.mkv",
      "edit-list.mp4", "far-from-zero.ts", "fragmented.mp4", "hevc.mp4", "many-tracks.mkv",
      "moov-at-end.mp4", "open-gop.mp4", "peak.mp4", "single-gop.mp4", "theora-vorbis.ogg",
      "variable-frame-rate.mp4", "video-only.mp4", "vp9-opus.webm",
    ])
  func everyClip(clip: String) throws {
    let line = "analyze \(Project.clip(clip)) -n \(Project.trace("commute.json")) --format json"
    let first = try ProgramRun(line)
    expect(first.code, equals: .ok)
    expect(first.output.contains(#""endReason": "ended""#))
    try expect(ProgramRun(line).output, equals: first.output)
  }

  @Test(
    "says what is lost of a damaged file, and plays the rest",
    arguments: [
      ("truncated.mp4", "61 of 150 samples missing (2.440 s), from 3.560 s on"),
      ("damaged.mp4", "track 0 (video): 0.960 s undecodable, from 1.680 s to 1.720 s"),
    ])
  func losses(clip: String, words: String) throws {
    let run = try ProgramRun("analyze \(Project.clip(clip)) -n 800k")
    expect(run.code, equals: .ok)
    expect(run.output.contains("played to the end"))
    expect(run.diagnostics.contains(words))
  }

  @Test("is instant and the same from the cache")
  func cached() throws {
    let folder = try TemporaryFolder()
    let cache = ReadingCache(directory: folder.path + "/cache")
    let line = "analyze \(Project.clip("damaged.mp4")) -n 800k --format json"
    let first = try ProgramRun(line, cache: cache)
    expect(first.diagnostics.contains("frames/s"))
    let second = try ProgramRun(line, cache: cache)
    expect(second.output, equals: first.output)
    expect(!second.diagnostics.contains("frames/s"))
    let third = try ProgramRun(line + " --no-cache", cache: cache)
    expect(third.output, equals: first.output)
    expect(third.diagnostics.contains("frames/s"))
  }

  @Test("writes its result to a file, and nothing else")
  func outputFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/session.json"
    let line = "analyze \(Project.clip("audio-only.m4a")) -n 800k --format json"
    let run = try ProgramRun("\(line) --output \(path)")
    expect(run.code == .ok && run.output.isEmpty)
    try expect(String(contentsOfFile: path, encoding: .utf8), equals: ProgramRun(line).output)
    try expect(
      FileManager.default.contentsOfDirectory(atPath: folder.path), equals: ["session.json"])
  }

  @Test("does not write its result over what it is made from", arguments: [true, false])
  func overwriting(isMedia: Bool) throws {
    let folder = try TemporaryFolder()
    let media = folder.path + "/m.m4a"
    let network = folder.path + "/n.json"
    try FileManager.default.copyItem(atPath: Project.clip("audio-only.m4a"), toPath: media)
    try FileManager.default.copyItem(atPath: Project.trace("steps.json"), toPath: network)
    let target = isMedia ? media : network
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: target)
    let before = try Data(contentsOf: URL(fileURLWithPath: target))
    let run = try ProgramRun("analyze \(media) -n \(network) -o \(folder.path)/link")
    expect(run.code, equals: .usage)
    expect(run.diagnostics.contains("output is an input"))
    try expect(Data(contentsOf: URL(fileURLWithPath: target)), equals: before)
  }

  @Test("does not take a track chosen for a file cut short")
  func chosenTrack() throws {
    let clip = Project.clip("different-lengths.mp4")
    let run = try ProgramRun("analyze \(clip) -n 8M --tracks 1")
    expect(run.code == .ok && !run.diagnostics.contains("announces"))
  }

  @Test(
    "tells the reorder depth of a video track, which is ffprobe's",
    arguments: ["faststart.mp4", "vp9-opus.webm", "basic.ts", "theora-vorbis.ogg", "bframes.avi"])
  func reorderDepth(clip: String) throws {
    let run = try ProgramRun(
      "analyze \(Project.clip(clip)) -n 4M --decode none --tick 60s --format json")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let tracks = try #require(report.tracks)
    let probed = try ToolRun([
      "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=has_b_frames",
      "-of", "default=nokey=1:noprint_wrappers=1", "\(Project.root)/Fixtures/clips/\(clip)",
    ]).output.split(separator: "\n").first.flatMap { Int($0) }
    for track in tracks {
      let depth = track["reorderDepth"]
      expect(depth as? Int, equals: (track["kind"] as? String == "video" ? probed : nil))
    }
  }
}

extension [String: Any] {
  /// The tracks of the media of a report on a file.
  var tracks: [[String: Any]]? {
    let media = self["media"] as? [String: Any]
    let lane = (media?["lanes"] as? [[String: Any]])?.first
    return (lane?["levels"] as? [[String: Any]])?.first?["tracks"] as? [[String: Any]]
  }
}
