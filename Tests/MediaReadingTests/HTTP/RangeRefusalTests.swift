import PlayheadModel
import StubHTTP
import Testing

@testable import MediaReading

@Suite("A URL whose parts do not fit together")
struct RangeRefusalTests {
  @Test(
    "is an error where the resource changes meanwhile, whatever the server makes of the condition",
    arguments: [true, false])
  func changed(honoursCondition: Bool) throws {
    let body = try Fixtures.bytes(of: "faststart.mp4")
    let server = try StubServer { request, number in
      guard number > 0 else { return StubReply(partsOf: body, to: request) }
      var reply = StubReply(
        partsOf: body, to: request, entityTag: honoursCondition ? "\"b\"" : "\"a\"")
      reply.fields[0] = "ETag: \"b\""
      return reply
    }
    let size = Int64(body.count)
    #expect(
      throws: MediaReadingError.download(
        url: server.url(), .resourceChanged(was: size, now: size))
    ) {
      try MediaReader.impatient().read(server.url(), decode: .none)
    }
  }

  @Test("is an error where the size changes meanwhile, or the condition fails")
  func changedSize() throws {
    let body = try Fixtures.bytes(of: "faststart.mp4")
    let size = Int64(body.count)
    let shorter = try StubServer { request, number in
      StubReply(partsOf: number > 0 ? Array(body.dropLast()) : body, to: request)
    }
    #expect(
      throws: MediaReadingError.download(
        url: shorter.url(), .resourceChanged(was: size, now: size - 1))
    ) {
      try MediaReader.impatient().read(shorter.url(), decode: .none)
    }
    for status in ["412 Precondition Failed", "416 Range Not Satisfiable"] {
      let gone = try StubServer { request, number in
        number > 0 ? StubReply(status) : StubReply(partsOf: body, to: request)
      }
      #expect(
        throws: MediaReadingError.download(
          url: gone.url(), .resourceChanged(was: size, now: nil))
      ) {
        try MediaReader.impatient().read(gone.url(), decode: .none)
      }
    }
  }

  @Test(
    "refuses a part that is not the one that was asked for",
    arguments: [
      "Content-Range: bytes 65537-70000/2000000", "Content-Range: bytes 65536-65536/", "X: y",
      "Content-Range: bytes */5",
    ])
  func otherPart(field: String) throws {
    let body = try Fixtures.bytes(of: "faststart.mp4")
    let server = try StubServer { request, number in
      var reply = StubReply(partsOf: body, to: request)
      if number > 0 { reply.fields[2] = field.hasSuffix("/") ? "\(field)\(body.count)" : field }
      return reply
    }
    #expect {
      try MediaReader.impatient().read(server.url(), decode: .none)
    } throws: { error in
      guard case .download(_, .badResponse) = error as? MediaReadingError else { return false }
      return true
    }
  }

  @Test("refuses a part that is longer than it says, by a single byte", arguments: [0, 1])
  func longer(number: Int) throws {
    let body = try Fixtures.bytes(of: "faststart.mp4")
    let server = try StubServer { request, count in
      var reply = StubReply(partsOf: body, to: request)
      guard count == number else { return reply }
      reply.body.append(0)
      reply.keepsAlive = false
      return reply.framed(.close)
    }
    #expect {
      try MediaReader.impatient().read(server.url(), decode: .none)
    } throws: { error in
      guard case .download(_, .badResponse(let detail)) = error as? MediaReadingError else {
        return false
      }
      return detail.hasPrefix("it is longer than")
    }
  }
}
