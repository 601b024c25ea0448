import Expectations
import StubHTTP
import Synchronization
import Testing

@testable import MediaReading

/// A clock that goes on only where somebody waits.
final class StubClock: Sendable {
  private let paused = Atomic<Int>(0)
  /// The milliseconds waited so far.
  var milliseconds: Int { paused.load(ordering: .relaxed) }

  /// The clock, which begins at 1994-11-06 08:49:37 UTC.
  var clock: HTTPClock {
    HTTPClock(
      secondsSince1970: { 784_111_777 }, milliseconds: { Int64(self.milliseconds) },
      pause: { self.paused.add($0, ordering: .relaxed) })
  }
}

@Suite("Asking a busy server again") struct RetryTests {
  private let body = pattern(100_000)

  private func fetch(
    _ server: StubServer, clock: StubClock, options: HTTPOptions = HTTPOptions(),
    onRetry: @escaping @Sendable (HTTPError, Int) -> Void = { _, _ in }
  ) throws(HTTPError) -> Int64 {
    let downloader = HTTPDownloader(options: options, clock: clock.clock, onRetry: onRetry)
    let outcome = try downloader.download(server.url(), interruption: Interruption())
    switch consume outcome {
    case .downloaded(let resource): return resource.size
    case .begun: return 0
    case .declined: return 0
    }
  }

  @Test("A date is read as the seconds since 1970")
  func dates() {
    // The example of RFC 9110, and by `date -ud … +%s`.
    expect(RetryAfter.date("Sun, 06 Nov 1994 08:49:37 GMT"), equals: 784_111_777)
    expect(RetryAfter.date("Thu, 01 Jan 1970 00:00:00 GMT"), equals: 0)
    expect(RetryAfter.date("Thu, 29 Feb 2024 23:59:59 GMT"), equals: 1_709_251_199)
    expect(RetryAfter.date("Fri, 31 Dec 2100 12:00:00 GMT"), equals: 4_133_937_600)
    for text in [
      "", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 24:49:37 GMT", "06 Nov 1994 08:49:37 GMT",
      "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
      "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
    ] {
      expect(RetryAfter.date(text) == nil)
    }
  }

  @Test(
    "Retry-After is seconds or a date",
    arguments: [
      ("0", 0), ("2", 2), ("99999999999999999999", Int64.max), ("Sun, 06 Nov 1994 08:49:40 GMT", 3),
      ("Sun, 06 Nov 1994 08:49:30 GMT", 0), ("-1", nil), ("soon", nil), ("", nil),
    ] as [(String, Int64?)])
  func retryAfter(text: String, seconds: Int64?) {
    expect(RetryAfter.seconds(text, now: 784_111_777), equals: seconds)
  }

  @Test(
    "A busy server is asked again after the time that it says, or a growing one",
    arguments: [
      ("503 Busy", "Retry-After: 2", 2000), ("429 Slow Down", "Retry-After: 60", 60_000),
      ("500 Oops", "Retry-After: Sun, 06 Nov 1994 08:49:40 GMT", 3000), ("502 Bad", "X: y", 500),
      ("504 Late", "Retry-After: later", 500),
    ])
  func busy(status: String, field: String, milliseconds: Int) throws {
    let clock = StubClock()
    let told = Mutex<[Int]>([])
    let server = try StubServer { [body] _, number in
      number == 0 ? StubReply(status, fields: [field]) : StubReply(body)
    }
    let size = try fetch(server, clock: clock) { _, wait in told.withLock { $0.append(wait) } }
    expect(size, equals: 100_000)
    expect(clock.milliseconds, equals: milliseconds)
    expect(told.withLock { $0 }, equals: [milliseconds])
  }

  @Test("Three times, each after twice the wait")
  func givesUp() throws {
    let clock = StubClock()
    let server = try StubServer { _, _ in StubReply("503 Busy") }
    #expect(throws: HTTPError.status(503, phrase: "Busy")) { try fetch(server, clock: clock) }
    expect(server.requests.count, equals: 4)
    expect(clock.milliseconds, equals: 500 + 1000 + 2000)
  }

  @Test("A server that asks for too long a wait is not waited for")
  func tooLong() throws {
    let clock = StubClock()
    let server = try StubServer { _, _ in StubReply("503 Busy", fields: ["Retry-After: 61"]) }
    #expect(throws: HTTPError.busy(503, phrase: "Busy", seconds: 61)) {
      try fetch(server, clock: clock)
    }
    expect(server.requests.count == 1 && clock.milliseconds == 0)
  }

  @Test(
    "Other errors are final", arguments: ["400 x", "401 x", "403 x", "404 x", "501 x", "505 x"])
  func others(status: String) throws {
    let clock = StubClock()
    let server = try StubServer { _, _ in StubReply(status) }
    #expect(throws: HTTPError.self) { try fetch(server, clock: clock) }
    expect(server.requests.count == 1 && clock.milliseconds == 0)
  }

  @Test(
    "The wait counts as time spent, which ends at its limit", arguments: [2000, 2001] as [Int64])
  func totalTime(limit: Int64) throws {
    let clock = StubClock()
    var options = HTTPOptions()
    options.limits.milliseconds = limit
    let server = try StubServer { [body] _, number in
      number == 0 ? StubReply("503 Busy", fields: ["Retry-After: 2"]) : StubReply(body)
    }
    if limit > 2000 {
      try expect(fetch(server, clock: clock, options: options), equals: 100_000)
    } else {
      #expect(throws: HTTPError.tookTooLong(milliseconds: limit)) {
        try fetch(server, clock: clock, options: options)
      }
    }
  }

  @Test("A part is asked for again as well")
  func parts() throws {
    let clock = StubClock()
    let body = pattern(300_000)
    let server = try StubServer { request, number in
      number == 1
        ? StubReply("503 Busy", fields: ["Retry-After: 7"]) : StubReply(partsOf: body, to: request)
    }
    var reader = MediaReader(cores: 1)
    reader.httpClock = clock.clock
    let waits = Mutex<[DownloadRetry]>([])
    reader.onRetry = { retry in waits.withLock { $0.append(retry) } }
    // It is no media, which only the whole of it says.
    #expect(throws: MediaReadingError.self) { try reader.read(server.url(), decode: .none) }
    expect(clock.milliseconds, equals: 7000)
    expect(
      waits.withLock { $0 },
      equals: [
        DownloadRetry(
          address: server.url(), reason: .status(503, phrase: "Busy"), milliseconds: 7000)
      ])
    expect(server.requests.count, equals: 3)
  }
}
