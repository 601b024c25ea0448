/// What a stub server sends.
package struct StubReply: Sendable {
  /// How the length of the body is told.
  package enum Framing: Sendable {
    case contentLength
    case chunked
    /// The end of the connection is the end of the body.
    case close
  }

  package var status = "200 OK"
  package var fields: [String] = []
  package var body: [UInt8] = []
  package var framing = Framing.contentLength
  /// How much of the body to send; `nil` for all of it.
  package var sendsOnly: Int?
  /// After ``sendsOnly`` bytes: say nothing more, rather than close the connection.
  package var hangs = false
  /// Milliseconds before the first byte.
  package var headDelay = 0

  /// Whether the connection stays open for another request.
  package var keepsAlive = false

  /// A reply that has only a head.
  package init(_ status: String, fields: [String] = []) {
    self.status = status
    self.fields = fields
  }

  /// A reply with all of `body`.
  package init(_ body: [UInt8], fields: [String] = []) {
    self.body = body
    self.fields = fields
  }

  /// What a server that can send parts answers about a resource with this entity tag.
  package init(_ body: [UInt8], to request: StubRequest, entityTag: String) {
    let fields = ["ETag: \(entityTag)", "Accept-Ranges: bytes"]
    self.init(body, fields: fields)
    guard let start = request.rangeStart, request["if-range"] == entityTag else { return }
    status = "206 Partial Content"
    self.fields.append("Content-Range: bytes \(start)-\(body.count - 1)/\(body.count)")
    self.body = Array(body[start...])
  }

  /// What a server answers that sends any part, over connections that stay open.
  package init(partsOf body: [UInt8], to request: StubRequest, entityTag: String = "\"a\"") {
    let fields = ["ETag: \(entityTag)", "Accept-Ranges: bytes"]
    self.init(body, fields: fields)
    keepsAlive = true
    let tail = request.rangeStart.map { $0...max($0, body.count - 1) }
    guard let range = request.closedRange ?? tail, range.lowerBound < body.count,
      (request["if-range"] ?? entityTag) == entityTag
    else { return }
    let last = min(range.upperBound, body.count - 1)
    status = "206 Partial Content"
    self.fields.append("Content-Range: bytes \(range.lowerBound)-\(last)/\(body.count)")
    self.body = Array(body[range.lowerBound...last])
  }

  /// A copy that breaks off after `count` bytes of the body.
  package func dropped(after count: Int) -> StubReply {
    var reply = self
    reply.sendsOnly = count
    return reply
  }

  /// A copy that says nothing more after `count` bytes of the body.
  package func hanging(after count: Int) -> StubReply {
    var reply = dropped(after: count)
    reply.hangs = true
    return reply
  }

  /// A copy without a length.
  package func framed(_ framing: Framing) -> StubReply {
    var reply = self
    reply.framing = framing
    return reply
  }

  /// A copy that lets the client wait.
  package func delayed(milliseconds: Int) -> StubReply {
    var reply = self
    reply.headDelay = milliseconds
    return reply
  }

  /// The bytes on the wire of an answer to HEAD, which has no body.
  package var head: [UInt8] {
    var lines = ["HTTP/1.1 \(status)"] + (keepsAlive ? [] : ["Connection: close"]) + fields
    switch framing {
    case .contentLength: lines.append("Content-Length: \(body.count)")
    case .chunked: lines.append("Transfer-Encoding: chunked")
    case .close: break
    }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// The bytes on the wire, and whether they are not all.
  package var wireBytes: (bytes: [UInt8], endsEarly: Bool) {
    let sent = Array(body[..<min(sendsOnly ?? body.count, body.count)])
    let endsEarly = sendsOnly != nil
    var bytes = head
    guard framing == .chunked else { return (bytes + sent, endsEarly) }
    for start in stride(from: 0, to: sent.count, by: 1000) {
      let chunk = sent[start..<min(start + 1000, sent.count)]
      bytes += Array((String(chunk.count, radix: 16) + "\r\n").utf8) + chunk + [13, 10]
    }
    return (endsEarly ? bytes : bytes + Array("0\r\nX-Trailer: 1\r\n\r\n".utf8), endsEarly)
  }
}
