import MediaReading
import PlayheadKit

/// The live event as which a ladder is played, as far as options say.
struct LivePlan {
  private var event = LiveEvent(join: .zero)
  /// Where the viewer joins; `nil` for the middle of the event.
  private let join: WallTime?
  private let writtenJoin: String?
  private let window: MediaTime?
  private let holdBack: MediaTime?
  /// Whether a ladder on demand is played as if live.
  private let isAsked: Bool
  /// The options that were given of those that a recording decides.
  private let decided: [Option]

  /// What a recording says.
  private static let ofRecordings: [Option] = [
    .liveDelay, .liveWindow, .liveLate, .liveStale, .parts,
  ]

  /// The event that `arguments` ask for; `nil` without one.
  init?(_ arguments: ParsedArguments) throws(Failure) {
    if let text = arguments.value(.live), !text.isEmpty {
      throw Failure(
        badValue: text, of: .live, why: "only analyze records a URL before it plays",
        hint: "record it first, and name the folder")
    }
    isAsked = arguments.has(.live)
    decided = Self.ofRecordings.filter(arguments.has)
    let isRecorded = arguments.operands.contains { RecordingFolder(at: $0) != nil }
    guard isAsked || isRecorded else {
      if let option = Option.ofLive.first(where: arguments.has) {
        throw Failure(
          .usage, "unexpected option", at: option.spelling,
          why: "it applies to live events only", hint: "add \(Option.live.spelling)")
      }
      return nil
    }
    join = try arguments.duration(.join)
    writtenJoin = arguments.value(.join)
    event.delay = try arguments.duration(.liveDelay) ?? .zero
    window = try arguments.length(.liveWindow)
    holdBack = try arguments.length(.liveHoldBack)
    for text in arguments.values(.liveLate) {
      let (place, delay) = try arguments.pair(text, .liveLate, "write 75+2s")
      guard let segment = Int(place), segment >= 0 else {
        throw Failure(
          badValue: text, of: .liveLate, why: "'\(place)' is not the number of a segment",
          hint: "write 75+2s")
      }
      event.lateness[segment] = delay
    }
    for text in arguments.values(.liveStale) {
      let (place, length) = try arguments.pair(text, .liveStale, "write 5:03+8s")
      let start = try arguments.parse(place, .liveStale) { text throws(GrammarError) in
        try WallTime(parsing: text)
      }
      event.staleTimes.append(start..<(start + length))
    }
    if let text = arguments.value(.liveClock) {
      let isBehind = text.first == "-" || text.first == "\u{2212}"
      let size = "+-\u{2212}".contains(text.first ?? " ") ? text.dropFirst() : text[...]
      let offset = try arguments.parse(size, .liveClock) { text throws(GrammarError) in
        try WallTime(parsing: text)
      }
      event.clockOffset = isBehind ? .zero - offset : offset
    }
  }

  /// The event as which `ladder` is played by `player`; `nil` on demand.
  func event(of ladder: Ladder, by player: LadderPlayer) throws(Failure) -> LiveEvent? {
    guard isAsked || ladder.recording != nil else { return nil }
    guard player.live[ladder.format] != nil else {
      let others = LadderPlayer.all.filter { $0.live[ladder.format] != nil }.map(\.name)
      throw Failure(
        badValue: player.name, of: .player,
        why: "how it plays live \(ladder.format == .hls ? "HLS" : "DASH") is not known",
        hint: "players of live events: \(others.wordList(or: false))")
    }
    var event = event
    let longest = ladder.lanes[0].levels[0].longestSegment
    if ladder.format == .hls, ladder.lanes.allSatisfy({ $0.hasPlaylists }) {
      event.addressing = .playlists
    } else if ladder.updates?.listsSegments == true {
      let period = ladder.updates?.minimumPeriod.flatMap { $0 > .zero ? $0 : nil } ?? longest
      event.addressing = .timeline(updatePeriod: WallTime(nanoseconds: period.nanoseconds))
    } else {
      event.addressing = .numbers
    }
    if let recording = ladder.recording {
      return try recorded(event, in: recording, of: ladder)
    }
    event.window = window ?? ladder.updates?.window ?? event.window
    event.holdBack = holdBack ?? ladder.updates?.suggestedDelay
    let length = WallTime(nanoseconds: ladder.duration.nanoseconds)
    event.join = join ?? WallTime(nanoseconds: length.nanoseconds / 2)
    guard event.join < length else {
      throw Failure(
        badValue: writtenJoin ?? "", of: .join,
        why: "the event is over after \(length.secondsText) s")
    }
    return event
  }
}

extension LivePlan {
  /// The event that was recorded, joined when its first playlists were in, or as much later as
  /// options say than recording began.
  private func recorded(
    _ event: LiveEvent, in recording: EventRecording, of ladder: Ladder
  ) throws(Failure) -> LiveEvent {
    if let option = decided.first {
      throw Failure(
        .usage, "unexpected option", at: option.spelling,
        why: "a recording has what was published when", hint: "leave it out")
    }
    var event = event
    event.delay = recording.delay
    event.window = recording.window(of: ladder)
    event.holdBack = holdBack ?? recording.holdBack
    let first = recording.lanes.joined().compactMap { $0.listings.first?.since }.max()
    event.join = join.map { recording.begin + $0 } ?? max(recording.begin, first ?? .zero)
    guard event.join < recording.end else {
      let length = (recording.end - recording.begin).secondsText(places: 1)
      throw Failure(
        badValue: writtenJoin ?? "", of: .join, why: "the recording is over after \(length) s")
    }
    return event
  }
}

extension ParsedArguments {
  /// `player`, which catches up with the edge of a live event if that is asked for.
  func catchingUp(
    _ player: LadderPlayer, _ format: Ladder.Format
  ) throws(Failure) -> LadderPlayer {
    guard has(.catchUp) else { return player }
    guard player.live[format]?.catchUpWay != nil else {
      throw Failure(
        badValue: player.name, of: .player, why: "it does not catch up by its playback rate",
        hint: "leave \(Option.catchUp.spelling) out")
    }
    var rate: PlaybackRate?
    if let text = value(.catchUp) {
      rate = try parse(text[...], .catchUp) { text throws(GrammarError) in
        try PlaybackRate(parsing: text)
      }
      guard let found = rate, found > .normal, found.thousandths <= 2000 else {
        throw Failure(
          badValue: text, of: .catchUp, why: "rates above 1 and up to 2 catch up",
          hint: "write \(Option.catchUp.spelling)=1.1")
      }
    }
    var player = player
    player.live = player.live.catchingUp(to: rate)
    return player
  }
}

extension ParsedArguments {
  /// `ladder` in the parts that are asked for.
  func inParts(_ ladder: Ladder, at location: String) throws(Failure) -> Ladder {
    guard let length = try length(.parts) else { return ladder }
    let isByNumber = ladder.format == .dash && ladder.updates?.listsSegments == false
    guard isByNumber || ladder.format == .hls && ladder.lanes.allSatisfy({ $0.hasPlaylists })
    else {
      throw Failure(
        badValue: value(.parts) ?? "", of: .parts,
        why: "HLS is published in parts, and DASH in chunks if a SegmentTemplate has a duration",
        hint: ladder.format == .dash ? "leave it out, or take the SegmentTimeline out" : nil)
    }
    let shortest = MediaTime.milliseconds(50)
    guard length >= shortest else {
      throw Failure(
        badValue: value(.parts) ?? "", of: .parts, why: "the minimum is \(shortest.secondsText) s")
    }
    let ends = FragmentEnds(ladder, beside: location)
    return ladder.inParts(of: length) { location.isWebURL ? [] : ends.offsets(in: $0, of: $1) }
  }
}

extension LadderLane {
  fileprivate var hasPlaylists: Bool { levels.allSatisfy { $0.playlist != nil } }
}

extension ParsedArguments {
  /// The length of media of `option`, which is not zero; `nil` without it.
  fileprivate func length(_ option: Option) throws(Failure) -> MediaTime? {
    guard let time = try duration(option) else { return nil }
    guard time > .zero else {
      throw Failure(badValue: value(option) ?? "", of: option, why: "it has no length")
    }
    return MediaTime(nanoseconds: time.nanoseconds)
  }

  /// What `text` has before its last plus, and the duration after it.
  fileprivate func pair(
    _ text: String, _ option: Option, _ hint: String
  ) throws(Failure) -> (Substring, WallTime) {
    guard let plus = text.lastIndex(of: "+"), plus > text.startIndex else {
      throw Failure(
        badValue: text, of: option, why: "a duration behind a plus is missing", hint: hint)
    }
    let length = try parse(text[text.index(after: plus)...], option) { text throws(GrammarError) in
      try WallTime(parsing: text)
    }
    guard length > .zero else {
      throw Failure(badValue: text, of: option, why: "the duration is zero", hint: hint)
    }
    return (text[..<plus], length)
  }
}
