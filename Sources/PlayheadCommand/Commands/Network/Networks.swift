import PlayheadKit

/// How to write a network, as `--format` of `playhead networks` says it.
///
/// Trace formats that can be written belong here too, under their own names.
enum NetworkOutputFormat: String, CaseIterable, Sendable {
  /// For people.
  case text
  /// For programs.
  case json
}

/// `playhead networks`: lists the networks that are built in, or shows one of any kind.
enum Networks {
  static let command = Command(
    name: "networks",
    abstract: "List the networks that are built in, or show one network of any kind",
    operands: [
      Command.Operand(
        placeholder: "NETWORK",
        help: "What to show: a preset, a rate, parts such as 10s@800k,5s@0,1.2M, or a file",
        kind: .file, isOptional: true)
    ],
    options: [.networkFormat] + Option.shaping + [.networkOutputFormat, .output, .color, .ascii, .quiet, .verbose],
    examples: [
      Command.Example(words: "playhead networks", help: "All networks that are built in"),
      Command.Example(
        words: "playhead networks drive.json --offset 30s --scale 50%",
        help: "The second half minute of a drive and all after it, half as fast"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    let bytes =
      if let text = arguments.operands.first {
        try show(text, arguments, context)
      } else {
        try list(arguments, context)
      }
    try context.deliver(bytes, to: arguments.value(.output))
    return .ok
  }

  private static func list(
    _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) -> [UInt8] {
    if let option = Option.shaping.first(where: arguments.has) {
      throw Failure(
        .usage, "missing operand", at: "NETWORK", why: "\(option.spelling) changes one network",
        hint: "name it, as in 'playhead networks 3g \(option.spelling)'")
    }
    return switch arguments.choice(.networkOutputFormat) ?? NetworkOutputFormat.text {
    case .json: PresetJSON.bytes(NetworkPreset.all)
    case .text:
      Array(PresetTable(NetworkPreset.all, style: arguments.textStyle(context)).text.utf8)
    }
  }

  private static func show(
    _ text: String, _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) -> [UInt8] {
    let argument: NetworkArgument
    do {
      argument = try NetworkArgument(parsing: text)
    } catch {
      throw Failure(error, asNetwork: text)
    }
    let preset: NetworkPreset? = if case .preset(let preset) = argument { preset } else { nil }
    let report = NetworkReport(profile: try arguments.shaped(argument), preset: preset)
    return switch arguments.choice(.networkOutputFormat) ?? NetworkOutputFormat.text {
    case .json: NetworkJSON.bytes(report)
    case .text: Array(NetworkText.text(report, style: arguments.textStyle(context)).utf8)
    }
  }
}

extension Option {
  fileprivate static let networkOutputFormat = Option(
    "format", nil, .choice(of: NetworkOutputFormat.self), in: .output, help: "How to write it",
    default: "text")
}
