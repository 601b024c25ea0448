import MediaReading
import PlayheadKit

/// The live event as which a ladder is played, as far as options say.
struct LivePlan {
  /// What they say.
  private(set) var setting = LiveSetting()
  private let writtenJoin: String?
  private let writtenSkip: String?
  /// Whether a ladder on demand is played as if live.
  private let isAsked: Bool
  /// The options that were given of those that a recording decides.
  private let decided: [Option]

  /// What a recording says.
  private static let ofRecordings: [Option] = [
    .liveDelay, .liveWindow, .liveLate, .liveStale, .parts, .skipUntil, .renditionReports,
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
    if isRecorded, let option = decided.first {
      throw Failure(
        .usage, "unexpected option", at: option.spelling,
        why: "a recording has what was published when", hint: "leave it out")
    }
    (writtenJoin, writtenSkip) = (arguments.value(.join), arguments.value(.skipUntil))
    setting.join = try arguments.duration(.join)
    setting.window = try arguments.length(.liveWindow)
    setting.holdBack = try arguments.length(.liveHoldBack)
    setting.event.delay = try arguments.duration(.liveDelay) ?? .zero
    setting.event.skipUntil = try arguments.length(.skipUntil)
    setting.event.reportsRenditions = arguments.has(.renditionReports)
    for text in arguments.values(.liveLate) {
      let (place, delay) = try arguments.pair(text, .liveLate, "write 75+2s")
      guard let segment = Int(place), segment >= 0 else {
        throw Failure(
          badValue: text, of: .liveLate, why: "'\(place)' is not the number of a segment",
          hint: "write 75+2s")
      }
      setting.event.lateness[segment] = delay
    }
    for text in arguments.values(.liveStale) {
      let (place, length) = try arguments.pair(text, .liveStale, "write 5:03+8s")
      let start = try arguments.parse(place, .liveStale) { text throws(GrammarError) in
        try WallTime(parsing: text)
      }
      setting.event.staleTimes.append(start..<(start + length))
    }
    if let text = arguments.value(.liveClock) {
      let isBehind = text.first == "-" || text.first == "\u{2212}"
      let size = "+-\u{2212}".contains(text.first ?? " ") ? text.dropFirst() : text[...]
      let offset = try arguments.parse(size, .liveClock) { text throws(GrammarError) in
        try WallTime(parsing: text)
      }
      setting.event.clockOffset = isBehind ? .zero - offset : offset
    }
  }

  /// The event as which `ladder` is played by `player`; `nil` on demand.
  func event(of ladder: Ladder, by player: LadderPlayer) throws(Failure) -> LiveEvent? {
    guard isAsked || ladder.recording != nil else { return nil }
    do throws(LiveSetting.Refusal) {
      return try setting.event(of: ladder, by: player)
    } catch {
      throw failure(error, player)
    }
  }

  private func failure(_ refusal: LiveSetting.Refusal, _ player: LadderPlayer) -> Failure {
    switch refusal {
    case .player:
      Failure(badValue: player.name, of: .player, why: refusal.words, hint: refusal.hint)
    case .isOver: Failure(badValue: writtenJoin ?? "", of: .join, why: refusal.words)
    case .hasNoPlaylists:
      Failure(
        .usage, "unexpected option",
        at: (writtenSkip == nil ? Option.renditionReports : .skipUntil).spelling,
        why: refusal.words, hint: "leave it out")
    case .skipsTooMuch: Failure(badValue: writtenSkip ?? "", of: .skipUntil, why: refusal.words)
    }
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
    var player = player
    player.live = player.live.catchingUp(to: try catchUpRate())
    return player
  }

  /// The highest rate of `--catch-up`; `nil` for each player's own.
  func catchUpRate() throws(Failure) -> PlaybackRate? {
    guard let text = value(.catchUp), !text.isEmpty else { return nil }
    let rate = try parse(text[...], .catchUp) { text throws(GrammarError) in
      try PlaybackRate(parsing: text)
    }
    guard rate > .normal, rate.thousandths <= 2000 else {
      throw Failure(
        badValue: text, of: .catchUp, why: "rates above 1 and up to 2 catch up",
        hint: "write \(Option.catchUp.spelling)=1.1")
    }
    return rate
  }
}

extension ParsedArguments {
  /// `ladder` in the parts that are asked for.
  func inParts(_ ladder: Ladder, at location: String) throws(Failure) -> Ladder {
    guard let length = try partLength() else { return ladder }
    let isByNumber = ladder.format == .dash && ladder.updates?.listsSegments == false
    guard isByNumber || ladder.format == .hls && ladder.lanes.allSatisfy({ $0.hasPlaylists })
    else {
      throw Failure(
        badValue: value(.parts) ?? "", of: .parts,
        why: "HLS is published in parts, and DASH in chunks if a SegmentTemplate has a duration",
        hint: ladder.format == .dash ? "leave it out, or take the SegmentTimeline out" : nil)
    }
    let ends = FragmentEnds(ladder, beside: location)
    return ladder.inParts(of: length) { location.isWebURL ? [] : ends.offsets(in: $0, of: $1) }
  }
}

extension LadderLane {
  fileprivate var hasPlaylists: Bool { levels.allSatisfy { $0.playlist != nil } }
}

extension ParsedArguments {
  /// The length of `--parts`; `nil` without it.
  func partLength() throws(Failure) -> MediaTime? {
    guard let length = try length(.parts) else { return nil }
    let shortest = MediaTime.milliseconds(50)
    guard length >= shortest else {
      throw Failure(
        badValue: value(.parts) ?? "", of: .parts, why: "the minimum is \(shortest.secondsText) s")
    }
    return length
  }

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
