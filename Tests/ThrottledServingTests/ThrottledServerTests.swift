import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import ThrottledServing

@Suite("A server answers over a link", .serialized)
struct ThrottledServerTests {
  private static let name = ServedFiles.generatedName

  private static func server(
    _ bytes: Int64 = 100_000, rate: Int64 = 1_000_000_000, latency: WallTime = .zero,
    options: ServingOptions = ServingOptions()
  ) throws -> ThrottledServer {
    let profile = try BandwidthProfile(
      name: "test", rate: BitRate(bitsPerSecond: rate), latency: latency)
    return try ThrottledServer(
      serving: ServedFiles(zeros: bytes), over: profile, options: options,
      pages: { request in
        request.path == "/" ? PageResponse(body: Array("page \(request.arguments)".utf8)) : nil
      })
  }

  /// What comes of `text`, to which `Host` and `Connection: close` are added.
  private static func response(
    to text: String, from server: ThrottledServer, host: String = "Host: 127.0.0.1\r\n"
  ) throws -> String {
    let client = try #require(
      LoopbackClient(
        port: server.port, request: "\(text)\r\n\(host)Connection: close\r\n\r\n"))
    return String(decoding: client.everything(within: 20_000), as: UTF8.self)
  }

  private static func status(_ response: String) -> Int? {
    response.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  /// The requests served, once there are `count` of them.
  private static func requests(
    _ server: ThrottledServer, _ count: Int
  ) throws -> [ServedRequest] {
    // Long for a busy machine; only a test that fails waits for it.
    for _ in 0..<30_000 {
      let requests = server.requests
      if requests.count >= count { return requests }
      usleep(1000)
    }
    return try #require(nil)
  }

  @Test("Requests fail by rule: with a status, or without an answer until the client gives up")
  func faults() throws {
    let profile = try BandwidthProfile(
      name: "test", rate: BitRate(bitsPerSecond: 1_000_000), latency: .zero)
    let server = try ThrottledServer(
      serving: ServedFiles(zeros: 1000), over: profile,
      faults: { request in
        switch request.offset {
        case 1: .status(503)
        case 2: .timeout
        default: nil
        }
      })
    func get(_ offset: Int) throws -> String {
      try Self.response(
        to: "GET /media/zeros HTTP/1.1\r\nRange: bytes=\(offset)-", from: server)
    }
    try expect(Self.status(get(0)), equals: 206)
    try expect(Self.status(get(1)), equals: 503)
    let client = try #require(
      LoopbackClient(
        port: server.port,
        request: "GET /media/zeros HTTP/1.1\r\nRange: bytes=2-\r\nHost: 127.0.0.1\r\n\r\n"))
    expect(client.everything(within: 100).isEmpty)
    client.close()
    let requests = try Self.requests(server, 3)
    expect(requests.map(\.status), equals: [206, 503, 206])
    expect(requests.last?.endReason == .dropped && requests.last?.sentBytes == 0)
  }

  @Test("What is published is there from its instant on: refused, held back, or sent as it comes")
  func published() throws {
    let profile = try BandwidthProfile(
      name: "test", rate: BitRate(bitsPerSecond: 1_000_000_000), latency: .zero)
    let server = try ThrottledServer(
      serving: ServedFiles(zeros: 1000), over: profile,
      publication: { request in
        switch request.arguments["what"] {
        case "missing": .missing
        case "refused": .refused("No.")
        case "held": request.wallTime < .milliseconds(300) ? .held(until: .milliseconds(300)) : nil
        case "later": .held(until: .seconds(600))
        case "document": .document(Array("as of \(request.path)".utf8))
        case "growing":
          .growing([.init(end: 400, wallTime: .zero), .init(end: 1000, wallTime: .seconds(600))])
        default: nil
        }
      })
    func get(_ what: String) throws -> String {
      try Self.response(to: "GET /media/zeros?what=\(what) HTTP/1.1", from: server)
    }
    let statuses = try ["missing", "refused", "held", "document", "plain"].map {
      Self.status(try get($0))
    }
    expect(statuses, equals: [404, 400, 200, 200, 200])
    try expect(get("document").hasSuffix("\r\n\r\nas of zeros"))
    let held = try Self.requests(server, 3)[2]
    try expect(#require(held.head) >= .milliseconds(300))
    // A client that leaves before has no answer.
    let leaving = try #require(
      LoopbackClient(
        port: server.port,
        request: "GET /media/zeros?what=later HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"))
    expect(leaving.everything(within: 100).isEmpty)
    leaving.close()
    let left = try Self.requests(server, 7)[6]
    expect(left.endReason == .dropped && left.status == 200 && left.sentBytes == 0)
    // Of what grows, no more comes than is there, in chunks.
    let client = try #require(
      LoopbackClient(
        port: server.port,
        request: "GET /media/zeros?what=growing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"))
    let text = String(decoding: client.everything(within: 300), as: UTF8.self)
    expect(text.contains("Transfer-Encoding: chunked"))
    expect(text.utf8.count { $0 == 0 }, equals: 400)
    client.close()
    let growing = try Self.requests(server, 8)[7]
    expect(growing.endReason == .dropped && growing.sentBytes >= 400 && growing.sentBytes < 1000)
  }

  /// libmicrohttpd gives a target up to its first NUL.
  @Test(
    "A target with a NUL in it is not that without it",
    arguments: [
      "/media/zeros\0", "/media/zeros\0.mp4", "/\0", "/media/zeros?a=b\0&c=d",
      "/media/zeros\0HTTP/1.1\0", "/media/zeros\0\0",
    ])
  func targetsWithNUL(target: String) throws {
    let server = try Self.server()
    try expect(Self.response(to: "GET \(target) HTTP/1.1", from: server), equals: "")
    expect(server.requests, equals: [])
    let whole = try Self.response(to: "GET /media/zeros?a=b&c=%20d HTTP/1.1", from: server)
    expect(Self.status(whole), equals: 200)
  }

  @Test(
    "Each request has its status",
    arguments: [
      ("GET /media/zeros HTTP/1.1", 200), ("HEAD /media/zeros HTTP/1.1", 200),
      ("GET /media/zeros HTTP/1.0", 200), ("GET http://127.0.0.1/media/zeros HTTP/1.1", 200),
      ("GET /media/zeros?a=b HTTP/1.1", 200), ("GET /media/%7aeros HTTP/1.1", 200),
      ("GET /media/zeros HTTP/1.1\r\nRange: bytes=5-9", 206),
      ("GET /media/zeros HTTP/1.1\r\nRange: bytes=100000-", 416),
      ("GET /media/zeros HTTP/1.1\r\nIf-None-Match: *", 304),
      ("GET /media/zeros HTTP/1.1\r\nIf-Match: \"a\"", 412),
      ("GET /media/other HTTP/1.1", 404), ("GET /media/ HTTP/1.1", 404),
      ("GET /media/../zeros HTTP/1.1", 404), ("GET /media/zeros%00 HTTP/1.1", 404),
      ("GET /media%2fzeros HTTP/1.1", 404), ("GET /other HTTP/1.1", 404), ("GET / HTTP/1.1", 200),
      ("POST /media/zeros HTTP/1.1", 405), ("OPTIONS * HTTP/1.1", 405),
      ("DELETE /media/zeros HTTP/1.1", 405), ("BREW / HTTP/1.1", 405),
      ("POST / HTTP/1.1\r\nContent-Length: 3", 405),
      ("GET / HTTP/1.1\r\nContent-Length: 3", 413),
      ("GET /media/zeros HTTP/1.1\r\nSec-Fetch-Site: cross-site", 403),
      ("GET /media/zeros HTTP/1.1\r\nSec-Fetch-Site: same-origin", 200),
      ("GET / HTTP/1.1\r\nSec-Fetch-Site: cross-site", 200),
    ])
  func statuses(request: String, status: Int) throws {
    let server = try Self.server()
    let response = try Self.response(to: request, from: server)
    expect(Self.status(response), equals: status, "\(response.prefix(200))")
    if status == 405 { expect(response.contains("\r\nAllow: GET, HEAD\r\n")) }
    if status == 304 {
      expect(response.contains("\r\nContent-Length: 100000\r\n"))
      expect(response.hasSuffix("\r\n\r\n"))
    }
  }

  @Test("Other hosts' names lead nowhere, unless the server is for other machines")
  func hosts() throws {
    let server = try Self.server()
    for host in ["Host: evil.example\r\n", ""] {
      let response = try Self.response(
        to: "GET /media/zeros HTTP/1.1", from: server, host: host)
      expect([400, 421].contains(Self.status(response)), "\(host)")
    }
    let open = try ThrottledServer(
      serving: ServedFiles(zeros: 10), over: NetworkLink(following: NetworkPreset.all[0].profile),
      on: ListenAddress(host: "0.0.0.0"))
    let response = try Self.response(
      to: "HEAD /media/zeros HTTP/1.1", from: open, host: "Host: box.example\r\n")
    expect(Self.status(response), equals: 200)
  }

  @Test("Heads that are too long, and none at all, are refused")
  func heads() throws {
    let server = try Self.server()
    let long = "GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 1 << 17))"
    let status = try Self.status(Self.response(to: long, from: server))
    expect(status == nil || [400, 413, 431].contains(status))
    try expect(Self.status(Self.response(to: "GET / HTTP/9.9", from: server)) != 200)
    try expect(Self.status(Self.response(to: "nonsense", from: server)) != 200)
    // It is still there.
    try expect(Self.status(Self.response(to: "GET / HTTP/1.1", from: server)), equals: 200)
  }

  @Test("A page has the arguments decoded, and is not in the log")
  func pages() throws {
    let server = try Self.server()
    let response = try Self.response(to: "GET /?file=a%20b HTTP/1.1", from: server)
    expect(response.hasSuffix("page [\"file\": \"a b\"]"))
    expect(server.requests.isEmpty)
  }

  @Test("Bytes and their number are those of the range")
  func body() throws {
    let server = try Self.server()
    let response = try Self.response(
      to: "GET /media/zeros HTTP/1.1\r\nRange: bytes=99990-\r\nUser-Agent: test", from: server)
    let parts = response.split(separator: "\r\n\r\n", maxSplits: 1)
    expect(parts[0].contains("\r\nContent-Range: bytes 99990-99999/100000"))
    expect(parts[0].contains("\r\nContent-Length: 10"))
    expect(parts[1].utf8.elementsEqual(repeatElement(0, count: 10)))
    let request = try Self.requests(server, 1)[0]
    expect(request.endReason == .complete && request.status == 206 && request.number == 1)
    expect(request.firstOffset == 99_990 && request.bytes == 10 && request.sentBytes == 10)
    expect(request.range == "bytes=99990-" && request.userAgent == "test")
    expect(request.asked == .zero && request.dropped == nil)
    expect(request.head ?? .zero <= request.firstByte ?? .zero)
  }

  @Test("A connection has one request after the other")
  func keptConnection() throws {
    let server = try Self.server()
    let head = "HEAD /media/zeros HTTP/1.1\r\nHost: localhost\r\n"
    let client = try #require(
      LoopbackClient(port: server.port, request: "\(head)\r\n\(head)Connection: close\r\n\r\n"))
    let text = String(decoding: client.everything(within: 20_000), as: UTF8.self)
    expect(text.components(separatedBy: "HTTP/1.1 200").count, equals: 3)
    let requests = try Self.requests(server, 2)
    expect(requests.map(\.connection) == [1, 1] && requests.map(\.number) == [1, 2])
  }

  @Test("A client that leaves is noted with what it got")
  func drop() throws {
    let server = try Self.server(10_000_000, rate: 800_000)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    do {
      let client = try #require(LoopbackClient(port: server.port, path: "/media/\(Self.name)"))
      while client.bodyBytes ?? 0 < 20_000 {
        expect(client.receive(within: 20_000, into: &buffer))
      }
      client.close()
    }
    let request = try Self.requests(server, 1)[0]
    expect(request.endReason == .dropped && request.dropped != nil)
    expect((20_000..<10_000_000).contains(request.sentBytes))
    expect(request.acknowledgedBytes ?? 0 <= request.sentBytes)
  }

  @Test("The end of the server is the end of its responses")
  func stop() throws {
    let server = try Self.server(1 << 30, rate: 1_000_000)
    let client = try #require(LoopbackClient(port: server.port, path: "/media/\(Self.name)"))
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while client.bodyBytes == nil { expect(client.receive(within: 20_000, into: &buffer)) }
    let start = ContinuousClock.now
    server.stop()
    // The response would take hours.
    expect(ContinuousClock.now - start < .seconds(60))
    expect(server.requests.map(\.endReason), equals: [.stopped])
    expect(LoopbackClient(port: server.port, path: "/") == nil)
    server.stop()
  }

  @Test("Another session name and a restart have the link's time begin again")
  func sessions() throws {
    let server = try Self.server()
    expect(server.time == nil)
    for name in ["a", "a", "b"] {
      _ = try Self.response(to: "HEAD /media/zeros?session=\(name) HTTP/1.1", from: server)
    }
    server.restart()
    expect(server.time == nil)
    _ = try Self.response(to: "HEAD /media/zeros?session=b HTTP/1.1", from: server)
    let requests = try Self.requests(server, 4)
    expect(requests.map(\.session), equals: [1, 1, 2, 3])
    expect(requests.map { $0.asked == .zero }, equals: [true, false, true, true])
    server.restart(.now)
    expect(server.time != nil)
  }

  @Test("A port in use is an error that says so")
  func port() throws {
    let server = try Self.server()
    let error = #expect(throws: ServingError.self) {
      try ThrottledServer(
        serving: ServedFiles(zeros: 1), over: NetworkLink(following: NetworkPreset.all[0].profile),
        on: server.address)
    }
    expect(error?.reason, equals: "the port is in use")
  }

  @Test("A file that changes while it is served breaks its response off")
  func changedFile() throws {
    let path = NSTemporaryDirectory() + "playhead-serving-\(UUID().uuidString).mp4"
    try Data(repeating: 7, count: 1_000_000).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let profile = try BandwidthProfile(name: "test", rate: BitRate(bitsPerSecond: 1_000_000))
    let server = try ThrottledServer(serving: ServedFiles(path: path), over: profile)
    let entry = try #require(try ServedFiles(path: path).entries.first)
    let client = try #require(LoopbackClient(port: server.port, path: entry.urlPath))
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while client.bodyBytes ?? 0 == 0 { expect(client.receive(within: 20_000, into: &buffer)) }
    expect(buffer.contains(7))
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 10)
    try handle.close()
    try expect(Self.requests(server, 1).map(\.endReason), equals: [.fileChanged])
  }

  @Test("No more connections than allowed are served, and the others later")
  func connections() throws {
    var options = ServingOptions()
    options.maximumConnections = 2
    let server = try Self.server(1 << 30, rate: 1_000_000, options: options)
    let clients = (0..<2).map { _ in
      LoopbackClient(port: server.port, path: "/media/\(Self.name)")
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    for client in clients {
      let client = try #require(client)
      while client.bodyBytes == nil { expect(client.receive(within: 20_000, into: &buffer)) }
    }
    let more = LoopbackClient(port: server.port, path: "/media/\(Self.name)")
    expect(more?.everything(within: 300).isEmpty ?? true)
    for client in clients { client?.close() }
    _ = try Self.requests(server, 2)
    // A connection counts for a moment longer than its response, and one too many is closed at
    // once.
    var status: Int?
    for _ in 0..<3000 where status == nil {
      let client = LoopbackClient(
        port: server.port,
        request: "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
      status = client.flatMap {
        Self.status(String(decoding: $0.everything(within: 20_000), as: UTF8.self))
      }
      if status == nil { usleep(10_000) }
    }
    expect(status, equals: 200)
  }

  /// Bounds that a busy machine keeps, if not each time; how exact it is, `playhead serve
  /// --self-test` says.
  @Test("The self-test measures about what the link carries")
  func selfTest() throws {
    let rates = [1_000_000, 8_000_000].map { BitRate(bitsPerSecond: $0) }
    let test = ServingSelfTest(rates: rates, duration: .milliseconds(400))
    expect(test.parts.map(\.connections), equals: [1, 1, 1, 2])
    let bounds: ClosedRange<Int64> = 500_000...1_250_000
    for part in test.parts {
      var attempts: [[Int64]] = []
      var isWithin = false
      while !isWithin, attempts.count < 20 {
        let measurements = try test.measure(part)
        expect(!measurements.isEmpty && measurements.allSatisfy { $0.head >= $0.latency })
        let delivered = measurements.map(\.delivered.millionths)
        isWithin = delivered.allSatisfy(bounds.contains)
        attempts.append(delivered)
      }
      expect(isWithin, "\(attempts)")
    }
  }

  @Test("A measurement is exact within 1 % and 10 ms")
  func exactness() {
    var one = ServingSelfTest.Measurement(
      subject: .rate, rate: .zero, latency: .milliseconds(100), connections: 1,
      elapsed: .seconds(1), dueBytes: 1_000_000, receivedBytes: 990_000,
      head: .milliseconds(110), longestDelay: .zero)
    expect(one.isExact)
    for bytes in [989_999, 1_010_001] as [Int64] {
      one.receivedBytes = bytes
      expect(!one.isExact)
    }
    one.receivedBytes = 1_010_000
    expect(one.isExact)
    one.head = .milliseconds(110) + .resolution
    expect(!one.isExact)
    one.head = .milliseconds(100) - .resolution
    expect(!one.isExact)
  }
}
