import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadPictures
@testable import PlayheadReporting

@Suite struct `A filmstrip` {
  private func report() throws -> SessionReport {
    try Clip.frames(60, lasting: .seconds(1), of: 1000).report(
      over: .steps([(30_000, 1), (4000, 0), (20_000, 2)]),
      BufferingPolicy(BufferingPolicy.Parameters()))
  }

  @Test func `wants key frames at the playhead, those of stalls among them`() throws {
    let report = try report()
    let page = SessionPage(report)
    let plan = page.filmPlan
    let keys = Set(report.media.presentation.keyframes)
    let times = plan.wanted.map(\.time)
    let stalled = report.session.stalls.map { stall in
      keys.filter { $0 <= stall.mediaTime }.max()
    }
    expect(
      times == times.sorted() && times.count <= 48 && keys.isSuperset(of: times)
        && stalled.allSatisfy { $0.map(times.contains) ?? false }, "\(times), \(stalled)")
  }

  @Test(arguments: [0, 999, 1000, 3500, 1_000_000])
  func `keeps to its budget`(budget: Int) throws {
    let plan = SessionPage(try report()).filmPlan
    let pictures = Dictionary(
      uniqueKeysWithValues: plan.wanted.enumerated().map {
        ($0, (time: $1.time, jpeg: [UInt8](repeating: UInt8($0 & 255), count: 1000)))
      })
    let film = plan.film(of: pictures, budget: budget)
    let count = film?.frames.count ?? 0
    expect(count, equals: min(plan.wanted.count, budget / 1000))
    expect(film.map { $0.steps.first?.from == 0 } ?? true)
    let used = Set(film?.steps.map(\.frame) ?? [])
    expect(used, equals: Set(0..<count))
    let shorter = film?.shortened(by: 2000)
    expect((shorter?.frames.count ?? 0), equals: max(0, count - 2))
  }

  @Test func `is in a document with its reason where there are no pictures`() throws {
    var page = SessionPage(try report())
    page.film = FilmStrip(none: "the video is encrypted")
    let without = String(decoding: page.page.bytes, as: UTF8.self)
    page.film = FilmStrip(
      frames: [.init(title: "<a>", jpeg: Array("abc".utf8))], steps: [.init(from: 0, frame: 0)])
    let with = String(decoding: page.page.bytes, as: UTF8.self)
    // `printf abc | base64`
    expect(
      without.contains("There are none: the video is encrypted.")
        && !without.contains("image/jpeg;")
        && with.contains("url(data:image/jpeg;base64,YWJj)")
        && with.contains("aria-label=\"&lt;a&gt;\""))
  }
}

@Suite struct `Data in a document` {
  /// Python's zlib unpacks what we pack, and packs what we unpack.
  @Test(arguments: [0, 1, 99_999, 100_000, 700_000])
  func `is as zlib has it`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(60 + SplitMix.mixed(UInt64($0)) % 16) }
    let packed = try #require(PackedData.packed(bytes))
    let script =
      "import sys, zlib, base64; sys.stdout.write(zlib.decompress(base64.b64decode("
      + "sys.stdin.buffer.read())).decode())"
    let tool = try Tool("/usr/bin/python3", ["-c", script], input: packed)
    expect(tool.output, equals: String(decoding: bytes, as: UTF8.self))
    expect(PackedData.unpacked(packed[...]), equals: bytes)
    expect(PackedData.unpacked(packed.dropLast(8)) == nil || count == 0)
  }

  @Test func `that is long is packed, and read back`() {
    let json = Array("{\"a\": \"\(String(repeating: "<b>", count: 50_000))\"}".utf8)
    let page = Page(title: "t", head: .none, sections: [], json: json, generator: "g")
    expect(page.bytes.count < 60_000 && Page.data(in: page.bytes) == json)
  }
}

@Suite struct `A picture by librsvg` {
  private var document: SVGDocument {
    SVGDocument(
      Scene(
        title: "<b>", axis: Axis(.time, to: 1000),
        panels: [
          Panel(
            "a", title: "A", summary: "a", axis: Axis(.count, to: 10),
            marks: [Mark("line", .buffer, .line([Point(0, 0), Point(1000, 10)]))])
        ]))
  }

  /// The header of a PNG has its size (ISO/IEC 15948, 11.2.2); a PDF has that of its page.
  @Test func `is as large as the SVG, and the same each time`() throws {
    let size = document.size
    let png = try document.bytes(as: .png)
    let pdf = try document.bytes(as: .pdf)
    func number(at offset: Int) -> Int { png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    let box = "/MediaBox [ 0 0 \(size.width * 3 / 4) \(Double(size.height) * 0.75) ]"
    let text = String(decoding: pdf, as: UTF8.self)
    expect(
      png.starts(with: [0x89, 0x50, 0x4E, 0x47]) && number(at: 16) == 2 * size.width
        && number(at: 20) == 2 * size.height)
    expect(pdf.starts(with: Array("%PDF-".utf8)) && !text.contains("CreationDate (D:20"))
    expect(text.contains(box) || text.contains(box.replacing(".0 ]", with: " ]")), "\(box)")
    try expect(document.bytes(as: .png) == png && document.bytes(as: .pdf) == pdf)
  }
}
