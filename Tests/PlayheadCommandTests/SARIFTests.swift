import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

/// What GitHub's documentation of code scanning asks for of SARIF 2.1.0, property by property.
@Suite("SARIF")
struct SARIFTests {
  private struct Log: Decodable {
    struct Text: Decodable { var text: String }
    struct Rule: Decodable {
      var id: String
      var name: String
      var shortDescription: Text
      var fullDescription: Text
      var help: Text
      var defaultConfiguration: Configuration
    }
    struct Configuration: Decodable { var level: String }
    struct Driver: Decodable {
      var name: String
      var semanticVersion: String
      var rules: [Rule]
    }
    struct Tool: Decodable { var driver: Driver }
    struct Artifact: Decodable {
      var uri: String
      var index: Int?
    }
    struct Region: Decodable {
      var startLine: Int
      var byteOffset: Int64?
      var byteLength: Int64?
    }
    struct Physical: Decodable {
      var artifactLocation: Artifact
      var region: Region?
    }
    struct Location: Decodable { var physicalLocation: Physical }
    struct Result: Decodable {
      var ruleId: String
      var ruleIndex: Int
      var level: String
      var message: Text
      var locations: [Location]
      var partialFingerprints: [String: String]
    }
    struct Notification: Decodable {
      var level: String
      var message: Text
      var locations: [Location]
    }
    struct Invocation: Decodable {
      var executionSuccessful: Bool
      var toolExecutionNotifications: [Notification]
    }
    struct Item: Decodable {
      var location: Artifact
      var length: Int64
    }
    struct Run: Decodable {
      var tool: Tool
      var results: [Result]
      var artifacts: [Item]
      var invocations: [Invocation]
    }
    var version: String
    var runs: [Run]
  }

  private static func log(_ clips: [String]) throws -> Log.Run {
    let run = try ProgramRun("inspect -q \(clips.joined(separator: " ")) --format sarif")
    let log = try JSONDecoder().decode(Log.self, from: Data(run.output.utf8))
    expect(log.version == "2.1.0" && log.runs.count == 1)
    return log.runs[0]
  }

  private static let clips = [
    "moov-at-end.mp4", "damaged.mp4", "joined.mkv", "peak.mp4", "text.txt", "many-tracks.mkv",
  ].map(Project.clip)

  @Test("is SARIF 2.1.0, and nothing but what its schema names")
  func schema() throws {
    let documents = try [Self.clips, [Self.clips[4]], [Project.clip("video-only.mp4")]].map {
      clips in
      let names = clips.joined(separator: " ")
      return SchemaDocument(
        name: names, schema: "sarif-2.1.0",
        text: try ProgramRun("inspect -q \(names) --format sarif").output)
    }
    let verdict = try SchemaValidator.verdict(on: documents, by: "Tests/Schemas")
    expect(verdict.problems.isEmpty, "\(verdict.problems.joined(separator: "\n"))")
    expect(verdict.documents == documents.count && verdict.mutations > 100)
  }

  @Test("describes every rule once, with all that a code host shows")
  func rules() throws {
    let driver = try Self.log(Self.clips).tool.driver
    expect(driver.name == "playhead" && driver.semanticVersion == PlayheadVersion.text)
    expect(
      driver.rules.map(\.id),
      equals: InspectionRule.allCases.filter { $0.row.media.contains(.file) }.map(\.rawValue))
    for rule in driver.rules {
      expect(!rule.name.contains("-") && rule.name.first?.isUppercase == true)
      // As long as GitHub shows them.
      expect(rule.shortDescription.text.count <= 1024 && rule.shortDescription.text.last == ".")
      expect(rule.fullDescription.text.count <= 1024 && rule.fullDescription.text.last == ".")
      expect(!rule.help.text.isEmpty)
      expect(["note", "warning", "error"].contains(rule.defaultConfiguration.level))
    }
  }

  @Test("places every finding in its file, and names the rule and the command")
  func results() throws {
    let log = try Self.log(Self.clips)
    expect(log.results.count >= 7)
    for result in log.results {
      expect(log.tool.driver.rules[result.ruleIndex].id, equals: result.ruleId)
      expect(["note", "warning", "error"].contains(result.level))
      expect(result.message.text.contains("ffmpeg "), "\(result.message.text)")
      let place = try #require(result.locations.first?.physicalLocation)
      let artifact = log.artifacts[try #require(place.artifactLocation.index)]
      expect(place.artifactLocation.uri, equals: artifact.location.uri)
      expect(artifact.location.uri.hasPrefix("file:///"))
      let region = try #require(place.region)
      expect(region.startLine, equals: 1)
      if let offset = region.byteOffset {
        expect(offset + (region.byteLength ?? 0) <= artifact.length)
      }
    }
    // No two findings of one file are taken for one.
    let marks = log.results.map { result in
      [
        result.locations[0].physicalLocation.artifactLocation.uri, result.ruleId,
        result.partialFingerprints["playheadFinding/v1"] ?? "",
      ]
    }
    expect(Set(marks).count, equals: marks.count)
  }

  @Test("reports a file that cannot be read as an error of the tool")
  func failures() throws {
    let invocation = try Self.log(Self.clips).invocations[0]
    expect(!invocation.executionSuccessful)
    expect(invocation.toolExecutionNotifications.map(\.level), equals: ["error"])
    let place = invocation.toolExecutionNotifications[0].locations[0].physicalLocation
    expect(place.artifactLocation.uri.hasSuffix("/text.txt"))
    try expect(Self.log([Self.clips[0]]).invocations[0].executionSuccessful)
  }

  @Test("writes paths as they were given, as URIs")
  func paths() throws {
    expect(FileManager.default.changeCurrentDirectoryPath(Project.root))
    let run = try Self.log(["./Fixtures/clips/video-only.mp4"])
    expect(run.artifacts.map(\.location.uri), equals: ["Fixtures/clips/video-only.mp4"])
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/50%-größer.mp4"
    try FileManager.default.copyItem(atPath: Project.clip("video-only.mp4"), toPath: path)
    let uri = try #require(try Self.log([path]).artifacts.first?.location.uri)
    expect(uri == "file://\(folder.path)/50%25-gr%C3%B6%C3%9Fer.mp4")
  }
}
