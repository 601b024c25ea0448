import Expectations
import Foundation
import PlayheadFiles
import PlayheadKit
import Testing

@testable import MediaReading

@Suite("The key of a cached reading")
struct CacheKeyTests {
  private func key(
    entityTag: String? = nil, modified: String? = nil, length: Int64? = 10,
    mode: DecodeMode = .all, tracks: [Int]? = nil
  ) -> CacheKey? {
    CacheKey(
      address: ShownAddress("http://u:p@host/a.mp4?token=x"),
      response: ResponseHeaders(
        status: 200, url: "http://host/b.mp4", entityTag: entityTag, lastModified: modified,
        contentLength: length, contentType: nil, acceptsByteRanges: false),
      mode: mode, tracks: tracks)
  }

  @Test("names the versions of FFmpeg's libraries, as another reads otherwise")
  func versions() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffprobe", "-version"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let parts = try #require(key(entityTag: "\"a\"")).reader.split(separator: "-")
    for (library, part) in zip(["libavformat", "libavcodec"], parts.dropFirst()) {
      // As in "libavformat    59. 27.100 / 59. 27.100", of which the second is the one in use.
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(library) })
      let numbers = line.split(separator: "/")[1].split(separator: ".")
        .compactMap { UInt32($0.filter(\.isNumber)) }
      try #require(numbers.count == 3)
      expect(part, equals: "\(numbers[0] << 16 | numbers[1] << 8 | numbers[2])")
    }
    expect(parts.count == 3 && parts[0] == "\(CacheKey.readerVersion)")
  }

  @Test("is another for another library, mode or track, and the same for tracks in any order")
  func differences() throws {
    let one = try #require(key(entityTag: "\"a\""))
    var other = one
    other.reader += "0"
    try expect(one != other && one.fileName() != other.fileName())
    expect(key(entityTag: "\"a\"", mode: .none) != one)
    expect(key(entityTag: "\"a\"", tracks: [0]) != one)
    expect(
      key(entityTag: "\"a\"", tracks: [2, 0, 1, 2]),
      equals: key(entityTag: "\"a\"", tracks: [0, 1, 2]))
  }

  @Test("takes no length for another than any length, and never for an empty resource")
  func lengths() throws {
    let unknown = try #require(key(entityTag: "\"a\"", length: nil))
    expect(unknown, equals: key(entityTag: "\"a\"", length: nil))
    for length: Int64 in [0, 1, 10, .max] {
      expect(key(entityTag: "\"a\"", length: length) != unknown, "\(length)")
    }
    expect(key(entityTag: "\"a\"", length: 9) != key(entityTag: "\"a\"", length: 10))
  }

  @Test("has no secrets of the address")
  func secrets() {
    expect(key(modified: "date")?.location == "http://***@host/a.mp4?token=***")
  }

  @Test("goes by a strong entity tag, else by the date, and is none without either")
  func revision() {
    expect(key(entityTag: "W/\"a\"", modified: "date")?.revision, equals: "date")
    expect(key(entityTag: "W/\"a\"") == nil)
    expect(key(entityTag: "\"a\"", modified: "date")?.revision, equals: "\"a\"")
    expect(key(modified: "date")?.revision, equals: "date")
    expect(key() == nil)
  }

  @Test(
    "is not of a date with which the resource could have changed again",
    arguments: [("07:59:00", true), ("07:59:01", false), ("08:00:00", false), ("08:00:01", false)])
  func dates(modified: String, names: Bool) {
    func revision(_ tag: String?) -> String? {
      var block = HeaderBlock()
      for line in [
        "HTTP/1.1 200 OK", "Date: Wed, 25 Nov 2026 08:00:00 GMT",
        "Last-Modified: Wed, 25 Nov 2026 \(modified) GMT",
      ] + (tag.map { ["ETag: \($0)"] } ?? []) {
        _ = block.append(line: Array("\(line)\r\n".utf8))
      }
      return ResponseHeaders(block, url: "http://host/a.mp4", contentLength: 9).revision
    }
    expect(revision(nil), equals: (names ? "Wed, 25 Nov 2026 \(modified) GMT" : nil))
    expect(revision("\"a\""), equals: "\"a\"")
  }
}
