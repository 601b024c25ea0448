import Expectations
import Testing

@testable import MediaReading

@Suite("The state of a download") struct DownloadStateTests {
  private func head(
    _ status: Int = 200, entityTag: String? = "\"a\"", modified: String? = nil,
    length: Int64? = 1000, ranges: Bool = true
  ) -> ResponseHeaders {
    ResponseHeaders(
      status: status, url: "", entityTag: entityTag, lastModified: modified,
      contentLength: length, contentType: nil, acceptsByteRanges: ranges)
  }

  private func options(retries: Int) -> HTTPOptions {
    var options = HTTPOptions()
    options.retries = retries
    return options
  }

  /// Whether `state` is tried again after `error`.
  private func retries(_ state: inout DownloadState, after error: HTTPError) -> Bool {
    (try? state.delay(after: error, now: 0)) != nil
  }

  private func begun(_ head: ResponseHeaders, received: Int) throws -> DownloadState {
    var state = DownloadState(options(retries: 3))
    try expect(state.judge(head, phrase: "", contentRange: nil), equals: .begin)
    state.advance(by: received)
    return state
  }

  @Test("Nothing is asked for in part before something has come")
  func restOfNothing() throws {
    expect(DownloadState(options(retries: 3)).rest == nil)
    try expect(begun(head(), received: 0).rest == nil)
  }

  @Test("The rest is asked for by a strong tag, or else by the date")
  func rest() throws {
    try expect(begun(head(), received: 10).rest, equals: .init(first: 10, validator: "\"a\""))
    try expect(
      begun(head(entityTag: "W/\"a\"", modified: "date"), received: 10).rest?.validator,
      equals: "date")
    try expect(begun(head(entityTag: nil), received: 10).rest == nil)
    try expect(begun(head(ranges: false), received: 10).rest == nil)
  }

  @Test("A break and a silence are worth a retry, three times; nothing else is")
  func retries() throws {
    var state = try begun(head(), received: 10)
    let broke = HTTPError.connectionBroke(received: 10, total: 1000, detail: "")
    expect([true, true, true, false], equals: (0..<4).map { _ in retries(&state, after: broke) })

    state = try begun(head(), received: 10)
    expect([true], equals: [retries(&state, after: .timedOut(received: 10, total: 1000))])
    expect([false], equals: [retries(&state, after: .interrupted)])
    expect([false], equals: [retries(&state, after: .status(404, phrase: ""))])
    expect([true], equals: [retries(&state, after: .status(503, phrase: ""))])
  }

  @Test("Nothing is worth a retry before there was an answer")
  func noAnswer() {
    var state = DownloadState(options(retries: 3))
    let isWorth = retries(&state, after: .timedOut(received: 0, total: nil))
    expect(!isWorth)
  }

  @Test("A resource that keeps changing is given up")
  func keepsChanging() throws {
    var state = DownloadState(options(retries: 1))
    for expected in [DownloadState.Verdict.startOver, nil] {
      _ = try state.judge(head(), phrase: "", contentRange: nil)
      state.advance(by: 10)
      let other = head(206, entityTag: "\"b\"", length: 990)
      let verdict = try? state.judge(other, phrase: "", contentRange: "bytes 10-999/1000")
      expect(verdict, equals: expected)
    }
  }

  @Test("A total that only a part tells has to come as a whole")
  func laterTotal() throws {
    var state = try begun(head(length: nil), received: 10)
    expect(state.isWhole)
    try expect(
      state.judge(head(206, length: nil), phrase: "", contentRange: "bytes 10-999/1000"),
      equals: .append)
    expect(state.total == 1000 && !state.isWhole)
    state.advance(by: 990)
    expect(state.isWhole)
  }

  @Test("A part of another date is of another state, whatever its tag")
  func otherDate() throws {
    var state = try begun(head(modified: "one"), received: 10)
    let range = "bytes 10-999/1000"
    try expect(
      state.judge(head(206, modified: "one", length: 990), phrase: "", contentRange: range),
      equals: .append)
    try expect(
      state.judge(head(206, modified: "two", length: 990), phrase: "", contentRange: range),
      equals: .startOver)
    expect(state.received, equals: 0)
  }

  @Test("A resource that a proxy changed on the way is one too")
  func nonAuthoritative() throws {
    var state = DownloadState(options(retries: 0))
    try expect(state.judge(head(203), phrase: "", contentRange: nil), equals: .begin)
  }

  @Test("A range that cannot be had means a change only if one was asked for")
  func unsatisfiable() throws {
    var state = DownloadState(options(retries: 3))
    #expect(throws: HTTPError.status(416, phrase: "Range Not Satisfiable")) {
      try state.judge(head(416), phrase: "", contentRange: nil)
    }
    var other = try begun(head(), received: 10)
    #expect(throws: HTTPError.resourceChanged(was: 1000, now: nil)) {
      try other.judge(head(416), phrase: "", contentRange: nil)
    }
  }

  @Test("A part without a total is accepted, and too little of it is not the whole")
  func unknownTotal() throws {
    var state = try begun(head(), received: 10)
    let part = head(206, length: 990)
    try expect(state.judge(part, phrase: "", contentRange: "bytes 10-999/*"), equals: .append)
    expect(state.total, equals: 1000)
    state.advance(by: 989)
    expect(!state.isWhole)
    state.advance(by: 1)
    expect(state.isWhole)
  }
}
