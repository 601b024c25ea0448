import Expectations
import POSIX
import PlayheadFiles
import StubHTTP
import Testing

@testable import MediaReading

@Suite("Servers that do not keep to the protocol") struct HostileServerTests {
  /// The error of a download from a server that sends `bytes` to anybody.
  private func failure(sending bytes: [UInt8]) throws -> HTTPError? {
    let listener = try StubSocket.listen()
    try runOnThread {
      let connection = accept(listener.descriptor, nil, nil)
      _ = StubSocket.receive(from: connection)
      _ = StubSocket.send(bytes, to: connection)
      close(connection)
      close(listener.descriptor)
    }
    return MediaReadingTests.failure(of: "http://127.0.0.1:\(listener.port)/")
  }

  @Test("An endless header line, or endless headers, are the server's fault")
  func endlessHeaders() throws {
    let line = Array("X-Long: ".utf8) + [UInt8](repeating: 65, count: 4 << 20)
    let lines = Array(String(repeating: "X-Some: header of some length\r\n", count: 100_000).utf8)
    for headers in [line, lines] {
      let error = try failure(sending: Array("HTTP/1.1 200 OK\r\n".utf8) + headers)
      guard case .badResponse = error else {
        Issue.record("not the error expected: \(String(describing: error))")
        continue
      }
    }
  }

  @Test(
    "Lengths that differ are refused, those that agree are not",
    arguments: [
      ("5\r\nContent-Length: 6", false), ("6\r\nContent-Length: 5", false), ("5, 6", false),
      ("5\r\nContent-Length: 5", true), ("5, 5", true), ("5\r\nContent-Length: 05", true),
      ("5x", false), ("-5", false), ("+5", false), ("9223372036854775807", true),
      ("9223372036854775808", false), ("99999999999999999999", false), ("", true),
    ])
  func lengths(text: String, isAccepted: Bool) {
    var block = HeaderBlock()
    for line in ["HTTP/1.1 200 OK"] + "Content-Length: \(text)".components("\r\n") + [""] {
      expect([true], equals: [block.append(line: Array(line.utf8))])
    }
    expect(block.hasConflictingLengths != isAccepted)
  }

  @Test("Lengths that differ end a download")
  func differingLengths() throws {
    let error = try failure(
      sending: Array(
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef".utf8))
    guard case .badResponse = error else {
      Issue.record("not the error expected: \(String(describing: error))")
      return
    }
  }

  @Test(
    "Nothing that is sent holds what would end its line",
    arguments: ["\r", "\n", "\r\nX: y", "\u{7F}"])
  func control(text: String) throws {
    let server = try StubServer { _, _ in StubReply(pattern(10)) }
    guard case .badURL = MediaReadingTests.failure(of: server.url("/a\(text)b")) else {
      Issue.record("not the error expected")
      return
    }
    expect(server.requests.isEmpty)
    let head = ResponseHeaders(
      status: 200, url: "", entityTag: "\"a\(text)b\"", lastModified: nil, contentLength: 1,
      contentType: nil, acceptsByteRanges: true)
    expect(head.rangeValidator == nil)
  }

  @Test("A user and password are sent to their host, and to no other")
  func credentials() throws {
    let other = try StubServer { _, _ in StubReply(pattern(10)) }
    let target = other.url("/end").split(separator: "127.0.0.1").joined(separator: "localhost")
    let server = try StubServer { request, _ in
      request.path == "/start"
        ? StubReply("302 Found", fields: ["Location: /next"])
        : StubReply("302 Found", fields: ["Location: \(target)"])
    }
    let url = server.url("/start").split(separator: "://").joined(separator: "://user:pass@")
    try expect(fetch(url).bytes, equals: pattern(10))
    // `printf user:pass | base64`
    expect(
      server.requests.map { $0["authorization"] },
      equals: ["Basic dXNlcjpwYXNz", "Basic dXNlcjpwYXNz"])
    expect(other.requests.map { $0["authorization"] }, equals: [nil])
  }

  @Test("What a server repeats of the secrets is left out of its errors")
  func repeatedSecrets() throws {
    let url = "http://127.0.0.1/a?token=abcdefgh&b=c"
    let address = ShownAddress(url)
    let error = HTTPError.status(403, phrase: "no such token abcdefgh").hidingSecrets(of: address)
    expect(error, equals: .status(403, phrase: "no such token ***"))
    let redirect = HTTPError.refusedRedirect(location: "ftp://u:p@h/?sig=x").hidingSecrets(
      of: address)
    expect(redirect == .refusedRedirect(location: "ftp://***@h/?sig=***"))
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
