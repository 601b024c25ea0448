public import PlayheadAnalysis
public import PlayheadFiles
public import PlayheadModel

/// What is inspected, and what findings are priced on.
public struct InspectionSetting: Sendable {
  /// The media.
  public var media: MediaDescription
  /// The link and the player of the prices.
  public var reference: InspectionReference
  /// The network as it was asked for; `nil` for the default link.
  public var network: GivenNetwork?
  /// The numbers of the tracks that were asked for; `nil` if none were.
  public var tracks: [Int]?
  /// How much was decoded.
  public var decoding: DecodeMode

  /// The inspection of `media` on `reference`.
  public init(
    _ media: MediaDescription, on reference: InspectionReference, network: GivenNetwork? = nil,
    tracks: [Int]? = nil, decoding: DecodeMode = .all
  ) {
    self.media = media
    self.reference = reference
    self.network = network
    self.tracks = tracks
    self.decoding = decoding
  }
}

/// Everything that a report on one inspected file is made from.
public struct InspectionReport: Sendable {
  /// What was inspected; its index has no samples.
  public let setting: InspectionSetting
  /// What was found.
  public let inspection: Inspection
  /// Where in the file its tracks lie.
  let strip: FileStrip

  /// The report for `setting`, whose media's index has its samples.
  public init(_ setting: InspectionSetting) {
    let media = setting.media
    inspection = Inspection(
      media.index, media.presentation, decoding: media.decoding, on: setting.reference)
    strip = FileStrip(media.index)
    var setting = setting
    // Of several files, one at a time is held with its samples.
    setting.media.index.samples = []
    setting.media.index.demuxerOrder = nil
    self.setting = setting
  }
}

/// A file that was to be inspected.
public typealias InspectedFile = Inspected<InspectionReport>
