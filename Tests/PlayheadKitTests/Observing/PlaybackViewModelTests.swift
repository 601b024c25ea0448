import Expectations
import Observation
import PlayheadKit
import Synchronization
import Testing

@MainActor @Suite struct `A view model` {
  @Test func `shows a player with nothing loaded at first`() {
    let shown = PlaybackViewModel()
    expect(shown.isBuffering)
    expect(shown.buffered, equals: 0)
    expect(shown.progress, equals: 0)
    expect(shown.currentTime, equals: .zero)
    expect(shown.duration, equals: .zero)
    expect(shown.stallCount, equals: 0)
    expect(shown.timeControlStatus, equals: .paused)
  }

  @Test func `shows what there is to see of a player`() throws {
    let shown = PlaybackViewModel()
    var player = PlaybackModel(duration: .seconds(8), policy: try BufferingPolicy())
    _ = player.mediaLoaded(upTo: .seconds(3), at: .zero)
    _ = player.play(at: .zero)
    _ = player.timeAdvanced(to: .seconds(1))
    shown.update(from: player)
    expect(!shown.isBuffering)
    expect(shown.buffered, equals: 0.375)
    expect(shown.progress, equals: 0.125)
    expect(shown.currentTime, equals: .seconds(1))
    expect(shown.duration, equals: .seconds(8))
    expect(shown.timeControlStatus, equals: .playing)
    _ = player.timeAdvanced(to: .seconds(3))
    shown.update(from: player)
    expect(shown.isBuffering)
    expect(shown.stallCount, equals: 1)
    expect(shown.timeControlStatus, equals: .waiting(.toMinimizeStalls))
  }

  /// Whether what `read` reads of a view model is told to have changed by `change`.
  private func isTold<Value>(
    _ shown: PlaybackViewModel, _ property: KeyPath<PlaybackViewModel, Value>,
    changing change: () -> Void
  ) -> Bool {
    let told = Atomic(false)
    withObservationTracking {
      _ = shown[keyPath: property]
    } onChange: {
      told.store(true, ordering: .relaxed)
    }
    change()
    return told.load(ordering: .relaxed)
  }

  @Test func `tells of a property only when its value differs`() throws {
    let shown = PlaybackViewModel()
    var player = PlaybackModel(duration: .seconds(8), policy: try BufferingPolicy())
    shown.update(from: player)
    let same = player
    // Half a second is less than what starts playback: nothing differs but what is buffered.
    _ = player.mediaLoaded(upTo: .milliseconds(500), at: .zero)
    let loaded = player
    func told<Value>(_ property: KeyPath<PlaybackViewModel, Value>) -> [Bool] {
      shown.update(from: same)
      return [same, loaded].map { next in
        isTold(shown, property) { shown.update(from: next) }
      }
    }
    expect(told(\.buffered), equals: [false, true])
    expect(told(\.isBuffering), equals: [false, false])
    expect(told(\.progress), equals: [false, false])
    expect(told(\.currentTime), equals: [false, false])
    expect(told(\.duration), equals: [false, false])
    expect(told(\.stallCount), equals: [false, false])
    expect(told(\.timeControlStatus), equals: [false, false])
  }

  @Test func `tells of each property that does differ`() throws {
    let policy = try BufferingPolicy()
    var player = PlaybackModel(duration: .seconds(8), policy: policy)
    _ = player.mediaLoaded(upTo: .seconds(3), at: .zero)
    _ = player.play(at: .zero)
    let playing = player
    _ = player.timeAdvanced(to: .seconds(3))
    let stalled = player
    func told<Value>(_ property: KeyPath<PlaybackViewModel, Value>) -> Bool {
      let shown = PlaybackViewModel()
      shown.update(from: playing)
      return isTold(shown, property) { shown.update(from: stalled) }
    }
    expect(told(\.isBuffering))
    expect(told(\.progress))
    expect(told(\.currentTime))
    expect(told(\.stallCount))
    expect(told(\.timeControlStatus))
    expect(!told(\.buffered))
    let shown = PlaybackViewModel()
    expect(isTold(shown, \.duration) { shown.update(from: playing) })
  }

  /// A frame of a second each 500 ms from 0 on; starts with two of three at 1 s.
  private func simulation() throws -> Simulation {
    let clip = Clip.frames(3, lasting: .seconds(1), of: 500)
    return Simulation(
      FileScenario(
        try clip.presentation, over: NetworkLink(following: try .byteAMillisecond()),
        policy: try BufferingPolicy(highWatermark: nil)))
  }

  @Test func `follows a simulation at the pace of a clock, each half second`() async throws {
    let shown = PlaybackViewModel()
    let seen = Mutex<[String]>([])
    let clock = InstantClock { _ in
      // Until a sleep is over, what is shown is what the one before it led to; so not the end.
      let text = await "\(shown.currentTime.secondsText) \(shown.buffered) \(shown.isBuffering)"
      seen.withLock { if $0.last != text { $0.append(text) } }
    }
    let session = try await shown.run(
      try simulation(), clock: clock, speed: Ratio(millionths: 2_000_000))
    expect(session.endReason, equals: .ended)
    expect(session.elapsed, equals: .seconds(4))
    expect(shown.progress, equals: 1)
    expect(shown.timeControlStatus, equals: .ended)
    expect(
      seen.withLock { $0 },
      equals: [
        "0 0.0 true", "0 0.333333 true", "0 0.666667 false", "0.5 1.0 false", "1 1.0 false",
        "1.5 1.0 false", "2 1.0 false", "2.5 1.0 false",
      ])
    expect(
      Set(clock.sleeps), equals: Set((0...8).map { .milliseconds(250 * $0) }))
  }

  @Test func `throws when it is cancelled`() async throws {
    let shown = PlaybackViewModel()
    let simulation = try simulation()
    let clock = InstantClock { length in
      if length > .seconds(2) { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) {
      try await Task { try await shown.run(simulation, clock: clock) }.value
    }
    expect(shown.currentTime, equals: .seconds(1))
  }
}
