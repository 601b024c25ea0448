import PlayheadAnalysis
import PlayheadLadder
import PlayheadModel

/// A finding about a ladder in words.
struct LadderFindingWords {
  let finding: LadderFinding
  let ladder: Ladder
  var durations = TextStyle.Durations.clock

  /// More levels than this are counted rather than listed.
  private static let maximumFaults = 3

  private var lane: LadderLane { ladder.lanes[finding.fault.lane] }

  private func text(_ time: MediaTime) -> String { durations.text(time, places: 3) }
  private func name(_ level: Int) -> String { "\(lane.prefix(ladder))level \(level)" }

  /// What was found, as sentences of their own.
  var sentence: String {
    let listed = finding.fault.faults.prefix(Self.maximumFaults).map(clause)
    let rest = finding.fault.faults.count - listed.count
    let more = rest > 0 ? ["and \(counted(rest, "more level"))"] : []
    return (listed + more).joined(separator: "; ").capitalizedFirst + "."
  }

  /// The limit and where it comes from.
  var limit: String {
    let row = finding.rule.row
    return "Limit: \(row.limit ?? "none")" + (row.source.map { " (\($0))." } ?? ".")
  }

  /// What it costs on the reference link, or why it has no cost.
  var price: String {
    switch finding.price {
    case .cost(let cost):
      "It \(PriceWords(cost, durations: durations).text)."
    case .endsOnlyWithout: "On the reference link, playback reaches its end only without it."
    case .endless:
      "Its cost is unknown: playback on the reference link does not end without it either."
    case .unknown:
      finding.rule.withoutCost
        ?? "Its cost is unknown: nothing says what the ladder would be without it."
    }
  }

  private func clause(_ fault: LevelFault) -> String {
    let level = name(fault.level)
    switch fault.evidence {
    case .rates(let rate, let other): return rates(fault, rate, other)
    case .times(let time, let other): return times(fault, time, other)
    case .counts(let count, let other): return counts(fault, count, other)
    case .texts(let text, let other): return texts(fault, text, other)
    case .damage(let why):
      let verb = finding.rule == .truncatedSegments ? "ends early" : "shows nothing"
      let first = "segment \(fault.segment ?? 0) of \(level) \(verb): \(why.printable)"
      return first + (fault.count > 1 ? ", the first of \(fault.count)" : "")
    case .presence: return presence(fault)
    }
  }

  private func counts(_ fault: LevelFault, _ count: Int, _ other: Int) -> String {
    let level = name(fault.level)
    switch finding.rule {
    case .unmatchedDiscontinuities:
      return "\(level) has \(count == 1 ? "1 discontinuity" : "\(count) discontinuities"), "
        + "\(firstLevel) has \(other)"
    case .dependentParts:
      return "none of \(counted(count, "part")) of \(level) can be decoded alone"
    case .keyRotation: return "\(level) has \(count) keys for \(counted(other, "segment"))"
    case .untimedAudio:
      return "\(count) of \(counted(other, "segment")) of \(level) begin without an ID3 timestamp"
    case .duplicateVariants:
      return "\(counted(count, "variant")) of the same playlist and renditions as another"
    default: return "\(level) has \(counted(count, "segment")), \(name(0)) has \(other)"
    }
  }

  private func texts(_ fault: LevelFault, _ text: String, _ other: String) -> String {
    let level = name(fault.level)
    let (text, other) = (text.printable, other.printable)
    switch finding.rule {
    case .unmatchedDiscontinuities:
      return
        "\(level) has the discontinuity sequence number \(text) where \(firstLevel) has \(other)"
    case .missingTrack:
      return "no \(text) in \(fault.count) of \(other) segments of \(level), first in segment "
        + "\(fault.segment ?? 0)"
    case .playlistTypesDiffer:
      return "\(level) has the playlist type \(text), \(firstLevel) has \(other)"
    case .missingLanguage: return "renditions without a LANGUAGE: \(text)"
    default:
      let what =
        switch finding.rule {
        case .declaredCodecs: "the codecs"
        case .declaredResolution: "a resolution of"
        default: "a frame rate of"
        }
      return "\(level) declares \(what) \(text), its media has \(other)"
    }
  }

  /// The level that playlists are compared with.
  private var firstLevel: String { "\(ladder.lanes[0].prefix(ladder))level 0" }

  private func rates(_ fault: LevelFault, _ rate: BitRate, _ other: BitRate) -> String {
    let level = name(fault.level)
    switch finding.rule {
    case .bitRatePeak:
      let share = Ratio(rate.bitsPerSecond, of: other.bitsPerSecond)?.percentText(places: 0)
      return "\(level) peaks at \(rate.rounded.text) in \(counted(fault.count, "segment")) from "
        + "segment \(fault.segment ?? 0) on, \(share ?? "far above") of its average of "
        + other.rounded.text
    case .firstVariant:
      return "the first variant is \(level), \(rate.text); the highest that the link carries has "
        + other.text
    case .levelsClose, .levelsFarApart:
      let share = Ratio(rate.bitsPerSecond, of: other.bitsPerSecond)?.percentText(places: 0)
      return
        "\(level), \(rate.text), has \(share ?? "much more") of the \(other.text) of the one below"
    default:
      let change = (Ratio(other.bitsPerSecond, of: rate.bitsPerSecond)?.millionths)
        .flatMap { $0 > Int64.min / 2 ? Ratio(millionths: ($0 - 1_000_000)) : nil }
      let sign = other < rate ? "-" : "+"
      let error = change.map {
        ", \(sign)\(Ratio(millionths: abs($0.millionths)).percentText(places: 1))"
      }
      let what = finding.rule == .declaredPeak ? "a peak" : "an average"
      return "\(level) declares \(what) of \(rate.text), measured is \(other.rounded.text)"
        + (error ?? "")
    }
  }

  private func times(_ fault: LevelFault, _ time: MediaTime, _ other: MediaTime) -> String {
    let level = name(fault.level)
    let segment = "segment \(fault.segment ?? 0) of \(level)"
    let many = fault.count > 1
    switch finding.rule {
    case .shiftedSegments:
      return "\(segment) is declared to end at \(text(time)); its samples end at \(text(other))"
        + (many ? ", the first of \(fault.count)" : "")
    case .segmentGaps:
      return "nothing is shown for \(text(time)) before \(segment)"
        + (many ? ", the widest of \(fault.count) gaps" : "")
    case .segmentOverlaps:
      return "\(segment) begins \(text(time)) before the end of the one before"
        + (many ? ", the most of \(fault.count)" : "")
    case .segmentDurations:
      return "\(segment) is declared \(text(time)) long and lasts \(text(other))"
        + (many ? ", the furthest off of \(fault.count)" : "")
    case .unalignedLevels:
      return "\(segment) begins at \(text(time)), that of \(name(0)) at \(text(other))"
        + (many ? ", the first of \(fault.count)" : "")
    case .lateSegments:
      return "\(segment) comes \(text(time)) late"
        + (many ? ", the latest of \(fault.count)" : "")
    case .staleManifest:
      return "\(segment) is there for \(text(time)) before the manifest lists it"
        + (many ? ", the longest of \(fault.count)" : "")
    case .publishJitter:
      return "\(level) lists segments up to \(text(time)) later than the soonest, "
        + "\(text(other)) are allowed"
    case .levelDrift:
      return "\(segment) is listed \(text(time)) before or after that of \(name(0))"
        + (many ? ", the farthest of \(fault.count)" : "")
    case .dateDrift:
      return "dates of \(level) run \(text(time)) away from the lengths of its segments"
    case .shortHoldBack:
      return "\(level) asks for a hold-back of \(text(time)), three target durations are "
        + "\(text(other))"
    case .syncInterval:
      return "\(level) has \(text(time)) from one key frame to the next"
    case .unmatchedDiscontinuities:
      return
        "\(level) has a discontinuity at \(text(time)) that \(firstLevel) has at \(text(other))"
    case .targetDurationsDiffer:
      return "\(level) has a target duration of \(text(time)), \(firstLevel) of \(text(other))"
    case .presentationLength:
      return "the MPD declares \(text(time)), its segments end at \(text(other))"
    case .lanesEndApart:
      return "audio ends at \(text(time)), video at \(text(other))"
    default:
      return "\(segment) is \(text(time)) long, \(text(other)) are allowed"
        + (many ? "; the longest of \(fault.count)" : "")
    }
  }

  private func presence(_ fault: LevelFault) -> String {
    let level = name(fault.level)
    return switch finding.rule {
    case .noSyncSample:
      "segment \(fault.segment ?? 0) of \(level) does not begin with a key frame"
        + (fault.count > 1 ? ", the first of \(fault.count)" : "")
    case .criticalLicence: "segment 0 of \(level) takes a licence"
    case .singleLevel: "there is one level, \(lane.levels[0].bitRate.text)"
    case .missingCodecs: "\(level) declares no codecs"
    case .missingResolution: "\(level) declares no RESOLUTION"
    case .missingFrameRate: "\(level) declares no FRAME-RATE"
    case .missingIFramePlaylists: "the multivariant playlist lists no I-frame playlists"
    case .missingIndependentSegments:
      "\(level) does not declare its segments independent, nor does the multivariant playlist"
    default: "\(level) declares no AVERAGE-BANDWIDTH"
    }
  }
}
