import MediaReading
import PlayheadKit

/// Inspects files as the options say.
struct Inspecting {
  private let arguments: ParsedArguments
  private let network: GivenNetwork?
  private let profile: BandwidthProfile?
  private let transport: Transport
  private let policy: BufferingPolicy
  private let tracks: [Int]?

  /// Checks the options that say something about files.
  init(_ arguments: ParsedArguments, _ context: Context) throws(Failure) {
    self.arguments = arguments
    if let error = arguments.operands.lazy.compactMap(MediaReadingError.init(misnamedManifest:))
      .first
    {
      throw Failure(error)
    }
    if let option = Option.ladder.first(where: arguments.has) {
      throw Failure(appliesToLadders: option)
    }
    network = try arguments.inspectionNetwork()
    profile = try network.map { network throws(Failure) in try arguments.profile(of: network) }
    transport = try arguments.transport()
    policy = try arguments.policy()
    tracks = try arguments.trackNumbers()
  }

  /// The report on the file at `location`, and the severity of its worst finding.
  func report(
    at location: String, in context: Context
  ) throws(Failure) -> (InspectionReport, worst: Severity?) {
    var loading = MediaLoading(arguments: arguments, context: context)
    loading.digestsIndex = arguments.choice(.inspectFormat, as: InspectionFormat.self) == .json
    let mode = arguments.choice(.inspectDecode) ?? (location.isWebURL ? .none : DecodeMode.all)
    let media = try loading.mediaWithSamples(
      at: location, tracks: tracks, decode: mode, notesDamage: false)
    let profile =
      self.profile
      ?? InspectionReference.defaultProfile(
        bytes: media.index.bytes, duration: media.presentation.duration)
    let report = InspectionReport(
      InspectionSetting(
        media,
        on: InspectionReference(
          link: NetworkLink(following: profile), by: transport, policy: policy),
        network: network, tracks: tracks,
        decoding: media.decoding == nil ? .none : mode.whereDecoded))
    return (report, report.inspection.worst)
  }
}
