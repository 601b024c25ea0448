extension Program {
  /// All that `playhead` can do.
  static let playhead = Program(
    name: "playhead",
    version: "0.1.0",
    date: "2026-11-21",
    abstract: "Simulate exactly how a media file plays on a throttled network",
    commands: [
      Analyze.command, Check.command, Networks.command, Completions.command, Manual.command,
      Help.command,
    ],
    options: [.help, .version],
    environment: Term.environment,
    files: [
      Term(
        name: "$XDG_CACHE_HOME/playhead, ~/.cache/playhead",
        help: "What was read of media files, so that each is read once; it can be deleted")
    ],
    examples: [
      Command.Example(
        words: "playhead analyze Fixtures/clips/faststart.mp4 --network 800k",
        help: "When does it start, where does it stall?"),
      Command.Example(
        words: "playhead networks 3g", help: "What is a network called 3g like?"),
    ])
}

extension Program.Term {
  fileprivate static let environment = [
    Self(
      name: "NO_COLOR",
      help: "Unless it is empty, no colour without --color=always"),
    Self(
      name: "CLICOLOR_FORCE",
      help: "Unless it is empty or 0, colour even where results go into a pipe or a file"),
    Self(name: "TERM", help: "A terminal of kind dumb gets no colour"),
    Self(name: "COLUMNS", help: "The width of results that go to no terminal; 80 unless given"),
    Self(
      name: "LC_ALL, LC_CTYPE, LANG",
      help: "The first that is set says whether text is UTF-8; otherwise, and where it is Chinese, "
        + "Japanese or Korean, it is drawn in ASCII"),
    Self(
      name: "XDG_CACHE_HOME, HOME", help: "Where the cache is; without both, nothing is kept"),
    Self(
      name: "TMPDIR", help: "The folder for what comes from a URL or a pipe; /tmp unless given"),
    Self(
      name: "http_proxy, https_proxy, no_proxy", help: "The proxies that URLs are fetched through"),
    Self(
      name: "CI",
      help: "Unless it is empty, 0 or false, no baseline is written without --force"),
    Self(
      name: "GITHUB_STEP_SUMMARY",
      help: "The file that a report for GitHub adds its table to"),
  ]
}
