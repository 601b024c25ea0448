import Expectations
import PlayheadLadder
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `The record of a session` {
  private static func report(_ profile: BandwidthProfile) throws -> SessionReport {
    try Clip.frames(4, lasting: .seconds(1), of: 1000).report(over: profile, BufferingPolicy())
  }

  /// Older reports have a length of zero where a rate is held, and their digest is of that.
  @Test func `is read with the length of a held rate as null and as zero`() throws {
    let report = try Self.report(
      BandwidthProfile(name: "8 kbit/s", rate: BitRate(bitsPerSecond: 8000)))
    let json = String(decoding: SessionJSON.bytes(report), as: UTF8.self)
    expect(json.contains("\"lengthSeconds\": null"))
    let record = try SessionRecord(contents: Array(json.utf8))
    expect(record.network.profile, equals: report.link.profile)

    let definition = report.setting.definition
    let zero = String(decoding: definition.json, as: UTF8.self)
      .replacing("\"lengthSeconds\":null", with: "\"lengthSeconds\":0")
      .replacing("\"lengthSeconds\": null", with: "\"lengthSeconds\": 0")
    try expect(Scenario.Definition(json: Array(zero.utf8)), equals: definition)
    let old = json.replacing("\"lengthSeconds\": null", with: "\"lengthSeconds\": 0")
      .replacing(definition.digest, with: SHA256.text(of: Array(zero.utf8)))
    expect(old != json)
    try expect(SessionRecord(contents: Array(old.utf8)).network, equals: record.network)
  }

  /// The digest is of what was written then, without the fields that there were not yet.
  @Test(arguments: [["blockBytes"], ["seekBackBytes"], ["readOrder", "loadedOver"]])
  func `is read without later fields of the player, under the digest of then`(
    keys: [String]
  ) throws {
    let report = try Self.report(.byteAMillisecond())
    let definition = report.setting.definition
    let values = [
      "blockBytes": "null", "seekBackBytes": "null", "readOrder": "\"byte\"",
      "loadedOver": "\"allTracks\"",
    ]
    var json = String(decoding: SessionJSON.bytes(report), as: UTF8.self)
    var written = String(decoding: definition.json, as: UTF8.self)
    for key in keys {
      let value = try #require(values[key])
      // All but the last of an object have a comma behind them.
      let member = "\"\(key)\": \(value)"
      for text in ["\(member),\n    ", ",\n    \(member)", "\(member), ", ", \(member)"] {
        json = json.replacing(text, with: "")
        written = written.replacing(text, with: "")
      }
      expect(!json.contains(key) && !written.contains(key))
    }
    let digest = SHA256.text(of: Array(written.utf8))
    expect(digest != definition.digest)
    let old = json.replacing(definition.digest, with: digest)
    try expect(SessionRecord(contents: Array(old.utf8)).policy, equals: report.policy)
    // Under the digest of today it has been edited.
    #expect(throws: JSONError.self) { try SessionRecord(contents: Array(json.utf8)) }
  }

  @Test func `says which fact about the media is not true`() throws {
    let report = try Self.report(.byteAMillisecond())
    let record = try SessionRecord(contents: SessionJSON.bytes(report))
    expect(record.contradiction(to: report.media) == nil)
    var other = report.media
    other.index.container = "other"
    expect(
      record.contradiction(to: other)?.problem.hasPrefix(
        "media.container: expected “other”, found "), equals: true)
  }

  // Other digits of a number are the same number.
  @Test(
    arguments: [
      ("\"loops\": 1,", "\"loops\": 1.0,", true), ("\"loops\": 1,", "\"loops\": 10e-1,", true),
      ("\"bytes\": 4000,", "\"bytes\": 4e3,", true),
      ("\"bytes\": 4000,", "\"bytes\": 4001,", false),
      ("\"intervalCount\": 1,", "\"intervalCount\": 1.000,", true),
      ("\"intervalCount\": 1,", "\"intervalCount\": 1.001,", false),
      ("\"intervalCount\": 1,", "\"intervalCount\": -1,", false),
      ("\"intervalCount\": 1,", "\"intervalCount\": 10000000000000000000000000000000000,", false),
    ])
  func `compares numbers by value`(part: String, edit: String, isSame: Bool) throws {
    let report = try Self.report(.byteAMillisecond())
    let json = String(decoding: SessionJSON.bytes(report), as: UTF8.self)
    expect(json.contains(part))
    let edited = json.replacing(part, with: edit)
    expect(((try? SessionRecord(contents: Array(edited.utf8))) != nil), equals: isSame)
  }

  @Test func `is read with the number of intervals under its older name`() throws {
    let json = String(
      decoding: SessionJSON.bytes(try Self.report(.byteAMillisecond())), as: UTF8.self)
    for (count, isRead) in [(1, true), (2, false)] {
      let old = json.replacing("\"intervalCount\": 1,", with: "\"intervals\": \(count),")
      expect(old != json)
      expect(((try? SessionRecord(contents: Array(old.utf8))) != nil), equals: isRead)
    }
  }

  @Test func `is read where events were not recorded`() throws {
    var report = try Self.report(.byteAMillisecond())
    report.setting.fileScenario.options.recordsEvents = false
    let record = try SessionRecord(contents: SessionJSON.bytes(report))
    expect(!record.options.recordsEvents)
  }
}
