import PlayheadKit

/// `playhead networks`: lists the built-in networks, or shows one of any kind.
enum Networks {
  static let command = Command(
    name: "networks",
    abstract: "List the network presets, or show any network",
    operands: [
      Command.Operand(
        placeholder: "NETWORK",
        help: "The network: a preset, a rate, intervals such as 10s@800k,5s@0,1.2M, or a file",
        kind: .suggestions(NetworkPreset.allNames, orFile: true), isOptional: true)
    ],
    options: [.networkFormat] + Option.shaping
      + [.networkOutputFormat, .durations, .output, .color, .ascii, .quiet, .verbose],
    examples: [
      Command.Example(words: "playhead networks", help: "All presets"),
      Command.Example(
        words:
          "playhead networks Fixtures/traces/commute.json --offset 30s --scale 50% --format csv",
        help: "A commute from 30 s on at half the rate, as CSV"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    try context.refuseOverwriting(arguments.operands, by: arguments.value(.output))
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
    switch arguments.choice(.networkOutputFormat) ?? NetworkFormat.text {
    case .json: return PresetJSON.bytes(NetworkPreset.all)
    case .text:
      let table = PresetTable(NetworkPreset.all, style: arguments.textStyle(context))
      return Array(table.text.utf8)
    case .sabre, .csv, .pensieve, .mahimahi:
      throw Failure(
        .usage, "missing operand", at: "NETWORK", why: "a trace holds one network",
        hint: "name it, as in 'playhead networks 3g'")
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
    let profile = try arguments.profile(of: arguments.givenNetwork(argument, text))
    let report = NetworkReport(profile: profile, preset: preset)
    let format = arguments.choice(.networkOutputFormat) ?? NetworkFormat.text
    return try context.text(
      of: report, by: format, style: arguments.textStyle(context), named: profile.name)
  }
}

extension Option {
  fileprivate static let networkOutputFormat = Option(
    "format", nil, .choice(of: NetworkFormat.self, placeholder: "NAME"), in: .output,
    help: "Output format: "
      + NetworkFormat.allCases.map(\.rawValue).joined(separator: ", "),
    brief: "text, json, or a trace format", default: "text")
}
