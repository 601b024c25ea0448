import Expectations
import Foundation
import PlayheadKit
import PlayheadManifests
import StubHTTP
import Synchronization
import Testing

@testable import MediaReading

/// Recorders of live events, by a clock of their own.
@Suite("Recording of live events")
struct EventRecorderTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func options(
    _ server: StubServer, _ path: String = "/main.m3u8", seconds: Int64 = 30
  ) -> RecordingOptions {
    var options = RecordingOptions(server.url(path), into: "\(folder.path)/event")
    options.length = seconds * 1_000_000_000
    options.http.retryMilliseconds = 5
    return options
  }

  private func record(
    _ options: RecordingOptions, _ event: StubEvent
  ) throws -> (end: RecordingEnd, messages: [RecordingMessage]) {
    let messages = Mutex<[RecordingMessage]>([])
    var recorder = try EventRecorder(options, clock: event.clock) { message in
      messages.withLock { $0.append(message) }
    }
    let end = try recorder.run().end
    return (end, messages.withLock { $0 })
  }

  private var journal: RecordingJournal {
    get throws {
      let data = try Data(contentsOf: URL(filePath: "\(folder.path)/event/recording.jsonl"))
      return try RecordingJournal(Array(data))
    }
  }

  private func recorded() throws -> LadderReading {
    try MediaReader(cores: 1).readLadder("\(folder.path)/event", .hls, options: .lenient)
  }

  @Test("Playlists are loaded as RFC 8216 says, and each segment is sized once")
  func intervals() throws {
    let event = StubEvent()
    let server = try StubServer { request, _ in event.reply(request) }
    try expect(record(options(server), event).end, equals: .complete)
    let responses = try journal.responses
    let sent = responses.filter { $0.role == .playlist }.map {
      ($0.sent - StubEvent.start) / 1_000_000
    }
    // A new segment each 2 s, at odd seconds: each load finds one, but for turns of 20 ms.
    let waits = zip(sent.dropFirst(), sent).map { $0 - $1 }
    expect(waits.allSatisfy { (1000...1040).contains($0) || (2000...2040).contains($0) })
    let sized = responses.filter { $0.role == .segment }.map(\.url)
    expect(sized.count == Set(sized).count && sized.count >= 19)
    expect(responses.allSatisfy { $0.role != .segment || $0.bytes == 1000 })
    let reading = try recorded()
    let recording = try #require(reading.ladder.recording)
    expect(reading.ladder.lanes[0].levels[0].segments.count, equals: sized.count)
    expect(recording.lanes[0][0].listings.allSatisfy { $0.segments.count == 6 })
    expect(!recording.hasLateSegments && !recording.hasStaleManifests)
  }

  @Test("A recorder that was killed goes on, and notes the gap")
  func resumption() throws {
    let event = StubEvent()
    let server = try StubServer { request, _ in event.reply(request) }
    _ = try record(options(server, seconds: 10), event)
    let path = "\(folder.path)/event/recording.jsonl"
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("{\"event\": \"resp".utf8))
    try handle.close()
    event.pass(milliseconds: 5000)
    let run = try record(options(server, seconds: 30), event)
    expect(run.end, equals: .complete)
    let journal = try journal
    expect(journal.gaps.map(\.reason), equals: ["no recorder"])
    let sized = journal.responses.filter { $0.role == .segment && $0.isUsable }.map(\.url)
    expect(sized.count, equals: Set(sized).count)
    // Of six segments, none left the window in five seconds.
    try expect(
      recorded().ladder.lanes[0].levels[0].segments.contains(where: \.isGap), equals: false)
    #expect(throws: RecordingFailure.self) {
      _ = try EventRecorder(options(server, "/list.m3u8"), clock: event.clock)
    }
  }

  /// Segment n of two seconds is there 20 s before the n-th even second, the thirteenth late.
  @Test("Segments that an MPD numbers are asked for as each is due, and again while one is missing")
  func numbers() throws {
    let mpd =
      "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"dynamic\" minBufferTime=\"PT2S\" "
      + "availabilityStartTime=\"2027-01-15T07:59:40Z\" timeShiftBufferDepth=\"PT6S\"><Period "
      + "start=\"PT0S\"><AdaptationSet mimeType=\"video/mp4\"><SegmentTemplate duration=\"2\" "
      + "media=\"p-$Number$.m4s\"/><Representation id=\"v\" bandwidth=\"4000\"/></AdaptationSet>"
      + "</Period></MPD>"
    let event = StubEvent { time, request in
      if request.path == "/live.mpd" { return StubReply(Array(mpd.utf8)) }
      guard request.path.hasPrefix("/p-"),
        let number = Int64(
          request.path.dropFirst(3).prefix { $0 != "." })
      else { return nil }
      let start = number * 2000 - 20_000 + (number == 13 ? 1200 : 0)
      return time < start
        ? StubReply("404 Not Found")
        : StubReply("200 OK", fields: ["Content-Length: 1000"]).framed(.close)
    }
    let server = try StubServer { request, _ in event.reply(request) }
    try expect(record(options(server, "/live.mpd", seconds: 15), event).end, equals: .complete)
    let segments = try journal.responses.filter { $0.role == .segment }
    let names = segments.map { $0.url.split(separator: "/").last.map(String.init) ?? "" }
    expect(Set(names), equals: Set((8...17).map { "p-\($0).m4s" }))
    let failed = zip(names, segments).filter { $0.1.status == 404 }
    expect(failed.allSatisfy { $0.0 == "p-13.m4s" } && (2...4).contains(failed.count))
    let reading = try MediaReader(cores: 1).readLadder(
      "\(folder.path)/event", .dash, options: .lenient)
    let level = reading.ladder.lanes[0].levels[0]
    let recording = try #require(reading.ladder.recording).lanes[0][0]
    expect(level.segments.map(\.resource.name), equals: (8...17).map { "p-\($0).m4s" })
    expect(level.segments.allSatisfy { $0.resource.bytes == 1000 })
    let lateness = recording.segments.map(\.lateness)
    expect(lateness.filter { $0 > .zero }.count, equals: 1)
    expect(lateness[5] >= .milliseconds(900) && lateness[5] <= .milliseconds(1200))
  }

  @Test("A server that fails is asked less and less often, and then as before")
  func failures() throws {
    let event = StubEvent { time, request in
      request.path == "/list.m3u8" && (10_000..<20_000).contains(time)
        ? StubReply("503 Busy") : nil
    }
    let server = try StubServer { request, _ in event.reply(request) }
    let run = try record(options(server, seconds: 40), event)
    let failed = try journal.responses.filter { $0.status == 503 }.map(\.sent)
    let waits = zip(failed.dropFirst(), failed).map { ($0 - $1) / 1_000_000_000 }
    expect(waits, equals: [1, 2, 4])
    expect(run.messages.count, equals: 2)
    let recording = try #require(try recorded().ladder.recording)
    expect(recording.hasLateSegments, equals: false)
  }

  @Test(
    "Hostile streams end in one error or go on, and never hang",
    arguments: [
      ("#EXTM3U\n#EXT-X-TARGETDURATION:0\n#EXTINF:0,\ns1.ts\n", RecordingEnd.complete),
      ("#EXTM3U\n#EXT-X-TARGETDURATION:2\n", .complete),
      ("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\ns1.ts\n#EXT-X-ENDLIST\n", .ended),
      ("#EXTM3U\n#EXT-X-TARGETDURATION:99999999999999999999\n#EXTINF:2,\ns1.ts\n", .complete),
    ])
  func hostile(_ list: String, _ end: RecordingEnd) throws {
    let event = StubEvent { _, request in
      request.path == "/list.m3u8" ? StubReply(Array(list.utf8)) : nil
    }
    let server = try StubServer { request, _ in event.reply(request) }
    try expect(record(options(server, "/list.m3u8"), event).end, equals: end)
    expect(server.requests.count < 100)
  }

  @Test("Redirects without end and documents without bound are refused")
  func refused() throws {
    let event = StubEvent { _, request in
      request.path == "/loop"
        ? StubReply("302 Found", fields: ["Location: /loop"])
        : request.path == "/huge.m3u8"
          ? StubReply("200 OK", fields: ["Content-Length: 104857600"]).framed(.close) : nil
    }
    let server = try StubServer { request, _ in event.reply(request) }
    var errors: [String] = []
    for path in ["/loop", "/huge.m3u8", "/missing.m3u8"] {
      do throws(RecordingFailure) {
        var recorder = try EventRecorder(options(server, path), clock: event.clock)
        _ = try recorder.run()
      } catch {
        if case .download(_, let reason) = error { errors.append(reason.description) }
      }
    }
    expect(
      errors,
      equals: [
        "more than 10 redirects",
        "the server's answer is malformed: it has more than 64 MiB",
        "the server answers 404 Not Found",
      ])
  }

  @Test("What cannot be written is tried again, and the gap is noted")
  func fullDisk() throws {
    let event = StubEvent()
    let server = try StubServer { request, _ in event.reply(request) }
    let path = "\(folder.path)/event"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    expect(FileManager.default.createFile(atPath: "\(path)/manifests", contents: nil))
    let clock = event.clock
    let pausing = RecordingClock(now: clock.now) { milliseconds in
      clock.pause(milliseconds)
      if event.milliseconds > 5000 { try? FileManager.default.removeItem(atPath: "\(path)/none") }
      if event.milliseconds > 5000, event.milliseconds < 5100 {
        try? FileManager.default.removeItem(atPath: "\(path)/manifests")
      }
    }
    var recorder = try EventRecorder(options(server), clock: pausing)
    try expect(recorder.run().end, equals: .complete)
    let gaps = try journal.gaps
    expect(gaps.count, equals: 1)
    try expect(recorded().ladder.lanes[0].levels[0].segments.count > 10)
  }

  /// The playlists take 60 and 121 bytes, and later ones about as much; a segment takes 1000.
  @Test(
    "What fits into a limit is kept, and the sizes of the rest are known",
    arguments: [(100_000, 6, RecordingEnd.complete), (3500, 3, nil), (900, 0, nil)])
  func limit(bytes: Int64, kept: Int, end: RecordingEnd?) throws {
    let event = StubEvent { _, request in
      // The event stands still.
      request.path == "/list.m3u8" ? StubReply(Array(StubEvent.playlist(at: 0).utf8)) : nil
    }
    let server = try StubServer { request, _ in event.reply(request) }
    var options = options(server)
    (options.keepsMedia, options.limits.bytes) = (true, bytes)
    var recorder = try EventRecorder(options, clock: event.clock)
    let run = try recorder.run()
    let segments = try journal.responses.filter { $0.role == .segment && $0.isUsable }
    expect(segments.count(where: { $0.file != nil }), equals: kept)
    expect(Set(segments.map(\.url)).count, equals: 6)
    expect(segments.allSatisfy { $0.bytes == 1000 })
    expect(run.tally.unkept, equals: 6 - kept)
    if let end {
      expect(run.end, equals: end)
    } else if case .limit(let words) = run.end {
      expect(words.contains("more than the limit of \(bytes) bytes"), "\(words)")
    } else {
      Issue.record("it ends as \(run.end)")
    }
  }

  @Test("A manifest that exceeds the limit is an error")
  func limitedManifest() throws {
    let event = StubEvent()
    let server = try StubServer { request, _ in event.reply(request) }
    var options = options(server)
    options.limits.bytes = 10
    var recorder = try EventRecorder(options, clock: event.clock)
    #expect(throws: RecordingFailure.self) { try recorder.run() }
  }

  @Test(
    "A playlist that stands still is stale if it is an old copy, else its segments are late",
    arguments: [true, false])
  func staleness(isCopy: Bool) throws {
    let event = StubEvent { time, request in
      guard request.path == "/list.m3u8", (10_000..<18_000).contains(time) else { return nil }
      let age = (time - 10_000) / 1000
      return StubReply(
        Array(StubEvent.playlist(at: 10_000).utf8), fields: isCopy ? ["Age: \(age)"] : [])
    }
    let server = try StubServer { request, _ in event.reply(request) }
    _ = try record(options(server, seconds: 40), event)
    let recording = try #require(try recorded().ladder.recording)
    expect(recording.hasStaleManifests, equals: isCopy)
    expect(recording.hasLateSegments, equals: !isCopy)
  }
}
