import PlayheadKit

extension Program {
  /// The commands and options of `playhead`.
  static let playhead = Program(
    name: "playhead",
    version: PlayheadVersion.text,
    date: "2026-11-21",
    abstract: "Simulate exactly how a media file plays on a throttled network",
    entries: [
      Entry("analyze", readsMedia: true, Analyze.command),
      Entry("compare", readsMedia: true, Compare.command),
      Entry("requirements", readsMedia: true, RequirementsCommand.command),
      Entry("inspect", readsMedia: true, Inspect.command),
      Entry("check", readsMedia: true, Check.command),
      Entry("worst", readsMedia: true, Worst.command),
      Entry("sweep", readsMedia: true, Sweep.command), Entry("results", Results.command),
      Entry("work", readsMedia: true, Work.command), Entry("merge", Merge.command),
      Entry("watch", readsMedia: true, Watch.command),
      Entry("record", Record.command),
      Entry("serve", readsMedia: true, Serve.command),
      Entry("validate", readsMedia: true, Validate.command), Entry("networks", Networks.command),
      Entry("players", Players.command), Entry("completions", Completions.command),
      Entry("manual", Manual.command), Entry("help", Help.command),
    ],
    options: [.help, .version],
    environment: Term.environment,
    files: [
      Term(
        name: "$XDG_CACHE_HOME/playhead, ~/.cache/playhead",
        help: "Cached indexes of media files and parts of URLs; can be deleted")
    ],
    examples: [
      Command.Example(
        words: "playhead analyze Fixtures/clips/faststart.mp4 --network 800k",
        help: "When does it start, where does it stall?")
    ])
}

extension Program.Term {
  fileprivate static let environment = [
    Self(
      name: "NO_COLOR",
      help: "If not empty, no colour without --color=always"),
    Self(
      name: "CLICOLOR_FORCE",
      help: "If neither empty nor 0, colour even in a pipe or file"),
    Self(name: "TERM", help: "No colour on a dumb terminal"),
    Self(name: "COLUMNS", help: "Width of results off a terminal; default 80"),
    Self(
      name: "LC_ALL, LC_CTYPE, LANG",
      help: "The locale: output is ASCII unless it is UTF-8 and not Chinese, "
        + "Japanese or Korean"),
    Self(
      name: "XDG_CACHE_HOME, HOME", help: "Location of the cache; without both, nothing is cached"),
    Self(
      name: "TMPDIR", help: "Folder for data from a URL or a pipe; default /tmp"),
    Self(
      name: "http_proxy, https_proxy, no_proxy",
      help: "Proxies for URLs, ignored with --no-private-hosts"),
    Self(
      name: "PLAYHEAD_IN_PROCESS",
      help: "If not empty, media is read without a sandbox, for debuggers and sanitizers"),
    Self(
      name: "CI",
      help: "If not empty, 0 or false, baselines are written only with --force"),
    Self(
      name: "GITHUB_STEP_SUMMARY",
      help: "File to which the GitHub report adds its table"),
  ]
}
