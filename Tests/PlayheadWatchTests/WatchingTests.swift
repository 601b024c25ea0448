import Expectations
import PlayheadKit
import PlayheadWatch
import Testing

@Suite("A person watches a session")
struct WatchingTests {
  @Test("Time passes at the speed of watching", arguments: [(100, 1), (1000, 10), (2500, 25)])
  func speed(thousandths: Int64, tenths: Int64) throws {
    var watching = try Watched.watching("1M", speed: thousandths)
    for _ in 0..<10 { watching.advance(by: .milliseconds(100)) }
    expect(watching.now, equals: .milliseconds(100) * tenths)
  }

  @Test("Held time stands still until space, and goes on as far as the session does")
  func held() throws {
    var watching = try Watched.watching("1M", isHeld: true)
    watching.pass(3)
    var times = [watching.now]
    watching.press(" ")
    watching.pass(3)
    times.append(watching.now)
    watching.pass(30)
    // Two seconds until it starts, and twenty that are played.
    expect(times + [watching.now], equals: [.zero, .seconds(3), .seconds(22)])
    expect(watching.isOver && watching.actions.isEmpty)
  }

  @Test("The state is that of the session at the instant, on paper")
  func states() throws {
    var watching = try Watched.watching()
    var seen: [String] = []
    for _ in 0..<11 {
      let tick = watching.tick
      let phase = tick.phase == .playing ? "plays" : tick.isInStall ? "stalls" : "waits"
      seen.append("\(phase) \(tick.mediaTime.secondsText) \(tick.bufferLevel.secondsText)")
      watching.pass(1)
    }
    expect(
      seen,
      equals: [
        "waits 0 0", "waits 0 0", "waits 0 1", "waits 0 1", "plays 0 2", "plays 1 1", "plays 2 1",
        "stalls 3 0", "stalls 3 1", "stalls 3 1", "plays 3 2",
      ])
  }

  @Test("Steps lead to the next stall and the next event, and hold time there")
  func steps() throws {
    var watching = try Watched.watching()
    watching.press("s")
    var times = [watching.now]
    watching.press("s")
    times.append(watching.now)
    watching.pass(2)
    watching.press(".")
    times.append(watching.now)
    expect(times, equals: [.seconds(7), .seconds(13), .seconds(14)])
    expect(watching.isHeld)
  }

  @Test("The value changes while the thumb is held, and the seek happens on release")
  func thumb() throws {
    var watching = try Watched.watching(speed: 10_000)
    watching.pass(1)
    let bar = WatchLayout(watching).bar
    let (first, last) = (bar.column, bar.column + bar.columns - 1)
    var shown: [String] = []
    func note() { shown.append("\(watching.shownTime.secondsText) \(watching.actions.count)") }
    for (action, column) in [(MouseAction.press, first), (.drag, last + 50), (.drag, last)] {
      _ = watching.handle(.mouse(action, column: column, row: bar.row + 1))
      note()
    }
    _ = watching.handle(.mouse(.release, column: last, row: 0))
    note()
    expect(shown, equals: ["0 0", "20 0", "20 0", "20 1"])
    expect(watching.actions.map(\.text), equals: ["10s seek 20"])
  }

  @Test("The zone that takes hold is three rows high", arguments: -2...2)
  func hitZone(offset: Int) throws {
    var watching = try Watched.watching()
    let bar = WatchLayout(watching).bar
    _ = watching.handle(.mouse(.press, column: bar.column + 5, row: bar.row + offset))
    expect((watching.heldThumb != nil), equals: (-1...1).contains(offset))
  }

  @Test("Escape lets go of the thumb without a seek")
  func letGo() throws {
    var watching = try Watched.watching()
    let bar = WatchLayout(watching).bar
    _ = watching.handle(.mouse(.press, column: 30, row: bar.row))
    _ = watching.handle(.key(.escape))
    _ = watching.handle(.mouse(.release, column: 30, row: bar.row))
    expect(watching.heldThumb == nil && watching.actions.isEmpty)
  }

  @Test(
    "Keys act as a user does",
    arguments: [
      ("5", ["5s seek 10"]), ("0", ["5s seek 0"]), (" ", ["5s pause"]),
      ("  ", ["5s pause", "5s play"]), (">", ["5s rate 1.25"]), ("<", ["5s rate 0.75"]),
      (">>", ["5s rate 1.25", "5s rate 1.5"]), ("> <", ["5s rate 1.25", "5s pause"]),
      (">  ", ["5s rate 1.25", "5s pause", "5s rate 1.25"]),
    ])
  func keys(keys: String, actions: [String]) throws {
    var watching = try Watched.watching("1M")
    watching.pass(5)
    watching.press(keys)
    expect(watching.actions.map(\.text), equals: actions)
  }

  @Test("Arrows seek by five and thirty seconds, within the media")
  func arrows() throws {
    var texts: [String] = []
    for key in [WatchKey.left, .right, .up, .down] {
      var watching = try Watched.watching("1M")
      watching.pass(9)
      _ = watching.handle(.key(key))
      texts += watching.actions.map(\.text)
    }
    expect(texts, equals: ["9s seek 2", "9s seek 12", "9s seek 20", "9s seek 0"])
  }

  @Test("What is watched is the session of the actions, whenever they are done")
  func actions() throws {
    var watching = try Watched.watching()
    watching.pass(5)
    watching.press("7")
    watching.pass(6)
    watching.press(">")
    watching.pass(3)
    let texts = ["5s seek 14", "11s rate 1.25"]
    let session = Scenario.file(
      try Watched.scenario("500k", texts.map { try UserAction(parsing: $0) })
    ).play()
    expect(watching.actions.map(\.text), equals: texts)
    expect(watching.session.played, equals: session)
  }

  @Test("Back is a fork from five seconds before, without what was done since")
  func back() throws {
    var watching = try Watched.watching(do: [UserAction(at: .seconds(30), .pause)])
    watching.pass(5)
    watching.press("7")
    watching.pass(2)
    watching.press(">")
    watching.pass(2)
    watching.press("b")
    let once = "\(watching.now.secondsText) \(watching.actions.map(\.text))"
    watching.press("b")
    expect(
      [once, "\(watching.now.secondsText) \(watching.actions.map(\.text))"],
      equals: [#"4 ["30s pause"]"#, #"0 ["30s pause"]"#])
  }

  @Test("A loop begins again as its end is set, and whenever that is played")
  func loop() throws {
    var watching = try Watched.watching("1M")
    // The playhead is two seconds behind.
    watching.pass(3)
    watching.press("[")
    watching.pass(2)
    watching.press("]")
    watching.pass(5)
    expect(watching.actions.map(\.text), equals: ["5s seek 1", "7s seek 1", "9s seek 1"])
    _ = watching.handle(.key(.backspace))
    watching.pass(3)
    expect(watching.actions.count == 3 && watching.tick.mediaTime == .seconds(5))
  }

  @Test("Another network plays the same from the start; one that cannot be played is passed over")
  func networks() throws {
    var watching = try Watched.watching()
    watching.pass(8)
    watching.press("n")
    expect(watching.selection.network == "1M" && watching.now == .seconds(8))
    expect(watching.tick.mediaTime, equals: .seconds(6))
    expect(watching.shownNote, equals: "passed over none: no such network")
    watching.press("N")
    expect(watching.selection.network, equals: "500k")
  }

  @Test("Who pauses may wait for longer than the session takes")
  func paused() throws {
    var watching = try Watched.watching("1M")
    watching.pass(4)
    watching.press(" ")
    watching.pass(60)
    watching.press(" ")
    watching.pass(1)
    expect(watching.actions.map(\.text), equals: ["4s pause", "64s play"])
    expect(watching.tick.mediaTime, equals: .seconds(3))
  }

  @Test("What ends a run is told", arguments: [("q", Watching.Effect.quit), ("x", nil)])
  func effects(key: String, effect: Watching.Effect?) throws {
    var watching = try Watched.watching()
    expect(watching.handle(.key(.character(Character(key)))), equals: effect)
  }
}
