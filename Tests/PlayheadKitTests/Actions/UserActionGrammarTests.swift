import Expectations
import PlayheadKit
import Testing

@Suite struct `Actions that people write` {
  @Test(
    arguments: [
      ("25s play", 25_000, .play),
      ("0 pause", 0, .pause),
      ("10s seek 1:00", 10_000, .seek(to: .seconds(60), .exact)),
      ("1:30 seek PT2M exact", 90_000, .seek(to: .seconds(120), .exact)),
      ("200ms seek 0.5 keyframe", 200, .seek(to: .milliseconds(500), .keyframe)),
      ("  5   playImmediately ", 5000, .playImmediately(.normal)),
      // As they are printed, with a space before the unit.
      ("10 s pause", 10_000, .pause),
      ("1:02.500 seek 1:00:00", 62_500, .seek(to: .seconds(3600), .exact)),
      ("200\u{A0}ms seek 0.5 s keyframe", 200, .seek(to: .milliseconds(500), .keyframe)),
      ("10 s play", 10_000, .play),
    ] as [(String, Int64, UserAction.Kind)])
  func `are a wall time, a word and what belongs to it`(
    text: String, milliseconds: Int64, kind: UserAction.Kind
  ) throws {
    try expect(UserAction(parsing: text), equals: UserAction(at: .milliseconds(milliseconds), kind))
  }

  @Test(
    arguments: [
      ("0", 0), ("0.25", 250), ("1", 1000), ("1.5", 1500), ("1.125x", 1125), ("2X", 2000),
      ("4", 4000), ("1.5000", 1500), (".5×", 500), ("1.5 ×", 1500),
    ] as [(String, Int64)])
  func `have rates in thousandths`(text: String, thousandths: Int64) throws {
    let rate = try #require(PlaybackRate(thousandths: thousandths))
    try expect(PlaybackRate(parsing: text), equals: rate)
    try expect(UserAction(parsing: "30s rate \(text)").kind, equals: .setRate(rate))
  }

  @Test(
    arguments: [
      ("", "missing playback rate", "write 1.5 or 1.5x"),
      ("-1", "playing backwards is not supported", nil),
      ("fast", "invalid playback rate", "write 1.5 or 1.5x"),
      ("150%", "a playback rate is not a percentage", "write 1.5 or 1.5x"),
      ("1,5", "a fraction is written with a point", "write 1.5 or 1.5x"),
      ("0.249", "rates are 0 and from 0.25 to 4", nil),
      ("4.001", "rates are 0 and from 0.25 to 4", nil),
      ("1.0005", "the resolution is 0.001", nil),
      ("0.0001", "the resolution is 0.001", nil),
    ] as [(String, String, String?)])
  func `are refused at rates that cannot be`(text: String, problem: String, hint: String?) {
    #expect(throws: GrammarError(text: text, problem: problem, hint: hint)) {
      try PlaybackRate(parsing: text)
    }
  }

  private static let verbs = "the actions are play, pause, seek, rate and playImmediately"

  @Test(
    arguments: [
      ("", "missing action", "write “10s seek 1:00”"),
      ("  ", "missing action", "write “10s seek 1:00”"),
      ("pause", "the time to pause is missing", "write “10s pause”"),
      ("seek 1:00", "the time to seek is missing", "write “10s seek 1:00”"),
      ("-1s pause", "“-1s”: a duration cannot be negative", nil),
      ("10s", "the action at 10s is missing", verbs),
      ("10s sek 1:00", "unknown action “sek”", "did you mean seek?"),
      ("10s Pause", "unknown action “Pause”", "did you mean pause?"),
      ("10s dance", "unknown action “dance”", verbs),
      ("10s pause now", "unexpected “now” after pause", nil),
      ("10s play 1.5", "unexpected “1.5” after play", "write “10s rate 1.5”"),
      ("10s seek", "the seek target is missing", "write “10s seek 1:00”"),
      ("10s seek 1,5s", "“1,5s”: a fraction is written with a point", "write 1.5s"),
      ("10s seek 5 keyframes", "unknown seek precision “keyframes”", "did you mean keyframe?"),
      ("10s seek 5 soon", "unknown seek precision “soon”", "write exact or keyframe"),
      ("10s seek 5 exact now", "unexpected “now” after seek", nil),
      ("10s rate", "the rate is missing", "write “10s rate 1.5”"),
      ("10s rate 5", "“5”: rates are 0 and from 0.25 to 4", nil),
      ("10s playImmediately 0", "a rate of 0 does not play", "write “10s pause”"),
    ] as [(String, String, String?)])
  func `are refused with a reason and, where there is one, a remedy`(
    text: String, problem: String, hint: String?
  ) {
    #expect(throws: GrammarError(text: text, problem: problem, hint: hint)) {
      try UserAction(parsing: text)
    }
  }
}
