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
    ] as [(String, Int64, UserAction.Kind)])
  func `are a wall time, a word and what belongs to it`(
    text: String, milliseconds: Int64, kind: UserAction.Kind
  ) throws {
    #expect(try UserAction(parsing: text) == UserAction(at: .milliseconds(milliseconds), kind))
  }

  @Test(
    arguments: [
      ("0", 0), ("0.25", 250), ("1", 1000), ("1.5", 1500), ("1.125x", 1125), ("2X", 2000),
      ("4", 4000), ("1.5000", 1500), (".5×", 500),
    ] as [(String, Int64)])
  func `have rates in thousandths`(text: String, thousandths: Int64) throws {
    let rate = try #require(PlaybackRate(thousandths: thousandths))
    #expect(try PlaybackRate(parsing: text) == rate)
    #expect(try UserAction(parsing: "30s rate \(text)").kind == .setRate(rate))
  }

  @Test(
    arguments: [
      ("", "a rate of playback is expected, and there is nothing", "write 1.5 or 1.5x"),
      ("-1", "nothing is played backwards", nil),
      ("fast", "this is not a rate of playback", "write 1.5 or 1.5x"),
      ("150%", "a rate of playback is no percentage", "write 1.5 or 1.5x"),
      ("1,5", "a fraction is written with a point", "write 1.5 or 1.5x"),
      ("0.249", "rates are 0 and from 0.25 to 4", nil),
      ("4.001", "rates are 0 and from 0.25 to 4", nil),
      ("1.0005", "the finest step is 0.001", nil),
      ("0.0001", "the finest step is 0.001", nil),
    ] as [(String, String, String?)])
  func `are refused at rates that cannot be`(text: String, problem: String, hint: String?) {
    #expect(throws: GrammarError(text: text, problem: problem, hint: hint)) {
      try PlaybackRate(parsing: text)
    }
  }

  private static let verbs = "the actions are play, pause, seek, rate and playImmediately"

  @Test(
    arguments: [
      ("", "an action is expected, and there is nothing", "write “10s seek 1:00”"),
      ("  ", "an action is expected, and there is nothing", "write “10s seek 1:00”"),
      ("pause", "when to pause is missing", "write “10s pause”"),
      ("seek 1:00", "when to seek is missing", "write “10s seek 1:00”"),
      ("-1s pause", "“-1s”: a duration cannot be negative", nil),
      ("10s", "what to do at 10s is missing", verbs),
      ("10s sek 1:00", "“sek” is no action", "did you mean seek?"),
      ("10s Pause", "“Pause” is no action", "did you mean pause?"),
      ("10s dance", "“dance” is no action", verbs),
      ("10 s pause", "a time has no spaces in it", "write 10s"),
      ("10s pause now", "“now” is one word too many behind pause", nil),
      ("10s play 1.5", "“1.5” is one word too many behind play", "write “10s rate 1.5”"),
      ("10s seek", "where to seek is missing", "write “10s seek 1:00”"),
      ("10s seek 1,5s", "“1,5s”: a fraction is written with a point", "write 1.5s"),
      ("10s seek 5 keyframes", "“keyframes” is not how to seek", "did you mean keyframe?"),
      ("10s seek 5 soon", "“soon” is not how to seek", "write exact or keyframe"),
      ("10s seek 5 exact now", "“now” is one word too many behind seek", nil),
      ("10s rate", "the rate is missing", "write “10s rate 1.5”"),
      ("10s rate 5", "“5”: rates are 0 and from 0.25 to 4", nil),
      ("10s playImmediately 0", "nothing plays at a rate of 0", "write “10s pause”"),
    ] as [(String, String, String?)])
  func `are refused with a reason and, where there is one, a remedy`(
    text: String, problem: String, hint: String?
  ) {
    #expect(throws: GrammarError(text: text, problem: problem, hint: hint)) {
      try UserAction(parsing: text)
    }
  }
}
