package import PlayheadAnalysis
import PlayheadLadder
package import PlayheadModel

/// A person watching a session: what the session is, how far it has come, and what the person has
/// done.
///
/// It is a value without a clock, a terminal or a file. Each session is played to its end at once,
/// so what a person does is to play another one: the same, with one more action.
package struct Watching: Sendable {
  /// Plays a session.
  package typealias Play =
    @Sendable (WatchSelection, [UserAction]) throws(WatchRefusal) -> WatchedSession

  /// What somebody who drives it has to do.
  package enum Effect: Hashable, Sendable {
    case quit
    /// Quit, as by a signal.
    case interrupt
    /// Give the terminal back until the process goes on.
    case suspend
    /// Draw everything again.
    case redraw
  }

  /// What is drawn.
  package enum View: Hashable, Sendable {
    case player, clock
  }

  /// What is watched.
  package let title: String
  /// What can be chosen from.
  package let choices: WatchChoices
  private let play: Play
  /// What is chosen.
  package internal(set) var selection: WatchSelection
  /// What the user does, in order, later actions included.
  package internal(set) var actions: [UserAction]
  /// The session as it goes if the user does nothing more.
  package internal(set) var session: WatchedSession
  /// How many sessions were watched before this one.
  package private(set) var sessionNumber = 0
  var cursor: SessionCursor
  /// The wall time of the session.
  package internal(set) var now: WallTime = .zero
  /// The terminal's time.
  package internal(set) var clock: WallTime = .zero
  /// How many seconds of the session pass in one of the terminal, in thousandths.
  package internal(set) var speed: Int64
  /// Whether the session's time stands still.
  package internal(set) var isHeld: Bool
  /// The size of the screen.
  package internal(set) var size: ScreenSize
  /// Where the thumb is held; `nil` if it is not.
  package internal(set) var heldThumb: MediaTime?
  /// What is repeated.
  package internal(set) var loop = LoopPoints()
  package internal(set) var view: View
  /// Whether the keys are listed.
  package internal(set) var showsHelp = false
  /// Whether pictures are to be shown.
  package var showsPictures = false
  /// A note to the person, and when it goes away.
  private(set) var note: (text: String, until: WallTime)?

  /// The points between which playback is repeated.
  package struct LoopPoints: Hashable, Sendable {
    package var start: MediaTime?
    package var end: MediaTime?
  }

  /// Watches from the start.
  ///
  /// - Parameters:
  ///   - title: what is watched.
  ///   - choices: what can be chosen from.
  ///   - selection: what is chosen.
  ///   - actions: what the user does.
  ///   - speed: seconds of the session in a second, in thousandths.
  ///   - isHeld: whether time stands still at first.
  ///   - size: the size of the screen.
  ///   - view: what is drawn.
  ///   - play: plays a session.
  /// - Throws: why it cannot be played.
  package init(
    _ title: String, choices: WatchChoices, selection: WatchSelection, actions: [UserAction] = [],
    speed: Int64 = 1000, isHeld: Bool = false, size: ScreenSize, view: View = .player,
    play: @escaping Play
  ) throws(WatchRefusal) {
    (self.title, self.choices, self.selection) = (title, choices, selection)
    // Those of one time stay in their order.
    let actions = actions.enumerated().sorted {
      ($0.element.wallTime, $0.offset) < ($1.element.wallTime, $1.offset)
    }.map(\.element)
    self.actions = actions
    (self.speed, self.isHeld, self.size, self.view) = (speed, isHeld, size, view)
    self.play = play
    session = try play(selection, actions)
    cursor = SessionCursor(session.scenario)
  }

  /// The state of the session now.
  package var tick: Tick { cursor.tick }

  /// The length of the media.
  package var duration: MediaTime { session.scenario.duration }

  /// The place that the control shows: where the thumb is held, else where the playhead is.
  package var shownTime: MediaTime { heldThumb ?? tick.mediaTime }

  /// The level of a ladder at which a media time is loaded; `nil` if it is not.
  package func level(at time: MediaTime) -> Int? { session.levels?.level(at: time, by: now) }

  /// Whether time cannot go on: the session is over, and only the user could prolong it.
  package var isOver: Bool {
    guard now >= session.session.elapsed else { return false }
    switch session.session.endReason {
    case .ended, .limit, .error, .gap: return true
    case .paused, .starved: return false
    }
  }

  /// The note that is to be read now.
  package var shownNote: String? { note.flatMap { clock < $0.until ? $0.text : nil } }

  /// Tells the person something for a while.
  package mutating func tell(_ text: String) { note = (text, clock + .seconds(4)) }

  /// Takes in what was found of the waits of the session of this number, unless another one is
  /// watched by now.
  package mutating func take(_ causes: SessionCauses?, ofSession number: Int) {
    guard number == sessionNumber else { return }
    session.take(causes)
  }

  // MARK: Playing again

  /// Plays the session of `selection` and `actions`, and stays at its present time; a refusal is
  /// told, and nothing changes.
  @discardableResult
  mutating func replay(_ selection: WatchSelection, _ actions: [UserAction]) -> WatchRefusal? {
    do throws(WatchRefusal) {
      session = try play(selection, actions)
    } catch {
      return error
    }
    (self.selection, self.actions) = (selection, actions)
    sessionNumber += 1
    cursor = SessionCursor(session.scenario)
    cursor.move(to: now)
    return nil
  }

  /// The user seeks to a media time, to a millisecond, as that can be read and typed.
  mutating func seek(to target: MediaTime) {
    let millisecond = MediaTime.milliseconds(1).nanoseconds
    let held = min(max(target, .zero), duration).nanoseconds
    act(
      .seek(
        to: MediaTime(nanoseconds: (held + millisecond / 2) / millisecond * millisecond), .exact))
  }

  /// The user does something now.
  mutating func act(_ kind: UserAction.Kind) {
    let millisecond = WallTime.milliseconds(1).nanoseconds
    // A time to a millisecond can be read and typed.
    let time = WallTime(
      nanoseconds: (now.nanoseconds + millisecond - 1) / millisecond * millisecond)
    if let limit = session.scenario.options.limit, time > limit {
      return tell("the session ends at its limit of \(limit.text)")
    }
    var actions = actions
    let place = actions.firstIndex { $0.wallTime > time } ?? actions.endIndex
    actions.insert(UserAction(at: time, kind), at: place)
    let former = now
    now = time
    if let refusal = replay(selection, actions) {
      now = former
      tell(refusal.reason)
    }
  }
}
