import Expectations
import PlayheadKit
import Testing

@testable import ThrottledServing

@Suite("What requests and responses say")
struct HTTPValueTests {
  @Test(
    "A range is read as RFC 9110 has it",
    arguments: [
      ("bytes=0-", 100, RangeField.part(0...99)), ("bytes=0-0", 100, .part(0...0)),
      ("bytes=99-", 100, .part(99...99)), ("bytes=100-", 100, .unsatisfiable),
      ("bytes=10-19", 100, .part(10...19)), ("bytes=10-100", 100, .part(10...99)),
      ("bytes=10-99999999999999999999", 100, .part(10...99)),
      ("bytes=99999999999999999999-", 100, .unsatisfiable), ("bytes=-1", 100, .part(99...99)),
      ("bytes=-100", 100, .part(0...99)), ("bytes=-101", 100, .part(0...99)),
      ("bytes=-0", 100, .unsatisfiable), ("bytes=-5", 0, .unsatisfiable),
      ("bytes=0-", 0, .unsatisfiable), ("BYTES= 0-1 ", 100, .part(0...1)),
      ("bytes=19-10", 100, .whole), ("bytes=-", 100, .whole), ("bytes=", 100, .whole),
      ("bytes=a-b", 100, .whole), ("bytes=0-1,5-6", 100, .whole), ("bytes=+0-1", 100, .whole),
      ("items=0-1", 100, .whole), ("0-1", 100, .whole), ("bytes=0--1", 100, .whole),
      ("bytes=\u{661}-", 100, .whole),
    ])
  func ranges(value: String, size: Int64, range: RangeField) {
    expect(RangeField(value, size: size), equals: range)
  }

  @Test(
    "Only names of visible files are paths",
    arguments: [
      ("/a.mp4", ["a.mp4"]), ("/a/b.ts", ["a", "b.ts"]), ("/a%20b", ["a b"]),
      ("/%C3%A9.mp4", ["é.mp4"]), ("/..a", nil), ("/a..", ["a.."]), ("/", nil), ("", nil),
      ("a", nil), ("//a", nil), ("/a/", nil), ("/.", nil), ("/..", nil), ("/../a", nil),
      ("/a/../b", nil), ("/%2e%2e/a", nil), ("/%2E%2e%2fa", nil), ("/a%2fb", nil),
      ("/.git/config", nil), ("/%2egit", nil), ("/a%00.mp4", nil), ("/a%0a", nil), ("/a%7F", nil),
      ("/a\\b", nil), ("/..%5c..%5ca", nil), ("/%c0%ae%c0%ae/a", nil), ("/%e0%80%ae", nil),
      ("/%ff", nil), ("/%", nil), ("/%2", nil), ("/%zz", nil), ("/%252e%252e", ["%2e%2e"]),
    ] as [(String, [String]?)])
  func paths(_ path: String, _ names: [String]?) {
    expect(TargetPath.names(in: path), equals: names)
  }

  @Test("A name that is encoded is the same when decoded")
  func encoding() {
    for name in ["a b%c.mp4", "é/ü?#[].ts", "-._~"] {
      expect(TargetPath.decoded(name.percentEncodedPath.utf8), equals: name)
    }
    expect("a b/é".percentEncodedPath, equals: "a%20b/%C3%A9")
  }

  @Test(
    "Dates are those of the calendar, in three forms",
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
      (4_102_444_800, "Fri, 01 Jan 2100 00:00:00 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
      (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
    ])
  func calendar(seconds: Int64, text: String) {
    expect(HTTPDate(seconds: seconds).text, equals: text)
    expect(HTTPDate(text)?.seconds, equals: seconds)
  }

  @Test("Older forms of dates are read, other texts are not")
  func dates() {
    for text in ["Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
      expect(HTTPDate(text)?.seconds, equals: 784_111_777)
    }
    // RFC 9110: a year of two digits is never more than 50 years ahead.
    expect(HTTPDate("Monday, 06-Nov-76 08:49:37 GMT")?.text.contains("2076"), equals: true)
    expect(HTTPDate("Monday, 06-Nov-77 08:49:37 GMT")?.text.contains("1977"), equals: true)
    for text in [
      "", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Foo 1994 08:49:37 GMT",
      "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 19 94 08:49:37 GMT",
    ] {
      expect(HTTPDate(text) == nil, "\(text)")
    }
  }

  private static let version = FileVersion(
    size: 1000, modified: 784_111_777_500_000_000, inode: 42)
  private static let modified = "Sun, 06 Nov 1994 08:49:37 GMT"
  private static let later = "Sun, 06 Nov 1994 08:49:38 GMT"
  private static let earlier = "Sun, 06 Nov 1994 08:49:36 GMT"
  private static let tag = version.entityTag

  @Test(
    "Conditions are heeded in their order",
    arguments: [
      ([:], 200), (["Range": "bytes=0-9"], 206), (["Range": "bytes=1000-"], 416),
      (["If-None-Match": tag], 304), (["If-None-Match": "W/\(tag)"], 304),
      (["If-None-Match": "*"], 304), (["If-None-Match": "\"a\", \(tag)"], 304),
      (["If-None-Match": "\"a\""], 200), (["If-None-Match": tag, "Range": "bytes=0-9"], 304),
      (["If-Modified-Since": modified], 304), (["If-Modified-Since": later], 304),
      (["If-Modified-Since": earlier], 200), (["If-Modified-Since": "yesterday"], 200),
      (["If-None-Match": "\"a\"", "If-Modified-Since": modified], 200),
      (["If-Match": tag], 200), (["If-Match": "*"], 200), (["If-Match": "\"a\""], 412),
      (["If-Match": "W/\(tag)"], 412), (["If-Unmodified-Since": modified], 200),
      (["If-Unmodified-Since": earlier], 412),
      (["If-Match": tag, "If-Unmodified-Since": earlier], 200),
      (["If-Match": "\"a\"", "If-None-Match": tag], 412),
      (["Range": "bytes=0-9", "If-Range": tag], 206),
      (["Range": "bytes=0-9", "If-Range": "W/\(tag)"], 200),
      (["Range": "bytes=0-9", "If-Range": "\"a\""], 200),
      (["Range": "bytes=0-9", "If-Range": modified], 206),
      (["Range": "bytes=0-9", "If-Range": later], 200),
      (["Range": "bytes=1000-", "If-Range": "\"a\""], 200),
    ] as [([String: String], Int)])
  func conditions(fields: [String: String], status: Int) {
    var head = RequestHead("/media/a")
    for (name, value) in fields { head.add(name, value) }
    let answer = Answer(to: head, for: Self.version, type: "video/mp4")
    expect(answer.status, equals: status)
    expect(answer["ETag"] == Self.tag && answer["Last-Modified"] == Self.modified)
    switch status {
    case 200:
      expect(answer.body == .file(offset: 0, count: 1000) && answer["Content-Range"] == nil)
    case 206:
      expect(answer.body, equals: .file(offset: 0, count: 10))
      expect(answer["Content-Range"], equals: "bytes 0-9/1000")
    case 304: expect(answer.count == 1000 && !answer.isSent && answer["Content-Type"] == nil)
    case 416: expect(answer["Content-Range"] == "bytes */1000" && answer.count == 0)
    default: expect(answer.count == 0 && answer["Content-Type"] == nil)
    }
  }

  @Test("Only GET has ranges")
  func rangeOfHead() {
    let head = RequestHead("/media/a", method: "HEAD", fields: ["Range": "bytes=0-9"])
    expect(Answer(to: head, for: Self.version, type: "").status, equals: 200)
  }

  @Test("Versions of a file have tags of their own")
  func tags() {
    let others = [
      FileVersion(size: 1001, modified: Self.version.modified, inode: 42),
      FileVersion(size: 1000, modified: Self.version.modified + 1, inode: 42),
      FileVersion(size: 1000, modified: Self.version.modified, inode: 43),
    ]
    expect(Set(others.map(\.entityTag)).union([Self.tag]).count, equals: 4)
  }

  @Test(
    "This machine has a few names",
    arguments: [
      ("127.0.0.1", true), ("127.0.0.1:8080", true), ("localhost", true), ("LOCALHOST:1", true),
      ("a.localhost", true), ("[::1]", true), ("[::1]:80", true), ("127.255.0.9", true),
      ("evil.example", false), ("localhost.evil.example", false), ("127.0.0.1.evil.example", false),
      ("128.0.0.1", false), ("127.0.0", false), ("127.0.0.256", false), ("[::2]", false),
      ("[::1", false), ("[::1]x", false), ("localhost:80:80", false), ("localhost:x", false),
      ("", false),
    ])
  func hosts(value: String, isLoopback: Bool) {
    expect(HostField.isLoopback(value), equals: isLoopback)
  }

  @Test(
    "Addresses are read with and without ports",
    arguments: [
      ("127.0.0.1", ListenAddress()), (":8000", ListenAddress(port: 8000)),
      ("0.0.0.0:80", ListenAddress(host: "0.0.0.0", port: 80)),
      ("localhost:1", ListenAddress(port: 1)), ("[::1]:80", ListenAddress(host: "::1", port: 80)),
      ("::1", ListenAddress(host: "::1")), ("127.0.0.1:65535", ListenAddress(port: 65535)),
      ("127.0.0.1:65536", nil), ("", nil), ("127.0.0.1:", nil), ("127.0.0.1:x", nil),
      ("example.com", nil), ("[127.0.0.1]:80", nil), ("[::1", nil), ("127.0.0.1:+1", nil),
    ] as [(String, ListenAddress?)])
  func addresses(_ text: String, _ address: ListenAddress?) {
    expect(ListenAddress(parsing: text), equals: address)
  }

  @Test("A port that is missing is the default one")
  func defaultPort() {
    for (text, port) in [("::1", 9), ("127.0.0.1", 9), ("[::1]", 9), ("[::1]:0", 0), (":1", 1)] {
      expect(ListenAddress(parsing: text, defaultPort: 9)?.port, equals: UInt16(port), "\(text)")
    }
  }

  @Test("A body is one by its length or its coding")
  func bodies() {
    expect(!RequestHead("/").hasBody)
    expect(!RequestHead("/", fields: ["Content-Length": "0"]).hasBody)
    expect(RequestHead("/", fields: ["content-length": "1"]).hasBody)
    expect(RequestHead("/", fields: ["Transfer-Encoding": "chunked"]).hasBody)
  }

  @Test("Types follow from names")
  func types() {
    expect(ContentType.of("a.b.MP4"), equals: "video/mp4")
    expect(ContentType.of("a.m3u8"), equals: "application/vnd.apple.mpegurl")
    expect(ContentType.of("a."), equals: "application/octet-stream")
    expect(ContentType.of("mp4"), equals: "application/octet-stream")
  }
}
