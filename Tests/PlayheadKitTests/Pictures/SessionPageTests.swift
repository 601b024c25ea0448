import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadPictures
@testable import PlayheadReporting

@Suite struct `A session as a document` {
  private static let hostile = "<script>alert(1)</script>\"'><img src=x>.mp4"

  private func report(
    name: String = "clip", minutes: Int = 1, ticks: WallTime = .milliseconds(500)
  ) throws -> SessionReport {
    var parameters = BufferingPolicy.Parameters()
    parameters.name = Self.hostile
    return try Clip.frames(minutes * 60, lasting: .seconds(1), of: 1000).report(
      over: .steps([(30_000, 1), (4000, 0), (20_000, 2)]), BufferingPolicy(parameters),
      ticks: ticks, name: name)
  }

  @Test func `is safe for any name`() throws {
    let bytes = SessionPage(try report(name: Self.hostile)).page.bytes
    let text = String(decoding: bytes, as: UTF8.self)
    expect(!text.contains("<script>alert") && !text.contains("<img"))
    expect(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    // The data, and the script of the page.
    expect(text.components(separatedBy: "<script").count, equals: 3)
  }

  @Test func `holds its JSON, which can be read as a report`() throws {
    let report = try report()
    let bytes = SessionPage(report).page.bytes
    let data = try #require(Page.data(in: bytes))
    let own = try JSONSerialization.jsonObject(with: Data(data)) as? NSDictionary
    let json =
      try JSONSerialization.jsonObject(
        with: Data(SessionJSON.bytes(report))) as? NSDictionary
    expect(own, equals: json)
    let read = try ReportedSession(contents: bytes)
    expect(read.session.stalls, equals: report.session.stalls)
    expect(read.session.events, equals: report.session.events)
  }

  @Test func `of two hours stays below 1 MB, with the rows of a longer tick`() throws {
    let long = try report(minutes: 120)
    expect(long.session.ticks.count > 14_000)
    let bytes = SessionPage(long).page.bytes
    expect(bytes.count < 1_000_000)
    let data = try #require(Page.data(in: bytes))
    // It is the report of the session with that tick, digest and all.
    let again = try report(minutes: 120, ticks: long.folded.setting.subject.options.tickInterval!)
    let own = try JSONSerialization.jsonObject(with: Data(data)) as? NSDictionary
    let json =
      try JSONSerialization.jsonObject(with: Data(SessionJSON.bytes(again)))
      as? NSDictionary
    expect(own, equals: json)
  }

  @Test func `numbers stalls as the text does`() throws {
    let report = try report()
    let text = String(decoding: SessionPage(report).page.bytes, as: UTF8.self)
    expect(!report.session.stalls.isEmpty)
    for stall in report.session.stalls {
      expect(text.contains("title=\"stall \(stall.number) at "))
      expect(text.contains("<strong>Stall \(stall.number) at "))
    }
  }

  @Test func `has the playhead stand still from where to where each stall lasts`() throws {
    let report = try report()
    let panel = SessionScene(PicturedSession(report)).mediaPanel
    let playhead = try #require(panel.marks.first { $0.name == "playhead" })
    guard case .line(let points) = playhead.shape else {
      Issue.record("no line")
      return
    }
    let lines = Set(points)
    let missing = report.session.stalls.filter { stall in
      let ends = [stall.start, stall.start + (stall.duration ?? .zero)]
      return !ends.allSatisfy {
        lines.contains(Point($0.axisPlace, stall.mediaTime.axisPlace))
      }
    }
    expect(missing.isEmpty && !report.session.stalls.isEmpty, "\(missing.map(\.start.text))")
  }

  @Test func `is well-formed as SVG`() throws {
    let svg = String(
      decoding: try SessionPage(try report(name: Self.hostile)).picture(), as: UTF8.self)
    let judge = try Tool("/usr/bin/xmllint", ["--noout", "-"], input: svg.utf8)
    expect(judge.status, equals: 0, "\(judge.output)")
    let one = String(
      decoding: try SessionPage(try report()).picture(panels: [.buffer]), as: UTF8.self)
    expect(one.contains("Buffer level") && !one.contains("Media time"))
    #expect(throws: ExportError.self) { try SessionPage(try report()).picture(panels: [.levels]) }
  }
}
