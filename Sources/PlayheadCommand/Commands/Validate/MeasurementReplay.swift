import Foundation
import MediaReading
import PlayerValidation
import PlayheadKit

/// `playhead validate --replay`: holds predictions against measurements that were made before.
enum MeasurementReplay {
  static func run(
    _ path: String, _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) -> ExitCode {
    try refuseOthers(arguments)
    if let keys = arguments.value(.fit) {
      return try MeasurementFit.run(path, keys, arguments, context)
    }
    let required = try arguments.requiredAgreement()
    let files = try measurements(at: path)
    var media = MeasuredMedia(arguments, context)
    var reports: [ValidationReport] = []
    for (number, file) in files.enumerated() {
      try context.checkInterruption()
      context.whereabouts.enter(.validating(completed: number, total: files.count))
      let measurement = try measurement(in: file)
      if let ladder = measurement.ladder {
        reports.append(try report(on: measurement, of: ladder, arguments, context))
        continue
      }
      let presentation = try media.presentation(of: measurement, in: file)
      reports.append(
        ValidationReport(
          predicting: measurement, of: presentation, by: try arguments.policy(for: measurement)))
    }
    let table = AgreementTable(reports)
    let bytes =
      switch arguments.choice(.validationFormat) ?? ValidationFormat.text {
      case .text: table.text(style: arguments.textStyle(context))
      case .json: table.json()
      case .html: ValidationPage.bytes(of: table)
      }
    try context.deliver(bytes, to: arguments.value(.output))
    let holds = required.allSatisfy { table.hasAtLeast($0.percent, of: $0.quantity) }
    return holds ? .ok : .checkFailed
  }

  /// The prediction of a session of a ladder, which the measurement holds.
  private static func report(
    on measurement: PlayerMeasurement, of ladder: Ladder, _ arguments: ParsedArguments,
    _ context: Context
  ) throws(Failure) -> ValidationReport {
    var player = try arguments.ladderPlayer(measurement.player.ladderPlayer ?? .basic)
    if let catchUp = measurement.live?.catchUp {
      player.live = player.live.catchingUp(to: catchUp.maximum)
    }
    let rule = try LadderRule(parsing: arguments.value(.abr) ?? player.rule, arguments, context)
    let link = NetworkLink(following: measurement.profile)
    let scenario = LadderScenario(
      ladder, over: link, by: measurement.transport, player: player,
      rule: try rule.rule(for: ladder, over: link, by: player), chosenBy: rule.choice,
      options: SessionOptions(tickInterval: nil), live: measurement.live?.event)
    // What varies is held against what was watched of an event, which goes on.
    var watched = scenario
    if scenario.live != nil { watched.options.limit = measurement.limit }
    return ValidationReport(
      measurement, policy: player.name, predicting: try context.play(.ladder(scenario))
    ).beside(try arguments.spread(of: watched))
  }

  private static func refuseOthers(_ arguments: ParsedArguments) throws(Failure) {
    if let operand = arguments.operands.first {
      throw Failure(
        .usage, "unexpected operand", at: operand, why: "measurements name their media",
        hint: "leave it out")
    }
    let others =
      [Option.realPlayer, .playerProgram, .playerLibrary, .repetitions, .watchLimit, .tcp, .tls]
      + Option.shaping
      + [.network, .networkFormat]
    if let option = others.first(where: arguments.has) {
      throw Failure(
        contradicting: "\(option.spelling) and \(Option.replay.spelling)",
        why: "measurements say what was played in what, and over what")
    }
  }

  /// The measurements in the file or folder at `path`, in order.
  static func measurements(at path: String) throws(Failure) -> [String] {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Failure(.noInput, "cannot read measurements", at: path, why: "there is no such file")
    }
    guard isFolder.boolValue else { return [path] }
    let names: [String]
    do {
      names = try FileManager.default.subpathsOfDirectory(atPath: path)
    } catch {
      throw Failure(
        .noInput, "cannot read measurements", at: path, why: error.localizedDescription)
    }
    let files = names.filter { $0.hasSuffix(".json") }.sorted().map { "\(path)/\($0)" }
    guard !files.isEmpty else {
      throw Failure(
        .noInput, "no measurements", at: path, why: "it has no file whose name ends in .json")
    }
    return files
  }

  static func measurement(in path: String) throws(Failure) -> PlayerMeasurement {
    do {
      return try MeasurementReading.measurement(at: path)
    } catch {
      switch error {
      case .unreadable(let error): throw Failure(error, reading: "measurement")
      case .malformed(let path, let error): throw Failure(error, of: "measurement", in: path)
      }
    }
  }
}

/// The media of measurements, each read once.
struct MeasuredMedia {
  private let loading: MediaLoading
  private var media: [String: MediaDescription] = [:]

  init(_ arguments: ParsedArguments, _ context: Context) {
    var loading = MediaLoading(arguments: arguments, context: context)
    loading.decode = DecodeMode.none
    self.loading = loading
  }

  /// What was played in `measurement`, which `file` holds.
  mutating func presentation(
    of measurement: PlayerMeasurement, in file: String
  ) throws(Failure) -> Presentation {
    let path = measurement.media
    let description: MediaDescription
    if let known = media[path] {
      description = known
    } else {
      description = try loading.media(at: path, tracks: nil)
      media[path] = description
    }
    guard description.index.bytes == measurement.mediaBytes else {
      throw Failure(
        .badData, "media has changed", at: path,
        why: "it has \(description.index.bytes) bytes, and had \(measurement.mediaBytes) in \(file)"
      )
    }
    return description.presentation
  }
}

extension ParsedArguments {
  /// The policy to predict a measured player with.
  func policy(for measurement: PlayerMeasurement) throws(Failure) -> BufferingPolicy {
    try policy(before: measurement.player.policy(cores: measurement.cores))
  }

  /// The shares of `--require`, such as `stallCount=92,startup=100`.
  func requiredAgreement() throws(Failure) -> [(
    quantity: AgreementTable.Quantity, percent: Int
  )] {
    guard let text = value(.requiredAgreement) else { return [] }
    var required: [(quantity: AgreementTable.Quantity, percent: Int)] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, let quantity = AgreementTable.Quantity(rawValue: String(sides[0])),
        let percent = Int(sides[1]), (0...100).contains(percent)
      else {
        throw Failure(
          badValue: text, of: .requiredAgreement,
          why: "expected "
            + AgreementTable.Quantity.allCases.map(\.rawValue).wordList(or: true)
            + ", = and a percentage",
          hint: "write stallCount=92,startup=100,stallSeconds=96")
      }
      required.append((quantity, percent))
    }
    return required
  }
}
