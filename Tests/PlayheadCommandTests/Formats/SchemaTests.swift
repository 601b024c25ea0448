import Expectations
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("The JSON Schemas")
struct SchemaTests {
  /// Short sessions of every clip that plays, and whatever else makes documents differ.
  private static let sessions =
    Seeds.some(clips, oneIn: 3).map {
      "analyze \(Project.clip($0)) -n 600k --tick 4s --decode none"
    }
    + [
      "-n 800k", "-n 800k --latency 50ms --do '9s pause'", "-n 800k --no-automatic-waiting",
      "-n 800k --latency 50ms --do '3s seek 14' --do '3.2s seek 18' --do '4s seek 1' "
        + "--do '6s pause' --do '8s play' --do '9s seek 5 keyframe' --do '12s rate 1.5' "
        + "--do '13s playImmediately 2' --back-buffer 2s",
      "-n \(Project.trace("dead.json"))", "-n \(Project.trace("outage.json")) --limit 20s",
      "-n 4M --loop 2",
      "-n 10s@300k,0 --tcp slow-start --tls", "-n 3g --jitter 20ms --seed 18446744073709551615",
      "-n \(Project.trace("commute.yaml")) --expensive-buffer 5s --expensive-rate 1M "
        + "--constrained-buffer 4s --constrained-rate 500k",
      "-n 800k --player \(Project.player("cautious.yaml")) --low-data --tcp slow-start",
      "-n 400k --no-automatic-waiting --do '20s play'", "-n 2M --max-buffer 4s:2s",
      "-n 800k --max-buffer unlimited --limit 0s",
    ].map { "analyze \(Project.clip("faststart.mp4")) --decode none --tick 3s \($0)" }
    + ["analyze \(Project.clip("damaged.mp4")) -n 2M --tick 4s"]

  private static let clips = [
    "audio-only.m4a", "badly-interleaved.mp4", "basic.flv", "basic.mkv", "basic.ts", "bframes.avi",
    "cover-art.m4a", "cues-first.mkv", "fragments-indexed.mp4", "joined.mkv", "joined.ts",
    "padded-moov.mp4", "damaged.mp4", "damaged.ts", "different-lengths.mp4", "different-starts.mkv",
    "edit-list.mp4", "far-from-zero.ts", "fragmented.mp4", "hevc.mp4", "many-tracks.mkv",
    "moov-at-end.mp4", "open-gop.mp4", "peak.mp4", "single-gop.mp4", "theora-vorbis.ogg",
    "truncated.mp4", "truncated.ts", "variable-frame-rate.mp4", "video-only.mp4", "vp9-opus.webm",
  ]

  private static let overviews = [
    "", "--tcp slow-start --tls", "--limit 1s", "--do '1s pause'", "--loop 2", "--latency 1s",
  ].map { "analyze \(Project.clip("faststart.mp4")) \($0)" }

  private static let networks =
    ["networks"]
    + NetworkPreset.all.map { "networks \($0.name)" }
    + [
      "networks 10s@800k,5s@0,1.2M --latency 60ms --loss 0.5",
      "networks 0", "networks 4M --jitter 20ms --seed 18446744073709551615",
      "networks \(Project.trace("commute.json")) --offset 30s --scale 50% --hold",
      "networks \(Project.trace("commute.yaml"))", "networks \(Project.trace("dead.json"))",
    ]

  private static let requirements =
    ["audio-only.m4a", "moov-at-end.mp4", "many-tracks.mkv", "theora-vorbis.ogg"].map {
      "requirements \(Project.clip($0)) -n 800k"
    }
    + [
      "", "--startup 0s --latency 1s", "-n \(Project.trace("dead.json"))", "--tracks 1",
      "-n 3g --tcp slow-start --tls --jitter 20ms", "-n 4M --offset 1s --latency 30ms",
    ].map { "requirements \(Project.clip("faststart.mp4")) \($0)" }

  private static let ladderRequirements = [
    LadderTests.hls, "\(LadderTests.dash) -n 60k --player shaka --startup 5s",
    "\(LadderTests.movie) -n \(Project.trace("dead.json")) --abr fixed:1",
  ].map { "requirements \($0)" }

  private static let holdBacks = [
    "\(LadderTests.hls) -n 1M --player hls.js --live-late 2+3s",
    "\(LadderTests.hls) -n 200k --player media3", "\(LadderTests.dash) -n 2M --player dash.js",
  ].map { "requirements --live \($0)" }

  private static let inspections =
    [
      "moov-at-end.mp4", "edit-list.mp4", "damaged.mp4", "fragmented.mp4", "many-tracks.mkv",
      "badly-interleaved.mp4", "theora-vorbis.ogg", "fragments-indexed.mp4", "peak.mp4",
      "cover-art.m4a", "single-gop.mp4",
    ].map { "inspect \(Project.clip($0))" }
    + [
      "-n 3g --tcp slow-start --tls --decode none", "--tracks 1 --decode keyframes",
    ].map { "inspect \(Project.clip("faststart.mp4")) \($0)" }
    + ["inspect \(Project.clip("video-only.mp4")) \(Project.clip("text.txt")) -q"]

  private static let comparisons = [
    "\(Project.clip("faststart.mp4")) \(Project.clip("moov-at-end.mp4")) -n 3g",
    "\(Project.clip("faststart.mp4")) -n 800k -n \(Project.trace("dead.json")) -p basic "
      + "-p \(Project.root)/Fixtures/players/cautious.yaml",
    "\(Project.clip("faststart.mp4")) \(Project.clip("audio-only.m4a")) -n 3g --decode none "
      + "--do '1s seek 3' --loop 2 --tcp slow-start --tolerance startup=+5%",
    "\(LadderTests.movie) \(Project.clip("video-only.mp4")) -n 1M --decode none",
    "\(LadderTests.hls) -n 300k --player hls.js --player shaka --loop 2",
  ].map { "compare \($0)" }

  private static let ladders = [
    "\(LadderTests.hls) -n 3M --latency 20ms --player hls.js",
    "\(LadderTests.hls) -n 200k --player shaka --do '2s seek 4' --do '3s pause' --do '5s play'",
    "\(LadderTests.dash) -n 1M --player shaka --limit 3s --do '1s pause'",
    "\(LadderTests.movie) -n 2s@3M,9s@100k --player sabre-throughput --tcp slow-start "
      + "--optimum --what-if segments=2s --what-if parallel",
    "\(LadderTests.movie) -n \(Project.trace("dead.json")) --abr bola",
    "\(LadderTests.hls) -n 600k --player hls.js --live --join 4s --live-delay 1s --live-late 2+3s "
      + "--live-stale 6s+2s --live-clock -1s --catch-up",
    "\(LadderTests.dash) -n 1M --live --live-hold-back 2s --fault 'segment 1 404'",
    "\(LadderTests.hls) -n 1M --tracks 1 --language en --as-vod --loop 2 --player media3",
  ].map { "analyze \($0) --tick 3s" }

  private static let ladderOverviews = [
    LadderTests.hls, "\(LadderTests.dash) --player shaka --latency 1s --tcp slow-start --tls",
    "\(LadderTests.movie) --do '1s pause' --limit 20s", "\(LadderTests.movie) --player sabre-bola",
  ].map { "analyze \($0)" }

  private static let ladderInspections = [
    LadderTests.hls, "\(LadderTests.dash) -n 60k --player shaka", LadderTests.movie,
    "\(LadderTests.movie) \(LadderTests.hls) -n \(Project.trace("dead.json"))",
    "\(Project.clip("video-only.mp4")) \(LadderTests.hls)",
  ].map { "inspect \($0)" }

  private static func output(_ line: String) throws -> String {
    let run = try ProgramRun(line)
    expect(
      run.code, equals: (line.contains("text.txt") ? .badData : .ok), "\(line): \(run.diagnostics)")
    return run.output
  }

  private static func documents() throws -> [SchemaDocument] {
    var documents: [SchemaDocument] = []
    func add(_ lines: [String], _ schema: String) throws {
      for line in lines {
        documents.append(
          SchemaDocument(name: line, schema: schema, text: try output("\(line) --format json")))
      }
    }
    try add(sessions + ladders, "session-3")
    for line in sessions + ladders {
      for text in try output("\(line) --format jsonl").split(separator: "\n") {
        documents.append(SchemaDocument(name: line, schema: "session-event-3", text: String(text)))
      }
    }
    try add(overviews + ladderOverviews, "overview-2")
    try add(networks.filter { $0 == "networks" }, "networks-1")
    try add(networks.filter { $0 != "networks" }, "network-1")
    try add(requirements + ladderRequirements, "requirements-2")
    try add(holdBacks, "hold-back-2")
    try add(inspections + ladderInspections, "inspection-2")
    try add(comparisons, "comparison-1")
    return documents
  }

  /// The validator is told what to do in Python, as it is Python's.
  @Test("accept all that is written, and nothing that is changed in any way")
  func acceptance() throws {
    let documents = try Self.documents()
    expect(Set(documents.map(\.schema)).count, equals: 9)
    let verdict = try SchemaValidator.verdict(on: documents, mutatedOneIn: 9)
    expect(verdict.problems, equals: [])
    // So that agreement means something.
    expect(verdict.documents, equals: documents.count)
    expect(verdict.events, equals: 28, "not every kind of event was met")
    expect(verdict.mutations > 1000)
  }
}
