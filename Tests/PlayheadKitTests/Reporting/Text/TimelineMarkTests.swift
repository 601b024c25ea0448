import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `Marks in a timeline` {
  /// What the marks of `events` say, each event so many seconds from the start and at media time 7.
  private static func marks(
    _ events: [(Int64, Event.Kind)], seeks: [Seek] = [], elapsed: Int64 = 100
  ) -> [String] {
    let session = Session(
      PlaybackRecord(
        elapsed: .seconds(elapsed), duration: .seconds(60), startup: .seconds(1),
        stalls: [], seeks: seeks, phases: PhaseTimes(), bufferLevels: BufferLevels(),
        bytesDownloaded: 0, bytesWasted: 0, requestCount: 0, requestTime: .zero,
        events: events.map {
          Event(wallTime: .seconds($0.0), mediaTime: .seconds(7), kind: $0.1)
        }, ticks: []), endReason: .ended)
    return session.marks().map { "\($0.wallTime.secondsText) \($0.text)" }
  }

  private static func seek(_ number: Int, latency: WallTime?) -> Seek {
    Seek(
      number: number, start: .seconds(5), from: .seconds(7), to: .seconds(20), latency: latency)
  }

  @Test func `leave out the play command that begins it, and what needs no words`() {
    let marks = Self.marks([
      (0, .play), (0, .requestSent(number: 1, offset: 0)), (1, .isPlaybackBufferEmpty(false)),
      (1, .playbackStarted), (2, .play), (2, .loadingFinished), (60, .didPlayToEndTime),
    ])
    expect(
      marks,
      equals: [
        "0 request 1 from byte 0", "1 starts after 1.000 s", "2 play", "60 end of media",
      ])
    expect(Self.marks([(60, .didPlayToEndTime)], elapsed: 60), equals: [])
  }

  @Test func `tell why playback goes on only once`() {
    let marks = Self.marks([
      (0, .play), (3, .pause), (3, .paused), (4, .play), (4, .playbackContinued), (5, .pause),
      (6, .rate(.zero)), (7, .play), (9, .playbackContinued),
      (10, .playImmediately(.normal)), (11, .playImmediately(PlaybackRate(thousandths: 1125)!)),
    ])
    expect(
      marks,
      equals: [
        "3 pause", "4 play", "5 pause", "6 rate 0", "7 play", "9 resumes", "10 play immediately",
        "11 play immediately at rate 1.125",
      ])
  }

  @Test func `follow a seek until it is there`() {
    let start = Event.Kind.seekStarted(to: .seconds(20), decodesFrom: .milliseconds(18_500))
    expect(
      Self.marks(
        [(5, start), (8, .seekFinished(isFinished: true)), (9, .playbackContinued)],
        seeks: [Self.seek(1, latency: .seconds(3))]),
      equals: [
        "5 seek 1 to 20.000 s, decoding starts 1.500 s earlier",
        "8 seek 1: target loaded after 3.000 s",
        "9 resumes",
      ])
    // Where it is there at once, that is told with it.
    expect(
      Self.marks(
        [(5, start), (5, .seekFinished(isFinished: true))], seeks: [Self.seek(1, latency: .zero)]),
      equals: ["5 seek 1 to 20.000 s, already loaded, decoding starts 1.500 s earlier"])
  }

  @Test func `tell of a seek that a newer one replaces`() {
    let start = Event.Kind.seekStarted(to: .seconds(20), decodesFrom: .seconds(20))
    expect(
      Self.marks(
        [
          (5, start), (6, start), (6, .seekFinished(isFinished: false)),
          (7, .seekFinished(isFinished: true)),
        ], seeks: [Self.seek(1, latency: nil), Self.seek(2, latency: .seconds(1))]),
      equals: [
        "5 seek 1 to 20.000 s", "6 seek 2 to 20.000 s", "6 seek 1 cancelled by seek 2",
        "7 seek 2: target loaded after 1.000 s",
      ])
  }

  @Test func `tell of requests and of a full buffer`() {
    let marks = Self.marks([
      (0, .requestSent(number: 1, offset: 0)), (1, .requestDropped(number: 1, wastedBytes: 1500)),
      (1, .requestSent(number: 2, offset: 4096)), (2, .isPlaybackBufferFull(true)),
      (3, .isPlaybackBufferFull(false)), (4, .pathChanged(.expensive)),
    ])
    expect(
      marks,
      equals: [
        "0 request 1 from byte 0", "1 request 1 dropped, 1.50 kB wasted",
        "1 request 2 from byte 4096", "2 buffer full, loading stops", "3 buffer no longer full",
        "4 path: expensive",
      ])
  }

  @Test func `tell of no loading that stops where all is loaded`() {
    let marks = Self.marks([
      (0, .requestSent(number: 1, offset: 0)), (2, .isPlaybackBufferFull(true)),
      (2, .loadingFinished),
      (3, .isPlaybackBufferFull(false)), (4, .isPlaybackBufferFull(true)),
      (5, .isPlaybackBufferFull(false)), (6, .requestSent(number: 2, offset: 0)),
      (7, .isPlaybackBufferFull(true)), (8, .isPlaybackBufferFull(false)), (8, .loadingFinished),
    ])
    expect(
      marks.filter { $0.contains("buffer full") },
      equals: [
        "2 buffer full", "4 buffer full", "7 buffer full, loading stops",
      ])
  }

  @Test func `tell a stall that pauses from one that is waited out`() {
    let waited = Self.marks([
      (5, .waiting(.toMinimizeStalls)), (5, .playbackStalled(number: 1)),
      (8, .playbackResumed(number: 1, duration: .seconds(3))),
    ])
    expect(waited, equals: ["5 stall 1 begins: buffer empty", "8 stall 1 ends after 3.000 s"])
    let paused = Self.marks([(5, .paused), (5, .playbackStalled(number: 2))])
    expect(paused, equals: ["5 stall 2 begins: buffer empty, the player pauses"])
    let looped = Self.marks([
      (5, .playbackLooped(number: 1)), (5, .playbackStalled(number: 1)),
      (6, .playbackStalled(number: 2)),
    ])
    expect(
      looped,
      equals: [
        "5 loop 2 begins", "5 stall 1 begins: too little loaded for the loop",
        "6 stall 2 begins: buffer empty",
      ])
  }

  @Test func `tell a stall that a seek ends from one that is over in a pause`() {
    let over = Event.Kind.stallEnded(number: 1, duration: .seconds(3))
    let start = Event.Kind.seekStarted(to: .seconds(20), decodesFrom: .seconds(20))
    expect(
      Self.marks([(5, start), (5, over)], seeks: [Self.seek(1, latency: nil)]),
      equals: ["5 seek 1 to 20.000 s", "5 stall 1 ends after 3.000 s"])
    expect(
      Self.marks([(4, start), (5, over)], seeks: [Self.seek(1, latency: nil)]),
      equals: ["4 seek 1 to 20.000 s", "5 stall 1 ends after 3.000 s, still paused"])
  }

  @Test func `count how often media was begun, and pass over the ends between`() {
    let marks = Self.marks([
      (60, .didPlayToEndTime), (60, .playbackLooped(number: 1)), (70, .playbackContinued),
      (90, .didPlayToEndTime),
    ])
    expect(
      marks, equals: ["60 loop 2 begins", "70 resumes", "90 end of media"])
  }
}
