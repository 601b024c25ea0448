import Expectations
import Testing

@testable import PlayheadModel

@Suite struct `Levels of each track` {
  /// Ten seconds: 100 B of video each second, then 10 B of sound for each.
  private static let clip: Clip = {
    let video = (0..<10).map { second in
      Sample(
        at: .seconds(Int64(second)), lasting: .seconds(1),
        bytes: Int64(second) * 100..<Int64(second) * 100 + 100)
    }
    let audio = (0..<10).map { second in
      Sample(
        at: .seconds(Int64(second)), lasting: .seconds(1),
        bytes: 1000 + Int64(second) * 10..<1010 + Int64(second) * 10, track: 1)
    }
    return Clip(samples: video + audio, tracks: [.video, .audio])
  }()

  private static func policy(_ tracks: TrackCombination) throws -> BufferingPolicy {
    var values = BufferingPolicy.Parameters()
    values.loadedOver = tracks
    return try BufferingPolicy(values)
  }

  @Test func `let a player start with the sound of the first seconds, or without`() throws {
    // All tracks: 1000 B of pictures, then two seconds of sound.
    let all = try Self.clip.play(over: .byteAMillisecond(), Self.policy(.allTracks))
    expect(all.startup, equals: .milliseconds(1020))
    // Any track: two seconds of pictures.
    let any = try Self.clip.play(over: .byteAMillisecond(), Self.policy(.anyTrack))
    expect(any.startup, equals: .milliseconds(200))
    expect(any.stalls.isEmpty && any.endReason == .ended)
  }

  /// From byte 700 on, 300 ms later pictures to the end are in; the sound from 7 s on follows at
  /// once.
  @Test func `let a seek end with any track that is loaded there`() throws {
    let seek = UserAction(at: .milliseconds(50), .seek(to: .seconds(7), .exact))
    for (tracks, latency) in [(TrackCombination.allTracks, 1080), (.anyTrack, 800)] {
      var values = BufferingPolicy.Parameters()
      values.readThrough = 2000
      values.loadedOver = tracks
      let session = try Self.clip.play(
        over: .byteAMillisecond(), BufferingPolicy(values), do: [seek])
      // One request reads on: the frame at 7 s is in at 0.8 s, its sound at 1.08 s.
      expect(session.requests.count, equals: 1)
      expect(session.seeks[0].latency, equals: .milliseconds(Int64(latency) - 50))
    }
  }

  @Test func `are what a policy can decide by`() throws {
    for tracks in TrackCombination.allCases {
      var simulation = Simulation(
        try Self.clip.scenario(
          over: .byteAMillisecond(), Self.policy(tracks), limit: .milliseconds(1035),
          ticks: .milliseconds(345)))
      _ = simulation.run()
      // Playing since 1.02 s, with 3 s of sound; or since 0.2 s, with all the pictures.
      let playhead: MediaTime = .milliseconds(tracks == .allTracks ? 15 : 835)
      expect(simulation.player.currentTime, equals: playhead)
      let levels = simulation.player.situation().trackLevels
      expect(levels.video, equals: .seconds(10) - playhead)
      expect(levels.audio, equals: .seconds(3) - playhead)
    }
  }

  @Test func `are at least what all tracks have, and never negative`() throws {
    for (tracks, audio) in [(TrackCombination.allTracks, MediaTime.seconds(4)), (.anyTrack, .zero)]
    {
      var player = PlaybackModel(duration: .seconds(10), policy: try Self.policy(tracks))
      _ = player.bufferChanged(
        to: BufferContents(
          loaded: TimeRange(start: .zero, end: .seconds(4)),
          trackEnds: TrackTimes(video: .seconds(6), audio: .seconds(-1))),
        at: .zero)
      let levels = player.situation().trackLevels
      expect(levels, equals: TrackTimes(video: .seconds(6), audio: audio))
      // Who reports none has none.
      _ = player.mediaLoaded(upTo: .seconds(5), at: .zero)
      expect(player.situation().trackLevels, equals: TrackTimes())
    }
  }

  @Test(arguments: Seeds.blocks(1_000_000..<1_001_000, of: 25, few: 25))
  func `are never below the level of all tracks, and the least is that level`(
    block: Range<UInt64>
  ) throws {
    for seed in block {
      let random = try RandomSession.connected(seed: seed)
      guard random.policy.parameters.loadedOver == .allTracks else { continue }
      let kinds = try random.presentation.rendition.trackLoading.map(\.kind)
      // Of two tracks of one kind only one is told of.
      guard Set(kinds).count == kinds.count else { continue }
      var simulation = Simulation(try random.scenario)
      while simulation.step() {
        let situation = simulation.player.situation()
        let levels = [situation.trackLevels.video, situation.trackLevels.audio].compactMap(\.self)
        expect(levels.allSatisfy { $0 >= situation.level }, "seed \(seed)")
        if random.actions.isEmpty, random.repeats == 0, simulation.loader.isOpened {
          expect(levels.min(), equals: situation.level, "seed \(seed)")
        }
      }
    }
  }
}
