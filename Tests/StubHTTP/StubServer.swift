import POSIX
import Synchronization

/// An HTTP/1.1 server on the loopback interface that answers by a script.
///
/// One thread serves one connection, and one request on it after the other as long as replies keep
/// it open; all end with this value.
package final class StubServer: Sendable {
  /// Answers the request with that number, from 0.
  package typealias Script = @Sendable (_ request: StubRequest, _ number: Int) -> StubReply

  package let port: UInt16
  private let host: UInt8
  private let shared: Shared

  /// A server at 127.0.0.`host`; other hosts than 1 exist on Linux only.
  package init(
    on host: UInt8 = 1, _ script: @escaping Script
  ) throws(StubServerError) {
    let listener = try StubSocket.listen(on: host)
    self.host = host
    port = listener.port
    let shared = Shared(script: script, listener: listener.descriptor)
    self.shared = shared
    try runOnThread { shared.serve() }
  }

  deinit {
    shared.isStopped.store(true, ordering: .relaxed)
  }

  /// The requests so far.
  package var requests: [StubRequest] {
    shared.requests.withLock { $0 }
  }

  /// The number of connections so far.
  package var connectionCount: Int { shared.connections.load(ordering: .relaxed) }

  package func url(_ path: String = "/video.mp4") -> String {
    "http://127.0.0.\(host):\(port)\(path)"
  }
}

/// What the thread and the server value share.
private final class Shared: Sendable {
  let isStopped = Atomic<Bool>(false)
  let requests = Mutex<[StubRequest]>([])
  let connections = Atomic<Int>(0)
  private let script: StubServer.Script
  private let listener: Int32

  init(script: @escaping StubServer.Script, listener: Int32) {
    self.script = script
    self.listener = listener
  }

  func serve() {
    while !isStopped.load(ordering: .relaxed) {
      guard StubSocket.waitForInput(listener) else { continue }
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { continue }
      connections.add(1, ordering: .relaxed)
      let work = {
        @Sendable [self] in
        while serve(connection) {}
        close(connection)
      }
      if (try? runOnThread(work)) == nil { close(connection) }
    }
    close(listener)
  }

  /// Serves a request; whether another may follow on the same connection.
  private func serve(_ connection: Int32) -> Bool {
    guard let request = readRequest(connection) else { return false }
    let number = requests.withLock { requests in
      requests.append(request)
      return requests.count - 1
    }
    let reply = script(request, number)
    guard pause(milliseconds: reply.headDelay) else { return false }
    let (bytes, endsEarly) = request.method == "HEAD" ? (reply.head, false) : reply.wireBytes
    guard StubSocket.send(bytes, to: connection) else { return false }
    if endsEarly, reply.hangs { waitForEnd(of: connection) }
    return reply.keepsAlive && !endsEarly
  }

  private func readRequest(_ connection: Int32) -> StubRequest? {
    var text: [UInt8] = []
    while !isStopped.load(ordering: .relaxed) {
      guard StubSocket.waitForInput(connection) else { continue }
      guard let bytes = StubSocket.receive(from: connection) else { return nil }
      text += bytes
      if text.suffix(4) == [13, 10, 13, 10] { return StubRequest(text) }
    }
    return nil
  }

  /// Says nothing until the client gives up.
  private func waitForEnd(of connection: Int32) {
    while !isStopped.load(ordering: .relaxed) {
      guard StubSocket.waitForInput(connection) else { continue }
      guard StubSocket.receive(from: connection) != nil else { return }
    }
  }

  /// Waits; `false` if the server is to stop.
  private func pause(milliseconds: Int) -> Bool {
    var left = milliseconds
    while left > 0 {
      guard !isStopped.load(ordering: .relaxed) else { return false }
      usleep(10_000)
      left -= 10
    }
    return true
  }
}

/// What the system refused.
package struct StubServerError: Error {
  package let step: String
  package let code: Int32
}

/// A request as it came.
package struct StubRequest: Sendable, Equatable {
  package let method: String
  package let path: String
  private let fields: [String: String]

  package init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 10).map { line in
      String(decoding: line.filter { $0 != 13 }, as: UTF8.self)
    }
    guard let words = lines.first?.split(separator: " "), words.count == 3 else { return nil }
    method = String(words[0])
    path = String(words[1])
    fields = lines.dropFirst().reduce(into: [:]) { fields, line in
      guard let colon = line.firstIndex(of: ":") else { return }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      fields[line[..<colon].lowercased()] = String(value)
    }
  }

  /// The value of the field `name`, in small letters.
  package subscript(name: String) -> String? { fields[name] }

  /// The offsets of the first and last byte in `Range: bytes=N-M`.
  package var closedRange: ClosedRange<Int>? {
    guard let range = fields["range"], range.hasPrefix("bytes=") else { return nil }
    let ends = range.dropFirst(6).split(separator: "-").map { Int($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else {
      return nil
    }
    return first...last
  }

  /// The offset in `Range: bytes=N-`.
  package var rangeStart: Int? {
    guard let range = fields["range"], range.hasPrefix("bytes="), range.hasSuffix("-") else {
      return nil
    }
    return Int(range.dropFirst(6).dropLast())
  }
}
