import Expectations
import MediaReading
import StubHTTP
import Testing

@Suite("Resuming a download") struct ResumeTests {
  private let body = pattern(300_000)

  @Test("A dropped connection goes on where it broke")
  func resumes() throws {
    let server = try StubServer { [body] request, number in
      let reply = StubReply(body, to: request, entityTag: "\"a\"")
      return number < 3 ? reply.dropped(after: 70_001) : reply
    }
    try expect(fetch(server.url()).bytes, equals: body)
    expect(server.requests.map(\.rangeStart), equals: [nil, 70_001, 140_002, 210_003])
    expect(server.requests.dropFirst().allSatisfy { $0["if-range"] == "\"a\"" })
  }

  @Test("A date of modification serves where the tag is weak")
  func weakTag() throws {
    let date = "Mon, 01 Jan 2024 00:00:00 GMT"
    let server = try StubServer { [body] request, number in
      var reply = StubReply(body, to: request, entityTag: date).dropped(after: 200_000)
      reply.fields[0] = "ETag: W/\"a\"\r\nLast-Modified: \(date)"
      return reply
    }
    try expect(fetch(server.url()).bytes, equals: body)
    expect(server.requests.last?["if-range"], equals: date)
  }

  @Test("A length that only the resumed answer tells is checked against")
  func chunked() throws {
    let server = try StubServer { [body] request, number in
      let reply = StubReply(body, to: request, entityTag: "\"a\"").framed(.chunked)
      return number == 0 ? reply.dropped(after: 1000) : reply
    }
    try expect(fetch(server.url()).bytes, equals: body)
  }

  @Test("A connection that keeps breaking is an error that says how far it came")
  func givesUp() throws {
    let server = try StubServer { [body] request, _ in
      StubReply(body, to: request, entityTag: "\"a\"").dropped(after: 1000)
    }
    guard case .connectionBroke(4000, 300_000, _) = failure(of: server.url()) else {
      Issue.record("not the error expected")
      return
    }
    expect(server.requests.count, equals: 4)
  }

  @Test(
    "Without ranges, or without a way to tell the state, a break is an error at once",
    arguments: [
      ["ETag: \"a\""], ["Accept-Ranges: bytes"], ["ETag: W/\"a\"", "Accept-Ranges: bytes"],
    ])
  func withoutRanges(fields: [String]) throws {
    let server = try StubServer { [body] _, _ in
      StubReply(body, fields: fields).dropped(after: 1234)
    }
    let error = failure(of: server.url())
    guard case .connectionBroke(1234, 300_000, _) = error else {
      Issue.record("not the error expected")
      return
    }
    expect(error?.description.contains("1234 of 300000 bytes"), equals: true)
    expect(server.requests.count, equals: 1)
  }

  @Test("A break before the first byte of the body needs no ranges")
  func nothingReceived() throws {
    let server = try StubServer { [body] _, number in
      number == 0 ? StubReply(body).dropped(after: 0) : StubReply(body)
    }
    try expect(fetch(server.url()).bytes, equals: body)
  }

  @Test("A resource that changed meanwhile is downloaded anew, and offered anew")
  func changed() throws {
    let newBody = pattern(1000, seed: 7)
    let server = try StubServer { [body] request, number in
      number == 0
        ? StubReply(body, to: request, entityTag: "\"a\"").dropped(after: 100_000)
        : StubReply(newBody, to: request, entityTag: "\"b\"")
    }
    try expect(fetch(server.url()).bytes, equals: newBody)

    var tags: [String?] = []
    let again = try StubServer { [body] request, number in
      StubReply(body, to: request, entityTag: "\"\(number)\"").dropped(after: 100_000)
    }
    let outcome = try HTTPDownloader(options: quickOptions()).download(
      again.url(), interruption: Interruption(),
      accept: {
        tags.append($0.entityTag)
        return tags.count < 2
      })
    switch consume outcome {
    case .declined(let response): expect(response.entityTag, equals: "\"1\"")
    case .downloaded: Issue.record("it was downloaded")
    case .begun: Issue.record("it was begun")
    }
    expect(tags, equals: ["\"0\"", "\"1\""])
  }

  @Test("A part of another state is not glued on, even if the server ignores the condition")
  func ignoredCondition() throws {
    let newBody = pattern(300_000, seed: 7)
    let server = try StubServer { [body] request, number in
      guard number > 0 else {
        return StubReply(body, to: request, entityTag: "\"a\"").dropped(after: 100_000)
      }
      guard let start = request.rangeStart else {
        return StubReply(newBody, to: request, entityTag: "\"b\"")
      }
      var reply = StubReply(Array(newBody[start...]), fields: ["ETag: \"b\""])
      reply.status = "206 Partial Content"
      reply.fields.append("Content-Range: bytes \(start)-299999/300000")
      return reply
    }
    try expect(fetch(server.url()).bytes, equals: newBody)
    expect(server.requests.map(\.rangeStart), equals: [nil, 100_000, nil])
  }

  @Test("Another total length is an error")
  func otherTotal() throws {
    let server = try StubServer { [body] request, number in
      guard number > 0 else {
        return StubReply(body, to: request, entityTag: "\"a\"").dropped(after: 100_000)
      }
      var reply = StubReply(pattern(10), fields: ["Content-Range: bytes 100000-100009/100010"])
      reply.status = "206 Partial Content"
      return reply
    }
    expect(failure(of: server.url()), equals: .resourceChanged(was: 300_000, now: 100_010))
  }

  @Test(
    "A part that was not asked for is an error",
    arguments: ["Content-Range: bytes 99999-299999/300000", "Content-Range: bytes x", "X: y"])
  func otherPart(field: String) throws {
    let server = try StubServer { [body] request, number in
      guard number > 0 else {
        return StubReply(body, to: request, entityTag: "\"a\"").dropped(after: 100_000)
      }
      var reply = StubReply(pattern(10), fields: [field])
      reply.status = "206 Partial Content"
      return reply
    }
    guard case .badResponse = failure(of: server.url()) else {
      Issue.record("not the error expected")
      return
    }
  }

  @Test("A resource that shrank below what has come has changed")
  func notSatisfiable() throws {
    let server = try StubServer { [body] request, number in
      number == 0
        ? StubReply(body, to: request, entityTag: "\"a\"").dropped(after: 100_000)
        : StubReply("416 Range Not Satisfiable")
    }
    expect(failure(of: server.url()), equals: .resourceChanged(was: 300_000, now: nil))
  }

  @Test("A server that goes silent is asked again, then it is an error")
  func stalls() throws {
    var options = quickOptions()
    // Long enough for the head of the response to come from a busy machine.
    options.stallSeconds = 3
    options.retries = 1
    let server = try StubServer { [body] request, number in
      StubReply(body, to: request, entityTag: "\"a\"").hanging(after: 0)
    }
    // Not after some of the body: libcurl averages the speed over the last 5 seconds.
    expect(
      failure(of: server.url(), options: options), equals: .timedOut(received: 0, total: 300_000))
    expect(server.requests.count, equals: 2)
  }
}
