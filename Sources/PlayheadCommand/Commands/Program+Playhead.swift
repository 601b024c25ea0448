extension Program {
  /// All that `playhead` can do.
  static let playhead = Program(
    name: "playhead",
    version: "0.1.0",
    abstract: "Simulate exactly how a media file plays on a throttled network",
    commands: [Analyze.command, Check.command, Networks.command, Help.command],
    options: [.help, .version],
    examples: [
      Command.Example(
        words: "playhead analyze movie.mp4 --network 4mbit",
        help: "When does it start, where does it stall?"),
      Command.Example(
        words: "playhead help analyze", help: "All options of analyze"),
    ])
}
