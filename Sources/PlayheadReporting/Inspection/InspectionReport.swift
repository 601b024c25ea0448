package import PlayheadAnalysis
package import PlayheadFiles
package import PlayheadModel

/// What is inspected, and what findings are priced on.
package struct InspectionSetting: Sendable {
  /// The media.
  package var media: MediaDescription
  /// The link and the player of the prices.
  package var reference: InspectionReference
  /// The network as it was asked for; `nil` for the default link.
  package var network: GivenNetwork?
  /// The numbers of the tracks that were asked for; `nil` if none were.
  package var tracks: [Int]?
  /// How much was decoded.
  package var decoding: DecodeMode

  /// The inspection of `media` on `reference`.
  package init(
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
package struct InspectionReport: Sendable {
  /// What was inspected; its index has no samples.
  package let setting: InspectionSetting
  /// What was found.
  package let inspection: Inspection
  /// Where in the file its tracks lie.
  let strip: FileStrip

  /// The report for `setting`, whose media's index has its samples.
  package init(_ setting: InspectionSetting) {
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
package typealias InspectedFile = Inspected<InspectionReport>
