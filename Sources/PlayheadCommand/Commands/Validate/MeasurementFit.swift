import MediaReading
import PlayerValidation
import PlayheadKit

/// `playhead validate --replay --fit`: proposes values of a policy by measurements that were made
/// before.
enum MeasurementFit {
  static func run(
    _ path: String, _ keys: String, _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) -> ExitCode {
    if arguments.has(.requiredAgreement) {
      throw Failure(
        contradicting: "\(Option.requiredAgreement.spelling) and \(Option.fit.spelling)",
        why: "values are proposed, not required")
    }
    let fields = try fields(keys)
    let files = try MeasurementReplay.measurements(at: path)
    var media = MeasuredMedia(arguments, context)
    var cases: [PolicyFit.Case] = []
    var name = ""
    for (number, file) in files.enumerated() {
      try context.checkInterruption()
      context.whereabouts.enter(.validating(completed: number, total: files.count))
      let measurement = try MeasurementReplay.measurement(in: file)
      guard measurement.ladder == nil else {
        throw Failure(
          .badData, "unsupported measurement", at: file,
          why: "it is of HLS or DASH, and values are fitted to sessions of media files",
          hint: "name a folder without measurements of ladders")
      }
      if let other = cases.first?.measurement.version, other != measurement.version {
        throw Failure(
          .badData, "measurements of several players", at: file,
          why: "it is of \(measurement.version), not of \(other)",
          hint: "name a folder with measurements of one player")
      }
      let policy = try arguments.policy(for: measurement)
      name = policy.name
      cases.append(
        PolicyFit.Case(
          file: file, measurement: measurement,
          presentation: try media.presentation(of: measurement, in: file),
          parameters: policy.parameters))
    }
    let interruption = context.interruption
    guard let proposal = PolicyFit(fields, to: cases).run({ interruption.isRequested })
    else { throw .interrupted }
    let bytes =
      switch arguments.choice(.validationFormat) ?? ValidationFormat.text {
      case .text: proposal.text(from: name, style: arguments.textStyle(context))
      case .json: proposal.json(from: name)
      case .html:
        throw Failure(
          contradicting: "\(Option.fit.spelling) and \(Option.format.spelling)=html",
          why: "values are proposed as text or JSON")
      }
    try context.deliver(bytes, to: arguments.value(.output))
    return .ok
  }

  /// The fields of `keys`, such as `startupBuffer,resume.cache`.
  private static func fields(_ keys: String) throws(Failure) -> [PolicyField] {
    var fields: [PolicyField] = []
    for key in keys.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      guard let field = PolicyField.allCases.first(where: { $0.key == key }) else {
        let near = key.nearest(in: PolicyField.allCases.map(\.key))
        throw Failure(
          badValue: keys, of: .fit, why: "unknown key “\(key)”",
          hint: near.map { "did you mean \($0)?" } ?? "write startupBuffer,resumeBuffer")
      }
      guard !fields.contains(field) else {
        throw Failure(badValue: keys, of: .fit, why: "“\(key)” is there twice")
      }
      fields.append(field)
    }
    return fields
  }
}
