import Expectations
import Foundation
import MediaReading
import PlayheadKit
import StubHTTP
import Synchronization
import Testing

@Suite("Reading the segments of a ladder at a URL")
struct DistantSegmentTests {
  private static let folder = Fixtures.folder.appending(path: "ladders").path

  /// A server of the files under `folder`, that sends any part of them, in the state of `tag`.
  private func server(_ tag: String = "\"a\"") throws -> StubServer {
    try StubServer { request, _ in
      let path = request.path.split(separator: "?")[0]
      guard let body = try? Data(contentsOf: URL(fileURLWithPath: Self.folder + path)) else {
        return StubReply("404 Not Found")
      }
      return StubReply(partsOf: Array(body), to: request, entityTag: tag)
    }
  }

  private func reader(_ cache: ReadingCache? = nil) -> MediaReader {
    MediaReader(cores: 1, cache: cache)
  }

  private func segments(_ reading: LadderReading) -> [LadderSegment] {
    reading.ladder.lanes.flatMap(\.levels).flatMap(\.segments)
  }

  @Test(
    "finds the times that reading the files finds",
    arguments: ["hls/master.m3u8", "dash/manifest.mpd"])
  func equalsFiles(path: String) throws {
    let server = try server()
    let distant = try reader().readLadder(server.url("/" + path))
    let local = try reader().readLadder("\(Self.folder)/\(path)")
    expect(segments(distant), equals: segments(local))
    expect(segments(distant).allSatisfy { $0.measured != nil })
    expect(distant.notes, equals: local.notes)
  }

  @Test(
    "finds in ladder files and segment sizes what reading the files finds",
    arguments: ["files.yaml", "movie.json"])
  func otherLadders(path: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.copyItem(
      atPath: Self.folder + "/movie.json", toPath: folder + "/movie.json")
    try FileManager.default.copyItem(
      atPath: Fixtures.clip("faststart.mp4"), toPath: folder + "/clip.mp4")
    try "playhead: ladder/1\nsegments: 4s\nlevels:\n  - {file: clip.mp4, name: high}\n"
      .write(toFile: folder + "/files.yaml", atomically: true, encoding: .utf8)
    let server = try StubServer { request, _ in
      guard let body = try? Data(contentsOf: URL(fileURLWithPath: folder + request.path)) else {
        return StubReply("404 Not Found")
      }
      return StubReply(partsOf: Array(body), to: request, entityTag: "\"a\"")
    }
    let url = server.url("/" + path)
    let format = try #require(Ladder.Format(ofLadderAt: url))
    expect(format, equals: Ladder.Format(ofLadderAt: "\(folder)/\(path)"))
    let local = try reader().readLadder("\(folder)/\(path)", format)
    try expect(reader().readLadder(url, format).ladder, equals: local.ladder)
    #expect(throws: LadderReadingError.self) {
      try reader().readLadder(server.url("/none.\(path)"), format)
    }
    if format == .files {
      try String(repeating: "#\n", count: 1 << 19 + 1)
        .write(toFile: folder + "/long.yaml", atomically: true, encoding: .utf8)
      let error = #expect(throws: LadderReadingError.self) {
        try reader().readLadder(server.url("/long.yaml"), format)
      }
      expect("\(String(describing: error))".contains("more than 1048576 bytes"))
    }
  }

  @Test("has the times of the manifest where segments are only sized, and asks for each once")
  func sizes() throws {
    let server = try server()
    var reader = reader()
    reader.segmentReading = .size
    let reading = try reader.readLadder(server.url("/hls/master.m3u8"))
    expect(segments(reading).allSatisfy { $0.measured == nil && $0.resource.bytes > 0 })
    let asked = server.requests.map(\.path).filter { $0.hasSuffix(".m4s") }
    expect(asked.count == 12 && Set(asked).count == 12)
  }

  @Test("fetches the index of a file, not the file, and looks for one that is not placed")
  func indexes() throws {
    let placed = try reader().readLadder("\(Self.folder)/dash/manifest.mpd")
    let server = try StubServer { request, _ in
      guard
        var body = try? Data(
          contentsOf: URL(fileURLWithPath: Self.folder + request.path.replacing("bare", with: "")))
      else {
        return StubReply("404 Not Found")
      }
      if request.path.hasSuffix("bare.mpd") {
        let text = String(decoding: body, as: UTF8.self)
        body = Data(text.replacing(#/ indexRange="[0-9-]*"/#, with: "").utf8)
      }
      return StubReply(partsOf: Array(body), to: request, entityTag: "\"a\"")
    }
    var reader = reader()
    reader.segmentReading = .size
    for name in ["manifest.mpd", "manifestbare.mpd"] {
      let known = server.requests.count
      let reading = try reader.readLadder(server.url("/dash/" + name))
      let (found, own) = (segments(reading), segments(placed))
      expect(found.map(\.resource), equals: own.map(\.resource))
      expect(found.map(\.declared), equals: own.map(\.declared))
      let asked = server.requests.dropFirst(known).filter { $0.path.hasSuffix(".mp4") }
      // Nothing but what is needed: the state of each file, and its index or the first of it.
      let counts = asked.compactMap(\.closedRange?.count)
      expect(counts.contains(name == "manifest.mpd" ? 88 : 1501))
      expect(counts.allSatisfy { $0 <= 1501 })
    }
    let local = try FileManager.default.url(
      for: .itemReplacementDirectory, in: .userDomainMask,
      appropriateFor: URL(fileURLWithPath: "/tmp"), create: true)
    defer { try? FileManager.default.removeItem(at: local) }
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder + "/dash") {
      try FileManager.default.copyItem(
        atPath: "\(Self.folder)/dash/\(name)", toPath: "\(local.path)/\(name)")
    }
    let path = "\(local.path)/manifest.mpd"
    try String(contentsOfFile: path, encoding: .utf8)
      .replacing(#/ indexRange="[0-9-]*"/#, with: "")
      .write(toFile: path, atomically: true, encoding: .utf8)
    let reading = try self.reader().readLadder(path)
    expect(segments(reading), equals: segments(placed))
    expect(reading.ladder.lanes[0].levels[0].indexes.map(\.range), equals: [ByteRange(0, 1501)])
    expect(placed.ladder.lanes[0].levels[0].indexes.map(\.range), equals: [ByteRange(761, 849)])
  }

  @Test("fetches the header of a segment, not its media")
  func headers() throws {
    // Media data of 300 kB, of which samples have only the first bytes.
    let server = try StubServer { request, _ in
      guard var body = try? Data(contentsOf: URL(fileURLWithPath: Self.folder + request.path))
      else {
        return StubReply("404 Not Found")
      }
      if request.path.hasSuffix(".m4s"), let type = body.range(of: Data("mdat".utf8)) {
        let place = type.lowerBound - 4
        let size = body.count - place + 300_000
        body.replaceSubrange(
          place..<place + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) })
        body += Data(count: 300_000)
      }
      return StubReply(partsOf: Array(body), to: request)
    }
    let reading = try reader().readLadder(server.url("/hls/master.m3u8"))
    let local = try reader().readLadder("\(Self.folder)/hls/master.m3u8")
    expect(segments(reading).map(\.measured), equals: segments(local).map(\.measured))
    let ranges = server.requests.filter { $0.path.hasSuffix(".m4s") }.compactMap(\.closedRange)
    expect(ranges.allSatisfy { $0.count <= 64 << 10 })
    expect(server.requests.count { $0.path.hasSuffix(".m4s") } <= 30)
  }

  @Test("keeps times for as long as the server tells of the same state")
  func cache() throws {
    let folder = NSTemporaryDirectory() + "/playhead-distant-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cache = ReadingCache(directory: folder)
    let tag = Mutex("\"a\"")
    let server = try StubServer { request, _ in
      guard let body = try? Data(contentsOf: URL(fileURLWithPath: Self.folder + request.path))
      else {
        return StubReply("404 Not Found")
      }
      return StubReply(
        partsOf: Array(body), to: request, entityTag: tag.withLock { $0 })
    }
    func read() throws -> (LadderReading, asked: Int) {
      let before = server.requests.count
      let reading = try reader(cache).readLadder(server.url("/hls/master.m3u8"))
      expect(reading.cacheProblem == nil)
      return (reading, server.requests[before...].count { $0.path.hasSuffix(".m4s") })
    }
    let first = try read()
    // Each is sized, and its header read in a request or two.
    expect(24...30 ~= first.asked)
    let second = try read()
    expect(second.asked, equals: 12)
    expect(segments(first.0), equals: segments(second.0))
    tag.withLock { $0 = "\"b\"" }
    expect(24...30 ~= (try read().asked))
    try expect(read().asked, equals: 12)
  }

  @Test("sizes segments of a server that sends no parts, and says so")
  func withoutParts() throws {
    let server = try StubServer { request, _ in
      guard let body = try? Data(contentsOf: URL(fileURLWithPath: Self.folder + request.path))
      else {
        return StubReply("404 Not Found")
      }
      return StubReply(Array(body), fields: ["ETag: \"a\""])
    }
    let reading = try reader().readLadder(server.url("/hls/master.m3u8"))
    expect(segments(reading).allSatisfy { $0.measured == nil })
    expect(reading.notes.contains { $0.contains("sized, not read") })
  }

  @Test("tells how far it has come, in segments")
  func progress() throws {
    let server = try server()
    let told = Mutex<[ReadingProgress]>([])
    let reader = MediaReader(cores: 1) { progress in told.withLock { $0.append(progress) } }
    _ = try reader.readLadder(server.url("/hls/master.m3u8"))
    let progress = told.withLock { $0 }
    for phase in [ReadingProgress.Phase.sizing, .timing] {
      let steps = progress.filter { $0.phase == phase }
      expect(steps.last?.completed ?? 0 >= 12 && steps.last?.completed == steps.last?.total)
      expect(zip(steps, steps.dropFirst()).allSatisfy { $0.completed <= $1.completed })
    }
  }

  @Test("a segment that changes while it is read ends it with an error")
  func changes() throws {
    let server = try StubServer { request, number in
      guard let body = try? Data(contentsOf: URL(fileURLWithPath: Self.folder + request.path))
      else {
        return StubReply("404 Not Found")
      }
      // Once all are sized.
      return StubReply(
        partsOf: Array(body), to: request, entityTag: number < 19 ? "\"a\"" : "\"b\"")
    }
    #expect(throws: LadderReadingError.self) {
      try reader().readLadder(server.url("/hls/master.m3u8"))
    }
  }

  // MARK: Missing parts

  /// What is made of the playlist of `lines`, on disk and at a URL, beside the fixture's files.
  private func readings(
    _ lines: String, reading: SegmentReading = .auto
  ) throws -> (near: LadderReading, far: LadderReading) {
    let list = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n\(lines)#EXT-X-ENDLIST\n"
    let folder = NSTemporaryDirectory() + "/playhead-parts-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.copyItem(atPath: Self.folder + "/hls", toPath: folder)
    try list.write(toFile: folder + "/list.m3u8", atomically: true, encoding: .utf8)
    let server = try StubServer { request, _ in
      guard let body = try? Data(contentsOf: URL(fileURLWithPath: folder + request.path)) else {
        return StubReply("404 Not Found")
      }
      return StubReply(partsOf: Array(body), to: request)
    }
    var distant = reader()
    distant.segmentReading = reading
    return (
      try reader().readLadder(folder + "/list.m3u8"),
      try distant.readLadder(server.url("/list.m3u8"))
    )
  }

  private static let section = "#EXT-X-MAP:URI=\"low-init.mp4\"\n"

  @Test(
    "A segment that is missing, or ends before its range does, is passed over as on disk",
    arguments: [
      "#EXT-X-BYTERANGE:3000@0\nmissing.m4s", "#EXT-X-BYTERANGE:90000@0\nlow-1.m4s",
      "#EXT-X-BYTERANGE:9000000000000000000@0\nlow-1.m4s", "missing.m4s",
    ])
  func missingRange(segment: String) throws {
    let lines =
      Self.section + ["low-0.m4s", segment, "low-2.m4s"].map { "#EXTINF:2,\n\($0)\n" }.joined()
    let (near, far) = try readings(lines)
    expect(segments(far), equals: segments(near))
    expect(segments(far).map { $0.damage != nil }, equals: [false, true, false])
    let words =
      segment.hasSuffix("missing.m4s") ? "missing.m4s is missing" : "low-1.m4s ends before byte"
    expect(segments(far)[1].damage?.hasPrefix(words), equals: true)
    let (_, sized) = try readings(lines, reading: .size)
    expect(segments(sized).map(\.damage), equals: segments(near).map(\.damage))
  }

  @Test(
    "What needs an initialization section that is missing is passed over, and the rest is read",
    arguments: [
      "URI=\"missing.mp4\"", "URI=\"missing.mp4\",BYTERANGE=\"720@0\"",
      "URI=\"low-init.mp4\",BYTERANGE=\"90000@0\"",
    ])
  func missingSection(map: String) throws {
    let lines =
      Self.section + "#EXTINF:2,\nlow-0.m4s\n#EXT-X-MAP:\(map)\n#EXTINF:2,\nlow-1.m4s\n"
      + Self.section + "#EXTINF:2,\nlow-2.m4s\n"
    let (near, far) = try readings(lines)
    expect(segments(far), equals: segments(near))
    expect(segments(far).map { $0.measured != nil }, equals: [true, false, true])
    expect(segments(far)[1].damage?.hasSuffix("which it needs, is missing"), equals: true)
  }

  @Test("A ladder of nothing but missing ranges is refused for that")
  func allMissing() throws {
    let lines =
      Self.section
      + ["low-0.m4s", "low-1.m4s"].map {
        "#EXTINF:2,\n#EXT-X-BYTERANGE:9000000000000000000@0\n\($0)\n"
      }.joined()
    #expect {
      try readings(lines)
    } throws: { error in
      guard case .media(.notMedia(_, let reason))? = error as? LadderReadingError else {
        return false
      }
      return reason.contains("low-0.m4s ends before byte")
    }
  }

  @Test("Sizes whose sum is beyond all bounds are refused")
  func hugeSizes() throws {
    let list =
      "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n\(Self.section)"
      + "#EXTINF:2,\na.m4s\n#EXTINF:2,\nb.m4s\n#EXT-X-ENDLIST\n"
    let server = try StubServer { request, _ in
      if request.path == "/list.m3u8" { return StubReply(Array(list.utf8)) }
      var reply = StubReply(partsOf: [0], to: request)
      reply.fields.removeLast()
      reply.fields.append("Content-Range: bytes 0-0/9000000000000000000")
      return reply
    }
    #expect {
      try reader().readLadder(server.url("/list.m3u8"))
    } throws: { error in
      guard case .media(.notMedia(_, let reason))? = error as? LadderReadingError else {
        return false
      }
      return reason.contains("more than 1 PiB")
    }
  }

  // MARK: What headers do not tell

  /// A WebM file as a playlist of two ranges of clusters.
  @Test("Segments of WebM are sized, as their times lie all over them, unless they are to be read")
  func webM() throws {
    let body = try Fixtures.bytes(of: "vp9-opus.webm")
    let starts = body.indices.filter { body[$0...].starts(with: [0x1F, 0x43, 0xB6, 0x75]) }
    let (first, middle) = (starts[0], starts[starts.count / 2])
    let list =
      "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n"
      + "#EXT-X-MAP:URI=\"a.webm\",BYTERANGE=\"\(first)@0\"\n"
      + "#EXTINF:4,\n#EXT-X-BYTERANGE:\(middle - first)@\(first)\na.webm\n"
      + "#EXTINF:4,\n#EXT-X-BYTERANGE:\(body.count - middle)@\(middle)\na.webm\n#EXT-X-ENDLIST\n"
    let server = try StubServer { request, _ in
      request.path == "/list.m3u8"
        ? StubReply(Array(list.utf8)) : StubReply(partsOf: body, to: request)
    }
    for mode in [SegmentReading.auto, .read] {
      var reader = reader()
      reader.segmentReading = mode
      let before = server.requests.count
      let reading = try reader.readLadder(server.url("/list.m3u8"))
      expect(segments(reading).allSatisfy { ($0.measured != nil) == (mode == .read) })
      expect(segments(reading).allSatisfy { $0.damage == nil })
      expect(reading.notes.contains { $0.contains("sized, not read") }, equals: (mode == .auto))
      let media = server.requests[before...].compactMap(\.closedRange).filter {
        $0.upperBound > first
      }
      expect(media.isEmpty, equals: (mode == .auto))
    }
  }

  @Test(
    "A segment that its server refuses counts as missing, and one that it may send later fails as it does",
    arguments: [
      ("401 Unauthorized", true), ("403 Forbidden", true), ("404 Not Found", true),
      ("410 Gone", true), ("451 Unavailable For Legal Reasons", true),
      ("408 Request Timeout", false),
      ("500 Internal Server Error", false), ("599 Odd", false),
    ])
  func refused(status: String, isMissing: Bool) throws {
    let server = try StubServer { request, _ in
      guard !request.path.hasSuffix("low-1.m4s"),
        let body = try? Data(contentsOf: URL(fileURLWithPath: Self.folder + request.path))
      else { return StubReply(status) }
      return StubReply(partsOf: Array(body), to: request)
    }
    var reader = reader()
    reader.httpOptions.retries = 0
    let found = segments(try reader.readLadder(server.url("/hls/low.m3u8")))
    expect(found.map { $0.damage != nil }, equals: [false, true, false, false])
    expect(found.map { $0.measured != nil }, equals: [true, false, true, true])
    expect(found[1].resource.bytes, equals: 0)
    guard isMissing else {
      let code = Int(status.prefix(3)) ?? 0
      expect(found.map(\.resource.failure), equals: [nil, .status(code), nil, nil])
      expect(found[1].damage, equals: "low-1.m4s cannot be had: the server answers \(status)")
      return
    }
    expect(found[1].resource.failure == nil)
    // Two of them say all that there is to say.
    let isPlain = status.hasPrefix("404") || status.hasPrefix("410")
    expect(
      found[1].damage,
      equals: (isPlain
        ? "low-1.m4s is missing" : "low-1.m4s is refused: the server answers \(status)"))
  }

  @Test("Segments of codecs that are looked into are sized, each time with the note that says so")
  func parsedCodec() throws {
    let folder = NSTemporaryDirectory() + "/playhead-distant-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try StubServer { request, _ in
      guard var body = try? Data(contentsOf: URL(fileURLWithPath: Self.folder + request.path))
      else {
        return StubReply("404 Not Found")
      }
      while request.path.hasSuffix("init.mp4"), let type = body.range(of: Data("avc1".utf8)) {
        body.replaceSubrange(type, with: Data("vp09".utf8))
      }
      return StubReply(partsOf: Array(body), to: request)
    }
    for _ in 0..<2 {
      let before = server.requests.count
      let reading = try reader(ReadingCache(directory: folder))
        .readLadder(server.url("/hls/low.m3u8"))
      expect(segments(reading).allSatisfy { $0.measured == nil && $0.damage == nil })
      expect(reading.notes.contains { $0.contains("all of their media") })
      // Each is asked for its size.
      expect(server.requests[before...].count { $0.path.hasSuffix(".m4s") }, equals: 4)
    }
  }
}
