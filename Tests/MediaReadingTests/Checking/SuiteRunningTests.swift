import Expectations
import Foundation
import MediaReading
import PlayheadKit
import Testing

@Suite struct `Running a suite of real files` {
  private static let folder = Fixtures.folder.appending(path: "suites")

  private func suite(_ name: String) throws -> Suite {
    try Suite(contentsOf: Self.folder.appending(path: "\(name).yaml"))
  }

  @Test func `gives the same on one core as on many, from the cache as without`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "playhead-suite-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["example", "failing"] {
      let suite = try suite(name)
      let first = suite.run(jobs: 1)
      let cache = ReadingCache(directory: folder)
      expect(suite.run(jobs: 3, cache: cache), equals: first)
      expect(suite.run(jobs: 2, cache: cache), equals: first)
      expect(first.hasPassed, equals: (name == "example"), "\(first)")
    }
    // Media is read once however many cases play it: five files in all have an entry.
    let entries = try FileManager.default.contentsOfDirectory(atPath: folder)
    expect(entries.count, equals: 5)
  }

  @Test func `plays what a simulation of the same parts plays`() throws {
    let result = try suite("failing").run()
    let index = try MediaReader(cores: 1).read(Fixtures.clip("faststart.mp4"), decode: .none).index
    let scenario = try FileScenario(
      Presentation(index),
      over: NetworkLink(
        following: BandwidthProfile(
          name: "slow", rate: BitRate(parsing: "600k"), latency: .milliseconds(50))),
      policy: BufferingPolicy())
    var simulation = Simulation(scenario)
    let session = simulation.run()
    guard case .ran(let checked) = result.cases[1].outcome else {
      Issue.record("it can be played")
      return
    }
    expect(checked.summary, equals: SessionSummary(session, damage: checked.summary.damage))
    expect(!checked.summary.damage.isDamaged)
    expect(checked.stalls, equals: session.stalls)
    expect(checked.stalls.count, equals: 2)
  }

  @Test func `says of each file that cannot be played why`() throws {
    let names = ["not-media.mp4", "empty.mp4", "subtitles-only.mkv", "nothing"]
    let suite = Suite(
      cases: try names.map { name in
        SuiteCase(
          name: name, media: CheckedMedia(name: name, location: Fixtures.clip(name)),
          network: CheckedNetwork(name: "1M", try NetworkArgument(parsing: "1M")),
          player: .policy(try BufferingPolicy()), expectations: [])
      })
    let kinds = suite.run().cases.map { result -> CaseError.Kind? in
      if case .couldNotRun(let error) = result.outcome { error.kind } else { nil }
    }
    expect(kinds, equals: [.badData, .badData, .badData, .missingInput])
  }

  @Test func `takes tracks that are not there for bad data`() throws {
    let media = CheckedMedia(
      name: "a", location: Fixtures.clip("audio-only.m4a"), tracks: [7])
    let error = try #require(throws: CaseError.self) {
      try MediaReader(cores: 1).playable(media)
    }
    expect(error.kind == .badData && error.what == "cannot play track 7")
  }

  @Test func `decodes short media unless it is asked not to, which changes nothing`() throws {
    let playable = try [DecodeMode.none, .keyframes, .all, .auto].map { mode in
      let media = CheckedMedia(name: "a", location: Fixtures.clip("damaged.mp4"), decode: mode)
      return try MediaReader(cores: 2).playable(media)
    }
    expect(playable.map(\.damage.isDecoded), equals: [false, true, true, true])
    expect(playable.map(\.decoded), equals: [DecodeMode.none, .keyframes, .all, .all])
    expect(playable.map(\.damage.verdict), equals: [nil, playable[1].damage.isDamaged, true, true])
    expect(Set(playable.map(\.content)).count, equals: 1)
    expect(CheckedMedia(name: "a", location: "a").decode, equals: .auto)
  }

  @Test func `mentions timestamps that restart`() throws {
    for (clip, count) in [("joined.mkv", 1), ("basic.mkv", 0)] {
      let media = CheckedMedia(name: "a", location: Fixtures.clip(clip), decode: .none)
      let remarks = try MediaReader(cores: 1).playable(media).remarks
      expect(remarks.isEmpty, equals: (count == 0))
      expect(remarks.allSatisfy { $0.contains("timestamps restart") })
    }
  }
}
