import Expectations
import MediaReading
import PlayheadKit
import StubHTTP
import Synchronization
import Testing

@Suite("Downloading") struct DownloadTests {
  @Test(
    "A whole resource arrives byte for byte",
    arguments: [StubReply.Framing.contentLength, .chunked, .close])
  func whole(framing: StubReply.Framing) throws {
    let body = pattern(3_000_000)
    let server = try StubServer { _, _ in StubReply(body).framed(framing) }
    try expect(fetch(server.url()).bytes, equals: body)
    expect(server.requests.count, equals: 1)
  }

  @Test(
    "A URL is one by its scheme, in any case, and its two slashes",
    arguments: [
      ("http://h/a", true), ("HTTP://h/a", true), ("https://h/a", true), ("HtTpS://h", true),
      ("http:/h/a", false), ("https:/h/a", false), ("https:h", false), ("httpx://h", false),
      ("ftp://h/a", false), ("/http://h", false), ("http", false), ("", false),
    ])
  func scheme(text: String, isURL: Bool) {
    expect(text.isWebURL, equals: isURL)
  }

  @Test("An empty resource is an empty file")
  func empty() throws {
    let server = try StubServer { _, _ in StubReply([]) }
    let fetched = try fetch(server.url())
    expect(fetched.bytes.isEmpty)
    expect(fetched.response.contentLength, equals: 0)
  }

  @Test("The facts of the response are told")
  func facts() throws {
    let server = try StubServer { _, _ in
      StubReply(
        pattern(10),
        fields: [
          "ETag: \"a\"", "Last-Modified: Mon, 01 Jan 2024 00:00:00 GMT", "accept-ranges: Bytes",
          "Content-Type: video/mp4; codecs=avc1",
        ])
    }
    let expected = ResponseHeaders(
      status: 200, url: server.url("/a?b=c"), entityTag: "\"a\"",
      lastModified: "Mon, 01 Jan 2024 00:00:00 GMT", contentLength: 10,
      contentType: "video/mp4; codecs=avc1", acceptsByteRanges: true)
    try expect(fetch(server.url("/a?b=c")).response, equals: expected)
  }

  @Test("A request is a plain one for the bytes as they are")
  func request() throws {
    let server = try StubServer { _, _ in StubReply(pattern(10)) }
    _ = try fetch(server.url())
    let request = try #require(server.requests.first)
    expect(request.method, equals: "GET")
    expect(request["user-agent"]?.hasPrefix("playhead/"), equals: true)
    expect(request["accept-encoding"], equals: "identity")
    expect(request["range"] == nil)
  }

  @Test("An encoding that nobody asked for is left alone")
  func encoding() throws {
    let body = pattern(1000)
    let server = try StubServer { _, _ in StubReply(body, fields: ["Content-Encoding: gzip"]) }
    try expect(fetch(server.url()).bytes, equals: body)
  }

  @Test("Informational responses and trailers are not taken for the response")
  func informational() throws {
    let server = try StubServer { _, _ in
      var reply = StubReply(pattern(10), fields: ["ETag: \"b\""]).framed(.chunked)
      reply.status = "103 Early Hints\r\nETag: \"a\"\r\n\r\nHTTP/1.1 200 OK"
      return reply
    }
    let response = try fetch(server.url()).response
    expect(response.status, equals: 200)
    expect(response.entityTag, equals: "\"b\"")
    expect(response.contentLength == nil)
  }

  @Test("Progress grows up to the whole")
  func progress() throws {
    let server = try StubServer { _, _ in StubReply(pattern(2_000_000)) }
    var steps: [Int64] = []
    var totals: Set<Int64?> = []
    _ = try fetch(server.url()) { received, total in
      steps.append(received)
      totals.insert(total)
    }
    expect(steps.first, equals: 0)
    expect(steps, equals: steps.sorted())
    expect(steps.last, equals: 2_000_000)
    expect(totals, equals: [2_000_000])
  }

  @Test("A resource that the caller knows already is declined before its body comes")
  func declined() throws {
    let server = try StubServer { _, _ in
      StubReply(pattern(1000), fields: ["ETag: \"known\""]).hanging(after: 0)
    }
    let outcome = try HTTPDownloader().download(
      server.url(), interruption: Interruption(), accept: { $0.entityTag != "\"known\"" })
    switch consume outcome {
    case .declined(let response): expect(response.contentLength, equals: 1000)
    case .downloaded: Issue.record("it was downloaded")
    case .begun: Issue.record("it was begun")
    }
  }

  // The limit counts the time that a test waits for its turn.
  @Test(
    "An interruption ends a download that hangs", .timeLimit(.minutes(60)),
    arguments: [false, true])
  func interrupted(inHead: Bool) throws {
    let server = try StubServer { _, _ in
      inHead
        ? StubReply(pattern(10)).delayed(milliseconds: 3_600_000)
        : StubReply(pattern(1000)).hanging(after: 10)
    }
    let interruption = Interruption()
    try runOnThread {
      while server.requests.isEmpty { sleepBriefly() }
      interruption.request()
    }
    // Neither silence nor the server ends it first.
    var options = HTTPOptions()
    options.stallSeconds = 3600
    #expect(throws: HTTPError.interrupted) {
      try fetch(server.url(), options: options, interruption: interruption)
    }
  }

  @Test("An interruption ends the wait before a retry")
  func interruptedRetry() throws {
    let body = pattern(1000)
    let server = try StubServer { request, _ in
      StubReply(body, to: request, entityTag: "\"a\"").dropped(after: 10)
    }
    var options = HTTPOptions()
    options.retryMilliseconds = 60_000
    let interruption = Interruption()
    #expect(throws: HTTPError.interrupted) {
      try fetch(server.url(), options: options, interruption: interruption) { received, _ in
        if received == 10 { interruption.request() }
      }
    }
  }
}
