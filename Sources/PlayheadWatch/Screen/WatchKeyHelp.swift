/// A key and what it does, for people.
package struct WatchKeyHelp: Hashable, Sendable {
  /// The keys.
  package let keys: String
  /// The keys without characters beyond ASCII.
  package let plainKeys: String
  /// What they do, in a word or two.
  package let short: String
  /// What they do, as a sentence without its full stop.
  package let help: String
  /// Whether the foot of the screen names them, where there is room.
  let isInFoot: Bool

  private init(
    _ keys: String, _ plainKeys: String? = nil, _ short: String, _ help: String,
    foot: Bool = false
  ) {
    (self.keys, self.plainKeys, self.short) = (keys, plainKeys ?? keys, short)
    (self.help, isInFoot) = (help, foot)
  }

  /// All keys.
  package static let all = [
    WatchKeyHelp("space", nil, "play, pause", "Play or pause", foot: true),
    WatchKeyHelp("←→", "left right", "seek 5 s", "Seek by 5 s", foot: true),
    WatchKeyHelp("↑↓", "up down", "seek 30 s", "Seek by 30 s"),
    WatchKeyHelp("0-9", nil, "tenths", "Seek to a tenth of the media"),
    WatchKeyHelp("< >", nil, "rate", "Play slower or faster", foot: true),
    WatchKeyHelp("[ ]", nil, "loop", "Set the points between which playback repeats", foot: true),
    WatchKeyHelp("n N", nil, "network", "Next or previous network", foot: true),
    WatchKeyHelp("p P", nil, "player", "Next or previous player", foot: true),
    WatchKeyHelp("a", nil, "rule", "Next rule of adaptation"),
    WatchKeyHelp("l", nil, "low data", "Low Data Mode on or off"),
    WatchKeyHelp(".", nil, "event", "Go to the next event, and hold time", foot: true),
    WatchKeyHelp("s", nil, "stall", "Go to the next stall, and hold time", foot: true),
    WatchKeyHelp("b", nil, "back", "Go back 5 s, and undo what you did since", foot: true),
    WatchKeyHelp("- +", nil, "speed", "Watch slower or faster"),
    WatchKeyHelp("h", nil, "hold time", "Hold time, or let it go on"),
    WatchKeyHelp("c", nil, "clock", "Large digits, or all again"),
    WatchKeyHelp("mouse", nil, "drag thumb", "Hold the thumb; the seek happens on release"),
    WatchKeyHelp("?", nil, "help", "Show or hide the keys", foot: true),
    WatchKeyHelp("q", nil, "quit", "Quit, and print the session's command", foot: true),
  ]
}
