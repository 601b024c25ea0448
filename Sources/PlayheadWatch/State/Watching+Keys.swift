import PlayheadModel

/// What keys do.
extension Watching {
  /// A person does something at the terminal; returns what is to be done about it besides drawing.
  package mutating func handle(_ input: WatchInput) -> Effect? {
    switch input {
    case .resize(let size):
      self.size = size
      return nil
    case .mouse(let action, let column, let row):
      point(action, column, row)
      return nil
    case .key(let key): return press(key)
    }
  }

  private mutating func press(_ key: WatchKey) -> Effect? {
    switch key {
    case .character("q"): return .quit
    case .control("c"): return .interrupt
    case .control("z"): return .suspend
    case .control("l"): return .redraw
    case .character("?"): showsHelp.toggle()
    case .escape:
      showsHelp = false
      heldThumb = nil
    case .left: seek(by: .seconds(-5))
    case .right: seek(by: .seconds(5))
    case .down: seek(by: .seconds(-30))
    case .up: seek(by: .seconds(30))
    case .backspace:
      loop = LoopPoints()
      tell("loop points removed")
    case .character(let character): press(character)
    case .control, .enter: break
    }
    return nil
  }

  private mutating func press(_ character: Character) {
    switch character {
    case " ": playOrPause()
    case "<": changeRate(by: -1)
    case ">": changeRate(by: 1)
    case "-": changeSpeed(by: -1)
    case "+", "=": changeSpeed(by: 1)
    case "[": setLoopStart()
    case "]": setLoopEnd()
    case "n": choose(\.network, among: choices.networks, "network", by: 1)
    case "N": choose(\.network, among: choices.networks, "network", by: -1)
    case "p": choose(\.player, among: choices.players, "player", by: 1)
    case "P": choose(\.player, among: choices.players, "player", by: -1)
    case "a" where choices.rules.isEmpty: tell("rules of adaptation are for HLS and DASH")
    case "a": choose(\.rule, among: choices.rules, "rule", by: 1)
    case "l":
      var other = selection
      other.isLowData.toggle()
      if let refusal = replay(other, actions) { tell(refusal.reason) }
    case ".": step()
    case "s": stepToStall()
    case "b": goBack()
    case "h": isHeld.toggle()
    case "c": view = view == .clock ? .player : .clock
    case let digit where digit.isASCII && digit.isNumber:
      let tenths = Int64(digit.wholeNumberValue ?? 0)
      seek(to: MediaTime(nanoseconds: duration.nanoseconds / 10 * tenths))
    default: break
    }
  }

  private mutating func seek(by length: MediaTime) {
    seek(to: tick.mediaTime + length)
  }

  private mutating func playOrPause() {
    if isHeld, !isOver {
      isHeld = false
      return
    }
    guard tick.rate == .zero || tick.phase == .ended else { return act(.pause) }
    // As it played before.
    let rates = actions.filter { $0.wallTime <= now }.compactMap { action in
      if case .setRate(let rate) = action.kind, rate > .zero { rate } else { nil as PlaybackRate? }
    }
    guard let rate = rates.last, rate != .normal else { return act(.play) }
    act(.setRate(rate))
  }

  /// The rates of playback, in thousandths.
  private static let rates: [Int64] = [250, 500, 750, 1000, 1250, 1500, 1750, 2000, 3000, 4000]
  /// The speeds of watching, in thousandths.
  private static let speeds: [Int64] = [
    100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000,
  ]

  private mutating func changeRate(by step: Int) {
    let rate = tick.rate.thousandths
    guard rate > 0 else { return tell("paused: space plays") }
    guard let next = Self.neighbour(of: rate, in: Self.rates, step),
      let other = PlaybackRate(thousandths: next)
    else { return }
    act(.setRate(other))
  }

  private mutating func changeSpeed(by step: Int) {
    speed = Self.neighbour(of: speed, in: Self.speeds, step) ?? speed
  }

  private static func neighbour(of value: Int64, in values: [Int64], _ step: Int) -> Int64? {
    step > 0 ? values.first { $0 > value } : values.last { $0 < value }
  }

  private mutating func setLoopStart() {
    let time = tick.mediaTime
    loop.start = time
    if let end = loop.end, end <= time { loop.end = nil }
    tell("loop from \(time.clockText(places: 1)) s; ] sets its end")
  }

  /// The playhead is at the end of the loop, which begins again at once.
  private mutating func setLoopEnd() {
    let time = tick.mediaTime
    let start = loop.start ?? .zero
    guard time > start else { return tell("the end of a loop is behind its start") }
    loop = LoopPoints(start: start, end: time)
    seek(to: start)
    tell("loop from \(start.clockText(places: 1)) s to \(time.clockText(places: 1)) s")
  }

  /// Chooses the next of `names` that can be played.
  private mutating func choose(
    _ place: WritableKeyPath<WatchSelection, String?>, among names: [String], _ what: String,
    by step: Int
  ) {
    guard names.count > 1 else { return tell("there is no other \(what)") }
    let current = selection[keyPath: place]
    var number = current.flatMap { names.firstIndex(of: $0) } ?? (step > 0 ? -1 : 0)
    var refused: [String] = []
    for _ in names {
      number = (number + step + names.count) % names.count
      guard names[number] != current else { continue }
      var other = selection
      other[keyPath: place] = names[number]
      // A rule belongs to the player that it was chosen for.
      if place == \.player { other.rule = nil }
      guard let refusal = replay(other, actions) else {
        if !refused.isEmpty { tell("passed over \(refused.joined(separator: ", "))") }
        return
      }
      refused.append("\(names[number]): \(refusal.reason)")
    }
    tell(refused.first ?? "there is no other \(what)")
  }
}
