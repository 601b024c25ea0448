import Expectations
import Foundation
import PlayheadModel
import StubHTTP
import Synchronization
import Testing

@testable import MediaReading

@Suite("Reading the parts of a URL that are needed")
struct RangeReadingTests {
  /// The bytes that `requests` ask for, of a resource of `size` bytes.
  private func asked(_ requests: [StubRequest], of size: Int) -> Int {
    requests.compactMap(\.closedRange)
      .reduce(0) { $0 + min($1.upperBound, size - 1) - $1.lowerBound + 1 }
  }

  @Test("finds what reading the file finds", arguments: Fixtures.playable)
  func equalsFile(clip: String) throws {
    let body = try Fixtures.bytes(of: clip)
    let server = try StubServer { request, _ in StubReply(partsOf: body, to: request) }
    let url = server.url("/\(clip)")
    var remote = try MediaReader.impatient().read(url, decode: .none)
    let local = try MediaReader(cores: 1).read(Fixtures.clip(clip), decode: .none)
    expect(remote.index.name, equals: url)
    remote.index.name = local.index.name
    expect(remote.index, equals: local.index)
    // Hardly anything is fetched twice: heads of samples, where all of the file turns out to be
    // needed.
    expect(asked(server.requests, of: body.count) <= body.count + 7 * 4096)
    expect(server.requests.first?.closedRange, equals: 0...65_535)
  }

  @Test("decodes the same frames", arguments: ["faststart.mp4", "basic.mkv", "basic.ts"])
  func decodes(clip: String) throws {
    let body = try Fixtures.bytes(of: clip)
    let server = try StubServer { request, _ in StubReply(partsOf: body, to: request) }
    let remote = try MediaReader.impatient().read(server.url("/\(clip)"), decode: .all)
    expect(remote.decoding, equals: (try MediaReader(cores: 1).read(Fixtures.clip(clip)).decoding))
    let count = asked(server.requests, of: body.count)
    expect(count >= body.count && count <= body.count + 7 * 4096)
  }

  @Test(
    "of MP4 asks for the head, then at once for all that is read of samples",
    arguments: ["faststart.mp4", "padded-moov.mp4"])
  func tableFirst(clip: String) throws {
    let body = try Fixtures.bytes(of: clip)
    let server = try StubServer { request, _ in StubReply(partsOf: body, to: request) }
    _ = try MediaReader.impatient().read(server.url("/\(clip)"), decode: .none)
    let ranges = server.requests.compactMap(\.closedRange)
    expect(ranges.count, equals: server.requests.count)
    expect(ranges.first, equals: 0...65_535)
    // The first samples, and the heads of those that are looked into, each 4 KiB at most: 4 of no
    // key frame, 1 of one, and the two that stand for others. Up to 16 KiB between two are fetched
    // too.
    expect(ranges.count <= 1 + 8)
    let samples = try MediaReader(cores: 1).read(Fixtures.clip(clip), decode: .none).index.samples
    let first = samples.prefix(3).reduce(0) { $0 + Int($1.size) }
    let fetched = ranges.dropFirst().map(\.count).reduce(0, +)
    expect(fetched <= first + 8 * (4 + 16) << 10)
  }

  @Test("of MP4 waits for the head, for the table, and once for all that is read of samples")
  func turns() throws {
    let path = Fixtures.clip("faststart.mp4")
    let table = try #require(PlainLayout(path: path).indexes.first?.range)
    let source = DistantSource(try InputFile(path: path), head: 4096)
    let file = InputFile(source, name: path)
    try OpeningFetch(file: file).fetch()
    // With the headers of the boxes that follow, as its demuxer reads on to the media and its first
    // samples.
    let end = table.upperBound + OpeningFetch.behindTable
    expect(source.turns, equals: [[ByteRange(4096, end)]])
    let index = try Indexer(file: file, interruption: Interruption(), onProgress: { _ in }).index()
    expect(
      index.samples, equals: (try MediaReader(cores: 1).read(path, decode: .none).index.samples))
    expect(source.turns.count, equals: 2, "\(source.turns)")
  }

  @Test("of MP4 with the table at its end asks for the head, then for the end")
  func tableLast() throws {
    let clip = "moov-at-end.mp4"
    var body = try Fixtures.bytes(of: clip)
    // Longer by what no sample is in, so that the ends of the file are far from each other.
    let table = try #require(PlainLayout(path: Fixtures.clip(clip)).indexes.first?.range)
    let media = try #require(body.firstRange(of: Array("mdat".utf8))).lowerBound - 4
    let length = Int(table.lowerBound) - media + (1 << 20)
    for place in 0..<4 {
      body[media + place] = UInt8(truncatingIfNeeded: length >> (24 - 8 * place))
    }
    body.insert(contentsOf: [UInt8](repeating: 0, count: 1 << 20), at: Int(table.lowerBound))
    let server = try StubServer { [body] request, _ in StubReply(partsOf: body, to: request) }
    _ = try MediaReader.impatient().read(server.url("/\(clip)"), decode: .none)
    let ranges = server.requests.compactMap(\.closedRange)
    expect(ranges.first, equals: 0...65_535)
    expect(ranges[1], equals: Int(table.lowerBound) + (1 << 20)...body.count - 1)
    expect(server.connectionCount <= 6)
    expect(asked(server.requests, of: body.count) < Int(table.count) + (96 << 10) + 7 * 4096)
  }

  @Test("finds the same by a beginning of any length", arguments: Fixtures.playable)
  func shortBeginnings(clip: String) throws {
    let body = try Fixtures.bytes(of: clip)
    let local = try MediaReader(cores: 1).read(Fixtures.clip(clip), decode: .none)
    for count: Int64 in [100, 4096, 20_000] {
      let server = try StubServer { request, _ in StubReply(partsOf: body, to: request) }
      var reader = MediaReader.impatient()
      reader.httpOptions.firstBytes = count
      var remote = try reader.read(server.url("/\(clip)"), decode: .none)
      remote.index.name = local.index.name
      // A read ends where what has come ends, which with a short beginning can be within the
      // headers.
      remote.index.openingReads = local.index.openingReads
      expect(remote.index, equals: local.index, "\(count)")
      expect(server.connectionCount <= 6)
    }
  }

  // The limit counts the time that a test waits for its turn.
  @Test(
    "of MP4 asks for the table while the beginning is still on its way", .timeLimit(.minutes(60)),
    arguments: ["faststart.mp4", "moov-at-end.mp4"])
  func tableEarly(clip: String) throws {
    let body = try Fixtures.bytes(of: clip)
    let server = try StubServer { request, number in
      let reply = StubReply(partsOf: body, to: request)
      return number == 0 ? reply.hanging(after: 1000) : reply
    }
    let interruption = Interruption()
    try runOnThread {
      while server.requests.count < 2 { sleepBriefly() }
      interruption.request()
    }
    var reader = MediaReader.impatient()
    reader.httpOptions.firstBytes = 4096
    reader.interruption = interruption
    #expect(throws: MediaReadingError.interrupted(name: server.url(), fraction: 0)) {
      try reader.read(server.url(), decode: .none)
    }
    let table = try #require(PlainLayout(path: Fixtures.clip(clip)).indexes.first?.range)
    let start = max(4096, Int(table.lowerBound))
    let end = min(body.count, Int(table.upperBound + OpeningFetch.behindTable))
    expect(server.requests.compactMap(\.closedRange), equals: [0...4095, start...end - 1])
  }

  @Test("waits for what was announced only, while what follows it is still on its way")
  func ahead() throws {
    let body = try Fixtures.bytes(of: "faststart.mp4")
    let server = try StubServer { request, number in
      let reply = StubReply(partsOf: body, to: request)
      return number == 0 ? reply : reply.hanging(after: 6000)
    }
    let pool = try CurlPool(connections: 6)
    let meter = DownloadMeter(DownloadLimits(), .system)
    let interruption = Interruption()
    let outcome = try HTTPDownloader().download(
      server.url(), firstBytes: 4096, in: pool, meter, interruption: interruption,
      progress: { _, _ in }, accept: { _ in true })
    guard case .begun(let resource) = consume outcome else {
      Issue.record("all of it was sent")
      return
    }
    let transfers = RangeTransfers(
      RangeFetch(
        url: server.url(), size: Int64(body.count), state: resource.response,
        options: HTTPOptions(), pool: pool, meter: meter, interruption: interruption,
        onRetry: { _, _ in }))
    let remote = RemoteBytes(transfers, beginningWith: resource, held: ByteRangeSet()) { _, _ in }
    try remote.willRead(ByteRange(4096, 10_000), ahead: 5000)
    expect(server.requests.compactMap(\.closedRange), equals: [0...4095, 4096...14_999])
    try expect(InputFile(remote, name: "").bytes(10_000), equals: Array(body[..<10_000]))
    expect(transfers.rest.map(\.upperBound), equals: [15_000])
    expect((10_000..<15_000).contains(remote.countAtHand(from: 0)))
    expect(remote.countAtHand(from: 15_000), equals: 0)
    // What is on its way is not asked for again.
    try remote.willRead([ByteRange(0, 10_000)])
    expect(server.requests.count, equals: 2)
  }

  @Test("reports the bytes fetched of those needed")
  func progress() throws {
    let body = try Fixtures.bytes(of: "faststart.mp4")
    let server = try StubServer { request, _ in StubReply(partsOf: body, to: request) }
    let steps = Mutex<[ReadingProgress]>([])
    var reader = MediaReader.impatient()
    reader.onProgress = { step in steps.withLock { $0.append(step) } }
    _ = try reader.read(server.url("/faststart.mp4"), decode: .none)
    let seen = steps.withLock { $0 }
    expect(seen.allSatisfy { $0.phase == .downloading && $0.completed <= $0.total ?? 0 })
    // Never the size of the file, of which most is not needed.
    expect(seen.allSatisfy { $0.total ?? 0 < Int64(body.count) / 2 })
    expect(seen.last?.completed, equals: Int64(asked(server.requests, of: body.count)))
    expect(seen.last?.total, equals: seen.last?.completed)
  }

  @Test("takes up a part where its connection broke")
  func resumes() throws {
    let body = try Fixtures.bytes(of: "faststart.mp4")
    let server = try StubServer { request, number in
      let reply = StubReply(partsOf: body, to: request)
      return number < 2 ? reply.dropped(after: 20_000) : reply
    }
    let reading = try MediaReader.impatient().read(server.url(), decode: .none)
    expect(reading.index.bytes, equals: Int64(body.count))
    let ranges = server.requests.compactMap(\.closedRange)
    expect(ranges.prefix(3), equals: [0...65_535, 20_000...65_535, 40_000...65_535])
    expect(server.requests[1]["if-range"], equals: "\"a\"")
  }

  @Test("takes up a later part too, and gives up one that brings nothing")
  func resumesLater() throws {
    let body = try Fixtures.bytes(of: "basic.ts")
    let server = try StubServer { request, number in
      let reply = StubReply(partsOf: body, to: request)
      return number == 1 ? reply.dropped(after: 1000) : reply
    }
    _ = try MediaReader.impatient().read(server.url("/basic.ts"), decode: .none)
    let ranges = server.requests.compactMap(\.closedRange)
    expect(ranges[1] == 65_536...body.count - 1 && ranges[2] == 66_536...body.count - 1)

    let silent = try StubServer { request, number in
      let reply = StubReply(partsOf: body, to: request)
      return number > 0 ? reply.dropped(after: 0) : reply
    }
    #expect {
      try MediaReader.impatient().read(silent.url("/basic.ts"), decode: .none)
    } throws: { error in
      guard case .download(_, .connectionBroke) = error as? MediaReadingError else { return false }
      return true
    }
    expect(silent.requests.count, equals: 1 + 4)
  }

  @Test(
    "downloads all from a server that cannot tell the state of its parts, or their number",
    arguments: ["ETag: W/\"a\"", "X: y", "ETag: \"a\u{1}\""])
  func withoutValidator(field: String) throws {
    let body = try Fixtures.bytes(of: "faststart.mp4")
    let server = try StubServer { request, _ in
      var reply = StubReply(partsOf: body, to: request)
      reply.fields[0] = field
      return reply
    }
    try expect(
      MediaReader.impatient().read(server.url(), decode: .none).index.bytes,
      equals: Int64(body.count)
    )
    expect(server.requests.map { $0["range"] }, equals: ["bytes=0-65535", nil])
  }

  @Test("reads a resource of up to the first request in one, and an empty one as such")
  func small() throws {
    let body = try Fixtures.bytes(of: "faststart.mp4")
    for count in [65_535, 65_536] {
      let server = try StubServer { request, _ in
        StubReply(partsOf: Array(body.prefix(count)), to: request)
      }
      try expect(
        MediaReader.impatient().read(server.url(), decode: .none).index.bytes, equals: Int64(count))
      expect(server.requests.count, equals: 1)
    }
    let empty = try StubServer { request, number in
      number == 0
        ? StubReply("416 Range Not Satisfiable", fields: ["Content-Range: bytes */0"])
        : StubReply([])
    }
    #expect(throws: MediaReadingError.notMedia(name: empty.url(), reason: "it is empty")) {
      try MediaReader.impatient().read(empty.url(), decode: .none)
    }
  }

  @Test("fetches nothing again in the next run, unless the resource has changed")
  func keptBlocks() throws {
    let folder = NSTemporaryDirectory() + "/playhead-blocks-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let body = try Fixtures.bytes(of: "faststart.mp4")
    let tag = Mutex("\"a\"")
    let server = try StubServer { request, _ in
      StubReply(partsOf: body, to: request, entityTag: tag.withLock { $0 })
    }
    let reader = MediaReader.impatient(ReadingCache(directory: folder))
    let first = try reader.survey(server.url(), decode: .none)
    let count = server.requests.count
    // Another reading of the same bytes.
    let second = try reader.survey(server.url(), decode: .none, tracks: [0])
    expect(!second.isFromCache && second.media.index.tracks == first.media.index.tracks)
    expect(server.requests.count, equals: count + 1)
    tag.withLock { $0 = "\"b\"" }
    _ = try reader.survey(server.url(), decode: .none, tracks: [1])
    expect(server.requests.count, equals: count + 1 + count)
    // One that is damaged counts as missing.
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasSuffix(".blocks") {
      let url = URL(fileURLWithPath: "\(folder)/\(name)")
      var data = try Data(contentsOf: url)
      data[data.count / 2] ^= 1
      try data.write(to: url)
    }
    _ = try reader.survey(server.url(), decode: .none, tracks: [0])
    expect(server.requests.count, equals: count + 1 + count + count)
  }

  @Test("fetches nothing again either where the beginning breaks off before its first byte")
  func keptBlocksAfterBreak() throws {
    let folder = NSTemporaryDirectory() + "/playhead-blocks-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let body = try Fixtures.bytes(of: "faststart.mp4")
    let breaks = Mutex(false)
    let server = try StubServer { request, _ in
      let reply = StubReply(partsOf: body, to: request)
      let breaks = breaks.withLock { breaks in
        defer { breaks = false }
        return breaks
      }
      return breaks ? reply.dropped(after: 0) : reply
    }
    var reader = MediaReader.impatient(ReadingCache(directory: folder))
    reader.httpOptions.firstBytes = 4096
    let first = try reader.survey(server.url(), decode: .none)
    let count = server.requests.count
    breaks.withLock { $0 = true }
    let second = try reader.survey(server.url(), decode: .none, tracks: [0])
    expect(!second.isFromCache && second.media.index == first.media.index)
    let ranges = server.requests.dropFirst(count).compactMap(\.closedRange)
    expect(ranges, equals: [0...4095, 0...4095])
  }

  @Test("reads what the resource has become where it changes while its beginning is on its way")
  func changes() throws {
    let old = try Fixtures.bytes(of: "single-gop.mp4")
    let new = try Fixtures.bytes(of: "faststart.mp4")
    let server = try StubServer { request, number in
      number == 0
        ? StubReply(partsOf: old, to: request).dropped(after: 1000)
        : StubReply(partsOf: new, to: request, entityTag: "\"b\"")
    }
    var reader = MediaReader.impatient()
    reader.httpOptions.firstBytes = 4096
    var remote = try reader.read(server.url(), decode: .none)
    let local = try MediaReader(cores: 1).read(Fixtures.clip("faststart.mp4"), decode: .none)
    remote.index.name = local.index.name
    expect(remote.index, equals: local.index)
  }

  @Test("keeps nothing without a cache")
  func noCache() throws {
    let body = try Fixtures.bytes(of: "faststart.mp4")
    let server = try StubServer { request, _ in StubReply(partsOf: body, to: request) }
    _ = try MediaReader.impatient().survey(server.url(), decode: .none)
    let count = server.requests.count
    _ = try MediaReader.impatient().survey(server.url(), decode: .none)
    expect(server.requests.count, equals: 2 * count)
  }

  @Test("ends at the maximum size, which counts what is fetched")
  func maximumSize() throws {
    let body = try Fixtures.bytes(of: "faststart.mp4")
    let server = try StubServer { request, _ in StubReply(partsOf: body, to: request) }
    _ = try MediaReader.impatient().read(server.url(), decode: .none)
    let needed = Int64(asked(server.requests, of: body.count))
    for limit in [needed - 1, needed] {
      var reader = MediaReader.impatient()
      reader.downloadLimits.bytes = limit
      if limit == needed {
        try expect(reader.read(server.url(), decode: .none).index.bytes, equals: Int64(body.count))
      } else {
        #expect(
          throws: MediaReadingError.download(url: server.url(), .tooLarge(limit: limit))
        ) {
          try reader.read(server.url(), decode: .none)
        }
      }
    }
    let whole = try StubServer { _, _ in StubReply(body) }
    var reader = MediaReader.impatient()
    reader.downloadLimits.bytes = Int64(body.count) - 1
    #expect(
      throws: MediaReadingError.download(
        url: whole.url(), .tooLarge(limit: Int64(body.count) - 1))
    ) {
      try reader.read(whole.url(), decode: .none)
    }
    let endless = try StubServer { _, _ in StubReply(body).framed(.chunked) }
    #expect(
      throws: MediaReadingError.download(
        url: endless.url(), .tooLarge(limit: Int64(body.count) - 1))
    ) {
      try reader.read(endless.url(), decode: .none)
    }
  }

  // The limit counts the time that a test waits for its turn.
  @Test("ends at an interruption while a part is on its way", .timeLimit(.minutes(60)))
  func interrupted() throws {
    let body = try Fixtures.bytes(of: "faststart.mp4")
    let server = try StubServer { request, number in
      let reply = StubReply(partsOf: body, to: request)
      return number > 0 ? reply.hanging(after: 10) : reply
    }
    let interruption = Interruption()
    try runOnThread {
      while server.requests.count < 2 { sleepBriefly() }
      interruption.request()
    }
    var reader = MediaReader.impatient()
    reader.interruption = interruption
    #expect(throws: MediaReadingError.interrupted(name: server.url(), fraction: 0)) {
      try reader.read(server.url(), decode: .none)
    }
  }
}
