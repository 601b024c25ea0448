import MediaReading
import POSIX

/// The entry point: parses the command line, runs the command and reports how it ended.
@main
enum Playhead {
  static func main() {
    StandardDescriptors.fill()
    if readsMedia { ProcessMemory.keepFreed() }
    // Before any other thread, as it is a copy of this process.
    let helper = readsMedia ? ReadingHelper.start() : nil
    Signals.ignoreFailedWrites()
    var context = Context(
      program: .playhead, terminal: .ofProcess(), output: StandardOutput(),
      diagnostics: Diagnostics(), interruption: Interruption(),
      cache: ReadingCache(environment: Terminal.environment(of: ["XDG_CACHE_HOME", "HOME"])))
    context.diagnostics.isUnicode = context.terminal.isUnicode
    context.cache?.unfinishedFiles = context.unfinishedFiles
    context.helper = helper
    Signals.watch(for: context)
    let code = run(Array(CommandLine.arguments.dropFirst()), context)
    helper?.stop()
    exit(code.rawValue)
  }

  /// Whether the command is one that reads media.
  private static var readsMedia: Bool {
    let isWanted = Terminal.environment(of: ["PLAYHEAD_IN_PROCESS"]).values.allSatisfy(\.isEmpty)
    return isWanted && Program.playhead.readsMedia(CommandLine.arguments.dropFirst())
  }

  /// Runs the command line `arguments`; failures are reported here and become an exit code.
  static func run(_ arguments: [String], _ context: Context) -> ExitCode {
    do {
      switch try context.program.parse(arguments) {
      case .help(let command):
        try Help.showBrief(command, context)
        return .ok
      case .version:
        try Version.show(context)
        return .ok
      case .command(let command, let parsed):
        var context = context
        context.diagnostics.level = level(parsed)
        return try command.run(parsed, context)
      }
    } catch {
      context.report(error)
      return error.code
    }
  }

  private static func level(_ arguments: ParsedArguments) -> Diagnostics.Level {
    if arguments.has(.quiet) { return .quiet }
    return arguments.has(.verbose) ? .verbose : .normal
  }
}
