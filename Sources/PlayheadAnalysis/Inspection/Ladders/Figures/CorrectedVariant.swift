package import PlayheadLadder
import PlayheadModel

/// The `EXT-X-STREAM-INF` of a variant with what was measured in place of what it declares.
package struct CorrectedVariant: Hashable, Sendable {
  /// The number of the level.
  package let level: Int
  /// The attributes in the order of the playlist, those that were missing behind them.
  package let attributes: [MultivariantListing.TagAttribute]

  /// The tag: `#EXT-X-STREAM-INF:BANDWIDTH=1280000,…`.
  package var tag: String {
    "#EXT-X-STREAM-INF:" + attributes.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
  }

  /// The rules whose findings a corrected tag mends.
  private static let rules: Set<InspectionRule> = [
    .declaredPeak, .declaredAverage, .declaredCodecs, .declaredResolution, .declaredFrameRate,
    .missingCodecs, .missingResolution, .missingFrameRate, .missingAverage,
  ]

  /// The corrected tags of the variants of `ladder`, in the order of its playlist; none if
  /// `findings` have nothing that they would mend.
  static func all(
    of ladder: Ladder, _ figures: [[LevelFigures]], mending findings: [LadderFinding]
  ) -> [CorrectedVariant] {
    guard ladder.hasVariants, let listing = ladder.listing,
      findings.contains(where: { $0.fault.lane == 0 && rules.contains($0.rule) })
    else { return [] }
    let levels = ladder.lanes[0].levels
    return levels.indices.sorted { levels[$0].manifestIndex < levels[$1].manifestIndex }
      .compactMap { number -> CorrectedVariant? in
        let place = levels[number].manifestIndex
        guard listing.variants.indices.contains(place) else { return nil }
        let faulty = findings.filter { finding in
          finding.fault.lane == 0 && finding.fault.faults.contains { $0.level == number }
        }
        let values = values(
          of: levels[number], figures[0][number], audio: ladder.audio(of: levels[number]),
          Set(faulty.map(\.rule)))
        var attributes = listing.variants[place]
        for (name, value) in values {
          if let place = attributes.firstIndex(where: { $0.name == name }) {
            attributes[place].value = value
          } else {
            attributes.append(MultivariantListing.TagAttribute(name, value))
          }
        }
        return CorrectedVariant(level: number, attributes: attributes)
      }
  }

  /// What was measured, by attribute; of codecs, sizes and frame rates only what is declared
  /// wrongly, or not at all.
  private static func values(
    of level: Level, _ figures: LevelFigures, audio: [MeasuredTrack],
    _ rules: Set<InspectionRule>
  ) -> [(String, String)] {
    var values: [(String, String)] = []
    if let peak = figures.peak { values.append(("BANDWIDTH", "\(peak.bitsPerSecond)")) }
    if let average = figures.average {
      values.append(("AVERAGE-BANDWIDTH", "\(average.bitsPerSecond)"))
    }
    let codecs = (level.tracks + audio).map(\.codec)
    if !rules.isDisjoint(with: [.declaredCodecs, .missingCodecs]), !codecs.isEmpty,
      !codecs.contains(nil)
    {
      let distinct = codecs.compactMap(\.self).reduce(into: [String]()) { all, codec in
        if !all.contains(codec) { all.append(codec) }
      }
      values.append(("CODECS", "\"\(distinct.joined(separator: ","))\""))
    }
    let video = level.tracks.first { $0.kind == .video }
    if !rules.isDisjoint(with: [.declaredResolution, .missingResolution]),
      let size = video?.dimensions
    {
      values.append(("RESOLUTION", "\(size.width)x\(size.height)"))
    }
    if !rules.isDisjoint(with: [.declaredFrameRate, .missingFrameRate]),
      let rate = video?.frameRateThousandths
    {
      values.append(("FRAME-RATE", decimalText(rate, places: 3, trimmed: false)))
    }
    return values
  }
}

extension Ladder {
  /// The tracks of the audio that plays with `level`; of several renditions, of the first.
  fileprivate func audio(of level: Level) -> [MeasuredTrack] {
    guard lanes.count > 1 else { return [] }
    return lanes[1].levels[level.audioLevel ?? 0].tracks
  }
}
