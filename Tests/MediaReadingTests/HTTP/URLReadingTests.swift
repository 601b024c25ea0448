import Expectations
import Foundation
import MediaReading
import PlayheadKit
import StubHTTP
import Testing

@Suite("Reading media from a URL")
struct URLReadingTests {
  private func bytes(_ clip: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: Fixtures.clip(clip))))
  }

  @Test(
    "finds what reading the file finds, with and without range support",
    arguments: ["faststart.mp4", "moov-at-end.mp4", "basic.ts", "theora-vorbis.ogg"],
    [true, false])
  func equalsFile(clip: String, hasRanges: Bool) throws {
    let body = try bytes(clip)
    let server = try StubServer { request, _ in
      hasRanges ? StubReply(body, to: request, entityTag: #""1""#) : StubReply(body)
    }
    let url = server.url("/\(clip)")
    var remote = try MediaReader(cores: 2).read(url)
    let local = try MediaReader(cores: 2).read(Fixtures.clip(clip))
    expect(remote.index.name, equals: url)
    remote.index.name = local.index.name
    expect(remote.index, equals: local.index)
    expect(remote.decoding, equals: local.decoding)
  }

  @Test("goes on where the connection broke, if the server can")
  func resumes() throws {
    let body = try bytes("faststart.mp4")
    let server = try StubServer { request, number in
      let reply = StubReply(body, to: request, entityTag: #""1""#)
      return number == 0 ? reply.dropped(after: 500_000) : reply
    }
    let reading = try MediaReader(cores: 2).read(server.url("/faststart.mp4"))
    expect(reading.index.bytes, equals: Int64(body.count))
    expect(server.requests.map(\.rangeStart), equals: [nil, 500_000])
  }

  @Test("downloads nothing again while the entity tag stays the same")
  func cached() throws {
    let folder = NSTemporaryDirectory() + "/playhead-url-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let body = try bytes("basic.mkv")
    let server = try StubServer { request, number in
      StubReply(body, to: request, entityTag: number < 2 ? #""one""# : #""two""#)
    }
    let reader = MediaReader(cores: 2, cache: ReadingCache(directory: folder))
    try expect(!reader.survey(server.url()).isFromCache)
    try expect(reader.survey(server.url()).isFromCache)
    try expect(!reader.survey(server.url()).isFromCache)
  }

  @Test(
    "keeps what a server sends without a length, by its tag or its date",
    arguments: ["ETag: \"a\"", "Last-Modified: Mon, 01 Jan 2024 00:00:00 GMT"])
  func cachedWithoutLength(field: String) throws {
    let folder = NSTemporaryDirectory() + "/playhead-url-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let body = try bytes("basic.mkv")
    let server = try StubServer { _, number in
      let reply = StubReply(body, fields: [field])
      return number < 2 ? reply.framed(.chunked) : reply
    }
    let reader = MediaReader(cores: 1, cache: ReadingCache(directory: folder))
    try expect(!reader.survey(server.url(), decode: .none).isFromCache)
    try expect(reader.survey(server.url(), decode: .none).isFromCache)
    // With a length it may be the same or not.
    try expect(!reader.survey(server.url(), decode: .none).isFromCache)
  }

  @Test("tells the digest of what was downloaded, which is cached with the survey")
  func digest() throws {
    let folder = NSTemporaryDirectory() + "/playhead-url-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let body = try bytes("basic.mkv")
    let server = try StubServer { request, _ in StubReply(body, to: request, entityTag: #""one""#) }
    let media = CheckedMedia(name: "m", location: server.url())
    let expected = try MediaReader(cores: 1)
      .contents(of: CheckedMedia(name: "m", location: Fixtures.clip("basic.mkv")))
    expect(expected.bytes, equals: Int64(body.count))

    var reader = MediaReader(cores: 1, cache: ReadingCache(directory: folder))
    try expect(reader.survey(server.url(), decode: .none).digest == nil)
    reader.hashesDownloads = true
    // A survey that was cached without a digest is as good as none.
    let first = try reader.survey(server.url(), decode: .none)
    expect(!first.isFromCache && first.digest == expected.digest)
    let second = try reader.survey(server.url(), decode: .none)
    expect(second.isFromCache && second.digest == expected.digest)
    try expect(reader.playable(media).digest, equals: expected.digest)
    try expect(MediaReader(cores: 1).contents(of: media), equals: expected)
  }

  @Test("is asked for once by a suite with a baseline")
  func oneDownload() throws {
    let body = try bytes("basic.mkv")
    let server = try StubServer { _, _ in StubReply(body) }
    let checkCase = SuiteCase(
      name: "x", media: CheckedMedia(name: "m", location: server.url()),
      network: CheckedNetwork(name: "1M", try NetworkArgument(parsing: "1M")),
      player: .policy(try BufferingPolicy()), expectations: [])
    var reader = MediaReader(cores: 1)
    reader.hashesDownloads = true
    var runner = SuiteRunner(reader)
    runner.baselineWork = BaselineWork(baseline: nil, makesRecords: true) {
      [reader] (media: CheckedMedia) throws(CaseError) in
      try reader.contents(of: media)
    }
    let result = try #require(runner.run(Suite(cases: [checkCase])))
    expect(server.requests.count, equals: 1)
    let expected = try reader.contents(
      of: CheckedMedia(name: "m", location: Fixtures.clip("basic.mkv")))
    expect(result.cases[0].record?.media, equals: expected)
  }

  @Test("keeps nothing of what cannot be recognised again")
  func unrecognisable() throws {
    let folder = NSTemporaryDirectory() + "/playhead-url-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let body = try bytes("basic.mkv")
    let server = try StubServer { _, _ in StubReply(body) }
    let reader = MediaReader(cores: 2, cache: ReadingCache(directory: folder))
    for _ in 0..<2 { try expect(!reader.survey(server.url()).isFromCache) }
    expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("tells the server's status")
  func status() throws {
    let server = try StubServer { _, _ in StubReply("418 I'm a teapot") }
    let url = server.url()
    let error = HTTPError.status(418, phrase: "I'm a teapot")
    #expect(throws: MediaReadingError.download(url: url, error)) {
      try MediaReader(cores: 1).read(url)
    }
  }

  @Test("refuses a playlist by name, whatever it is called")
  func playlist() throws {
    let body = try bytes("playlist.m3u8")
    let server = try StubServer { _, _ in StubReply(body) }
    #expect(throws: MediaReadingError.playlist(name: server.url(), format: "HLS")) {
      try MediaReader(cores: 1).read(server.url())
    }
  }
}
