import PlayheadKit
import Testing

/// Follows a player, and logs when it stalls and resumes.
struct PlayerTracker {
  private(set) var model: PlaybackModel
  private(set) var log: [String] = []
  private var observer = PeriodicTimeObserver(interval: .seconds(10))
  private var recorder = SessionRecorder()

  init(duration: MediaTime) {
    model = PlaybackModel(duration: duration, policy: .basic)
  }

  /// Reports an input at a wall time counted from the first play command.
  mutating func tell(
    at now: WallTime, _ input: (inout PlaybackModel, WallTime) -> Transitions
  ) {
    for step in model.drive(to: now, input) {
      recorder.record(step)
      for transition in step.transitions where [.started, .stalled, .resumed].contains(transition) {
        log.append("\(step.wallTime.secondsText) s: \(transition)")
      }
      for time in observer.times(from: step.before, to: step.player, step.transitions) {
        log.append("\(time.wallTime.secondsText) s: at \(time.mediaTime.secondsText) s")
      }
    }
  }

  /// The figures of the session, if it ended now.
  var summary: SessionSummary { SessionSummary(recorder.session(of: model)) }
}

@Suite struct `A player tracker` {
  @Test func `writes down a stall while a segment is late`() {
    var tracker = PlayerTracker(duration: .seconds(60))
    tracker.tell(at: .zero) { $0.play(at: $1) }
    tracker.tell(at: .seconds(1)) { $0.mediaLoaded(upTo: .seconds(6), at: $1) }
    tracker.tell(at: .seconds(10)) { $0.mediaLoaded(upTo: .seconds(60), at: $1) }
    tracker.tell(at: .seconds(15)) { $0.timeAdvanced(to: $1) }

    #expect(tracker.model.currentTime == .seconds(11))
    #expect(tracker.summary.startup == .seconds(1))
    #expect(tracker.summary.stallCount == 1)
    #expect(tracker.summary.stalled == .finite(.seconds(3)))
    #expect(tracker.summary.rebufferRatio == Ratio(3, of: 14))
    #expect(
      tracker.log == [
        "1 s: started", "1 s: at 0 s",
        "7 s: stalled", "7 s: at 6 s",
        "10 s: resumed", "10 s: at 6 s",
        "14 s: at 10 s",
      ])
  }
}

@MainActor func preview(
  _ simulation: Simulation, in shown: PlaybackViewModel, on clock: some Clock<Duration>
) async throws {
  let session = try await shown.run(simulation, clock: clock)
  print("stalled \(session.stalls.count) times")
}

func log(_ simulation: Simulation, on clock: some Clock<Duration>) async -> [String] {
  var lines: [String] = []
  for await change in PlaybackChanges(simulation, clock: clock) {
    lines.append("\(change.wallTime.secondsText) s: \(change.transition)")
  }
  return lines
}

@Suite struct `What the article on driving a model shows` {
  /// A second of media each half second; starts with two of three.
  private func simulation() throws -> Simulation {
    let clip = Clip.frames(3, lasting: .seconds(1), of: 500)
    return Simulation(
      FileScenario(
        try clip.presentation, over: NetworkLink(following: try .byteAMillisecond()),
        policy: try BufferingPolicy()))
  }

  @Test @MainActor func `shows a simulation`() async throws {
    let shown = PlaybackViewModel()
    try await preview(try simulation(), in: shown, on: InstantClock())
    #expect(shown.timeControlStatus == .ended)
    #expect(shown.currentTime == .seconds(3))
  }

  @Test func `takes changes one by one`() async throws {
    let lines = await log(try simulation(), on: InstantClock())
    #expect(lines.contains("1 s: started"))
    #expect(lines.last == "4 s: playedToEnd")
  }
}
