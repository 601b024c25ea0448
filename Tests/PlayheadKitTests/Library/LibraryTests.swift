import Expectations
import Foundation
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadReporting

@Suite struct `The library` {
  @Test func `has the basic player without a try`() throws {
    expect(BufferingPolicy.basic, equals: (try BufferingPolicy()))
    expect(BufferingPolicy.basic.parameters, equals: BufferingPolicy.Parameters())
    expect(
      BufferingPolicy.basic.fullness(on: .expensive),
      equals: (try BufferingPolicy()).fullness(on: .expensive))
  }

  @Test func `makes a simulation of an index and a profile`() throws {
    let clip = Clip.frames(8, lasting: .seconds(1), of: 500)
    let profile = try BandwidthProfile.byteAMillisecond(latency: .milliseconds(50))
    var simulation = try Simulation(clip.index, over: profile)
    var expected = Simulation(
      FileScenario(
        try clip.presentation, over: NetworkLink(following: profile), policy: try BufferingPolicy())
    )
    expect(simulation.run(), equals: expected.run())
    // With packet loss the rate is lower, as it is on the command line.
    let lossy = try profile.replacingLoss(with: Ratio(millionths: 20_000))
    var slower = try Simulation(clip.index, tracks: [0], over: lossy, actions: [])
    var paying = Simulation(
      FileScenario(try clip.presentation, over: NetworkLink(following: lossy.payingForLoss())))
    let session = slower.run()
    expect(session == paying.run() && session.elapsed >= expected.run().elapsed)
  }

  @Test func `refuses tracks that are missing with a typed error`() throws {
    let clip = Clip.frames(2, lasting: .seconds(1), of: 500)
    let profile = try BandwidthProfile.byteAMillisecond()
    do throws(PresentationError) {
      _ = try Simulation(clip.index, tracks: [3], over: profile)
      Issue.record("track 3 was found")
    } catch {
      expect(error, equals: .noSuchTrack(3, count: 1))
    }
  }

  @Test(arguments: [
    (0, 0.0), (1, 0.000001), (333_333, 0.333333), (1_000_000, 1.0), (-500_000, -0.5),
  ])
  func `has ratios as numbers`(millionths: Int64, value: Double) {
    expect(Ratio(millionths: millionths).doubleValue, equals: value)
  }

  @Test @MainActor func `shows buffering by both of its names`() {
    let shown = PlaybackViewModel()
    expect(shown.isBuffering && shown.isStalled)
    var player = PlaybackModel(duration: .seconds(9), policy: .basic)
    player.drive(to: .zero) { $0.play(at: $1) }
    player.drive(to: .seconds(1)) { $0.mediaLoaded(upTo: .seconds(3), at: $1) }
    shown.update(from: player)
    expect(!shown.isBuffering && !shown.isStalled)
    player.drive(to: .seconds(4))
    shown.update(from: player)
    expect(shown.isBuffering && shown.isStalled && shown.stallCount == 1)
  }

  /// What leaves a room is finished.
  @Test(arguments: [
    "Session.swift", "Tick.swift", "Seek.swift", "Event.swift", "StartupPhases.swift",
    "SessionSummary.swift", "AccessLogEvent.swift", "Overview.swift", "MinimumRate.swift",
    "CaseResult.swift", "SuiteResult.swift", "SessionReport.swift", "PlaybackChange.swift",
  ])
  func `has no results that its users can change`(name: String) throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    let paths = files.compactMap { $0 as? String }.filter { $0.hasSuffix("/\(name)") }
    expect(paths.count, equals: 1)
    for path in paths {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      let variables = text.split(separator: "\n").filter {
        $0.contains(" public var ") && !$0.hasSuffix("{") && !$0.hasSuffix("}")
      }
      expect(variables, equals: [])
    }
  }
}
