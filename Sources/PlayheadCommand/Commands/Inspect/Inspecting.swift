import MediaReading
import PlayheadKit

/// Inspects one file after the other as the options say.
struct Inspecting {
  let format: InspectionFormat
  private let arguments: ParsedArguments
  private let context: Context
  private let network: GivenNetwork?
  private let profile: BandwidthProfile?
  private let transport: Transport
  private let policy: BufferingPolicy
  private let tracks: [Int]?
  private let threshold: Severity?

  /// Checks the options: errors of the command line are reported before a long reading begins.
  init(_ arguments: ParsedArguments, _ context: Context) throws(Failure) {
    self.arguments = arguments
    self.context = context
    format = arguments.choice(.inspectFormat) ?? .text
    try arguments.checkDurations(isText: format == .text)
    network = try arguments.inspectionNetwork()
    profile = try network.map { network throws(Failure) in try arguments.profile(of: network) }
    transport = try arguments.transport()
    policy = try arguments.policy()
    tracks = try arguments.trackNumbers()
    threshold = arguments.choice(.failOn, as: FailureThreshold.self)?.severity
    try context.refuseOverwriting(
      arguments.operands + [arguments.value(.network), arguments.playerPath].compactMap(\.self),
      by: arguments.value(.output))
  }

  /// What came of the file at `operand`, and the exit code that it stands for.
  ///
  /// A file that cannot be read is reported, and the others are inspected all the same.
  func file(at operand: String) throws(Failure) -> (InspectedFile, ExitCode) {
    let location = operand == "-" ? "/dev/stdin" : operand
    let name = location.isWebURL ? ShownAddress(location).text : location
    do throws(Failure) {
      let report = try report(at: location)
      let isFailure = threshold.map { (report.inspection.worst ?? .note) >= $0 } ?? false
      let fails = isFailure && report.inspection.worst != nil
      return (InspectedFile(name: name, .report(report)), fails ? .checkFailed : .ok)
    } catch {
      // What stops one file because of the command, or the user, stops all of them.
      if error.isSilent || error.code == .usage || arguments.operands.count == 1 && format == .text
      {
        throw error
      }
      context.diagnostics.report(error)
      let reason = [error.what, error.why].compactMap(\.self).joined(separator: ": ")
      return (InspectedFile(name: name, .failure(reason)), error.code)
    }
  }

  private func report(at location: String) throws(Failure) -> InspectionReport {
    var loading = MediaLoading(arguments: arguments, context: context)
    loading.digestsIndex = format == .json
    let mode = arguments.choice(.inspectDecode) ?? (location.isWebURL ? .none : DecodeMode.all)
    let media = try loading.mediaWithSamples(
      at: location, tracks: tracks, decode: mode, notesDamage: false)
    let profile =
      self.profile
      ?? InspectionReference.defaultProfile(
        bytes: media.index.bytes, duration: media.presentation.duration)
    return InspectionReport(
      InspectionSetting(
        media,
        on: InspectionReference(link: Link(following: profile), by: transport, policy: policy),
        network: network, tracks: tracks,
        decoding: media.decoding == nil ? .none : mode.whereDecoded))
  }
}

extension ParsedArguments {
  /// The network of `--network`; `nil` without one, and then nothing may shape it.
  fileprivate func inspectionNetwork() throws(Failure) -> GivenNetwork? {
    guard !has(.network) else { return try givenNetwork() }
    let options: [Option] = [
      .networkFormat, .latency, .scale, .offset, .hold, .jitter, .loss, .seed,
    ]
    guard let option = options.first(where: has) else { return nil }
    throw Failure(needingNetworkFor: option)
  }
}
