/// Something that gets a line of its own in a timeline, at the instant it happens.
struct TimelineMark: Hashable {
  var wallTime: MediaTime
  var mediaTime: MediaTime
  var text: String
  var color: TextStyle.Color
  /// Whether it is the user who does it, or the playhead jumps, so that it explains what follows.
  var isAction = false
}

extension Session {
  /// The marks of the timeline: what the user does and what comes of it, starts and stalls, and how
  /// the path changes.
  var marks: [TimelineMark] {
    var writer = MarkWriter(session: self)
    for (event, next) in zip(events, events.dropFirst().map(\.self) + [nil]) {
      // The end is no news where the media begins again at once.
      if case .playbackLooped? = next?.kind, event.kind == .didPlayToEndTime { continue }
      writer.write(event)
    }
    return writer.marks
  }
}

/// Puts events into words, one after the other.
private struct MarkWriter {
  let session: Session
  private(set) var marks: [TimelineMark] = []
  private var seeks = 0
  private var hasBegun = false
  /// When something was last told after which playback goes on.
  private var lastCause: MediaTime?
  private var lastPause: MediaTime?

  init(session: Session) {
    self.session = session
  }

  mutating func write(_ event: Event) {
    switch event.kind {
    case .play:
      // The first is where wall time begins.
      if hasBegun { addAction(event, "play") }
      hasBegun = true
    case .pause: addAction(event, "pause")
    case .rate(let rate): addAction(event, "rate \(rate.text)")
    case .playImmediately(let rate):
      addAction(event, "play immediately\(rate == .normal ? "" : " at rate \(rate.text)")")
    case .seekStarted(let target, let keyframe): writeSeek(event, to: target, decodesFrom: keyframe)
    case .seekFinished(let isFinished): writeSeekEnd(event, isFinished: isFinished)
    case .pathChanged(let path): add(event, "the path is \(path.words)", .yellow)
    case .playbackStarted:
      add(event, "starts after \((session.startup ?? .zero).text(places: 3))", .green)
    case .playbackStalled(let number): writeStall(event, number)
    case .playbackResumed(let number, let duration):
      add(event, "stall \(number) ends after \(duration.text(places: 3))", .green)
    case .playbackContinued where lastCause != event.wallTime: add(event, "goes on", .green)
    case .playbackLooped(let number):
      addAction(event, "again from the start, time \(number + 1)")
    case .paused: lastPause = event.wallTime
    case .didPlayToEndTime where event.wallTime < session.elapsed:
      add(event, "the end is played", .bold)
    default: break
    }
  }

  private mutating func add(_ event: Event, _ text: String, _ color: TextStyle.Color) {
    marks.append(
      TimelineMark(
        wallTime: event.wallTime, mediaTime: event.mediaTime, text: text, color: color))
  }

  private mutating func addAction(_ event: Event, _ text: String) {
    add(event, text, .bold)
    marks[marks.count - 1].isAction = true
    lastCause = event.wallTime
  }

  private mutating func writeSeek(_ event: Event, to target: MediaTime, decodesFrom: MediaTime) {
    seeks += 1
    let preroll = target - decodesFrom
    let decoded = preroll > .zero ? ", decoded from \(preroll.text(places: 3)) before" : ""
    let isThere = seek?.latency == .zero ? ", which is there" : ""
    addAction(event, "seek \(seeks) to \(target.text(places: 3))\(isThere)\(decoded)")
  }

  private mutating func writeSeekEnd(_ event: Event, isFinished: Bool) {
    guard isFinished else {
      add(event, "seek \(seeks - 1) is given up for it", .yellow)
      return
    }
    lastCause = event.wallTime
    guard let latency = seek?.latency, latency > .zero else { return }
    add(event, "seek \(seeks) is there after \(latency.text(places: 3))", .green)
  }

  /// The seek that was begun last.
  private var seek: Seek? {
    session.seeks.indices.contains(seeks - 1) ? session.seeks[seeks - 1] : nil
  }

  private mutating func writeStall(_ event: Event, _ number: Int) {
    let what = lastPause == event.wallTime ? ": buffer empty, paused" : " begins: buffer empty"
    add(event, "stall \(number)\(what)", .red)
  }
}

extension PathFlags {
  /// The flags in words.
  fileprivate var words: String {
    switch (contains(.expensive), contains(.constrained)) {
    case (true, true): "expensive and constrained"
    case (true, false): "expensive"
    case (false, true): "constrained"
    case (false, false): "neither expensive nor constrained"
    }
  }
}
