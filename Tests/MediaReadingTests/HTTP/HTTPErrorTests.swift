import Expectations
import POSIX
import StubHTTP
import Testing

@testable import MediaReading

@Suite("Downloads that fail") struct HTTPErrorTests {
  @Test(
    "A status that is not the resource is told with its phrase",
    arguments: [
      ("404 Not Found", 404, "Not Found"), ("500 Oh No", 500, "Oh No"),
      ("418 I'm a teapot", 418, "I'm a teapot"), ("503", 503, "Service Unavailable"),
      ("204 No Content", 204, "No Content"), ("304 Not Modified", 304, "Not Modified"),
      ("206 Partial Content", 206, "Partial Content"), ("599", 599, ""),
    ])
  func status(line: String, status: Int, phrase: String) throws {
    let server = try StubServer { _, _ in StubReply(line) }
    expect(failure(of: server.url()), equals: .status(status, phrase: phrase))
  }

  @Test("The body of an error page is not the resource", arguments: [404, 500])
  func errorPage(status: Int) throws {
    let server = try StubServer { _, _ in
      var reply = StubReply(pattern(1000))
      reply.status = "\(status) Whatever"
      return reply
    }
    expect(failure(of: server.url()), equals: .status(status, phrase: "Whatever"))
  }

  @Test("Every error is one line, and the server's words cannot steer a terminal")
  func words() throws {
    let server = try StubServer { _, _ in StubReply("404 \u{1B}[2J\u{9B}gone") }
    let error = try #require(failure(of: server.url()))
    expect(error.description, equals: "the server answers 404 \u{FFFD}[2J\u{FFFD}gone")
    expect(
      HTTPError.timedOut(received: 0, total: nil).description,
      equals: "the server went silent before any data")
    expect(
      HTTPError.connectionBroke(received: 5, total: nil, detail: "reset").description,
      equals: "the connection broke after 5 bytes: reset")
  }

  @Test("A redirect is followed, and its end is the URL that is told")
  func redirect() throws {
    let body = pattern(1000)
    let server = try StubServer { request, _ in
      guard request.path == "/start" else { return StubReply(body) }
      var reply = StubReply(pattern(77), fields: ["Location: /end.mp4", "ETag: \"redirect\""])
      reply.status = "302 Found"
      return reply
    }
    let fetched = try fetch(server.url("/start"))
    expect(fetched.bytes, equals: body)
    expect(fetched.response.url, equals: server.url("/end.mp4"))
    expect(fetched.response.entityTag == nil)
  }

  @Test("Ten redirects are followed, the eleventh is not", arguments: [10, 11])
  func redirects(count: Int) throws {
    let server = try StubServer { _, number in
      number < count ? StubReply("302 Found", fields: ["Location: /"]) : StubReply(pattern(10))
    }
    if count == 10 {
      try expect(fetch(server.url()).bytes, equals: pattern(10))
    } else {
      expect(failure(of: server.url()), equals: .tooManyRedirects(limit: 10))
    }
  }

  @Test(
    "A redirect out of the web is refused",
    arguments: ["file:///etc/hostname", "ftp://127.0.0.1/a", "gopher://127.0.0.1/"])
  func refusedRedirect(location: String) throws {
    let server = try StubServer { _, _ in
      StubReply("302 Found", fields: ["Location: \(location)"])
    }
    expect(failure(of: server.url()), equals: .refusedRedirect(location: location))
  }

  @Test(
    "What is not a URL of the web is refused",
    arguments: [
      "", "video.mp4", "file:///etc/hostname", "ftp://127.0.0.1/", "http://", "http://a b/",
      "http://127.0.0.1:99999/", "http://127.0.0.1/\0", "http://127.0.0.1/a b",
    ])
  func badURL(url: String) {
    guard case .badURL = failure(of: url) else {
      Issue.record("not the error expected")
      return
    }
  }

  @Test("A name without an address cannot be resolved")
  func unresolvable() {
    guard case .cannotResolve(let detail) = failure(of: "http://playhead.invalid/") else {
      Issue.record("not the error expected")
      return
    }
    expect(detail.contains("playhead.invalid"))
  }

  @Test("A port nobody listens on cannot be connected to")
  func refused() throws {
    let listener = try StubSocket.listen()
    close(listener.descriptor)
    guard case .cannotConnect = failure(of: "http://127.0.0.1:\(listener.port)/") else {
      Issue.record("not the error expected")
      return
    }
  }

  @Test("A server without TLS gives no secure connection")
  func insecure() throws {
    let listener = try StubSocket.listen()
    try runOnThread {
      let connection = accept(listener.descriptor, nil, nil)
      _ = StubSocket.receive(from: connection)
      _ = StubSocket.send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), to: connection)
      close(connection)
      close(listener.descriptor)
    }
    guard case .insecure = failure(of: "https://127.0.0.1:\(listener.port)/") else {
      Issue.record("not the error expected")
      return
    }
  }

  @Test("A server that says nothing at all has timed out")
  func slowHead() throws {
    var options = quickOptions()
    options.stallSeconds = 1
    let server = try StubServer { _, _ in StubReply([]).delayed(milliseconds: 60_000) }
    expect(failure(of: server.url(), options: options), equals: .timedOut(received: 0, total: nil))
  }

  @Test("Slow headers are waited for")
  func slowButSteady() throws {
    let server = try StubServer { _, _ in StubReply(pattern(10)).delayed(milliseconds: 300) }
    try expect(fetch(server.url()).bytes, equals: pattern(10))
  }

  @Test("An answer that is not HTTP is malformed")
  func noHTTP() throws {
    let listener = try StubSocket.listen()
    try runOnThread {
      let connection = accept(listener.descriptor, nil, nil)
      _ = StubSocket.receive(from: connection)
      _ = StubSocket.send(Array("SSH-2.0-OpenSSH\r\n\r\n".utf8), to: connection)
      close(connection)
      close(listener.descriptor)
    }
    guard case .badResponse = failure(of: "http://127.0.0.1:\(listener.port)/") else {
      Issue.record("not the error expected")
      return
    }
  }

  @Test("A folder that is missing is told before anything is sent")
  func missingFolder() throws {
    let server = try StubServer { _, _ in StubReply(pattern(10)) }
    var options = quickOptions()
    options.directory = "/nonexistent/folder"
    let error = TemporaryFileError(step: .create, directory: "/nonexistent/folder", code: ENOENT)
    expect(failure(of: server.url(), options: options), equals: .temporaryFile(error))
    expect(server.requests.isEmpty)
  }

  @Test("A resource that no disk holds is told before it comes")
  func tooLarge() throws {
    let server = try StubServer { _, _ in
      StubReply([], fields: ["Content-Length: \(Int64.max)"]).framed(.close).hanging(after: 0)
    }
    var options = quickOptions()
    options.limits.bytes = .max
    guard case .temporaryFile(let error) = failure(of: server.url(), options: options) else {
      Issue.record("not the error expected")
      return
    }
    expect(error.step, equals: .reserve)
    expect(error.isOutOfSpace)
  }

  @Test(
    "What libcurl quotes is told without users and passwords",
    arguments: [
      ("Unsupported proxy syntax in 'u:p@h:9'", "Unsupported proxy syntax in '***@h:9'"),
      ("in 'u@h' and 'v'", "in '***@h' and 'v'"), ("no quotes", "no quotes"), ("", ""),
      ("in 'http://u:p@h'", "in 'http://u:p@h'"),
    ])
  func quoted(message: String, shown: String) {
    expect(CurlHandle.withoutUsers(message), equals: shown)
  }
}
