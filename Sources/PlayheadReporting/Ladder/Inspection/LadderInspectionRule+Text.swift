package import PlayheadAnalysis
import PlayheadLadder
import PlayheadModel

extension LadderInspectionRule {
  /// What is wrong, in a few words.
  package var title: String {
    switch self {
    case .missingSegments: "Segments are missing"
    case .truncatedSegments: "Segments are truncated"
    case .shiftedSegments: "Segments lie elsewhere than declared"
    case .segmentGaps: "Segments leave gaps"
    case .segmentOverlaps: "Segments overlap"
    case .noSyncSample: "Segments do not begin with a key frame"
    case .segmentDurations: "Segments are not as long as declared"
    case .targetDuration: "Segments are longer than the target duration"
    case .unalignedLevels: "Levels are not aligned"
    case .declaredPeak: "The declared peak bit rate is wrong"
    case .declaredAverage: "The declared average bit rate is wrong"
    case .bitRatePeak: "The bit rate peaks far above its average"
    case .longSegments: "Segments are long"
    case .keyRotation: "Every segment has a key of its own"
    case .criticalLicence: "Nothing plays before the licence is there"
    case .lateSegments: "Segments come late"
    case .staleManifest: "The manifest is stale"
    case .publishJitter: "Segments are published unevenly"
    case .levelDrift: "Levels are not in step"
    case .dateDrift: "Dates run away from the media"
    case .shortHoldBack: "The hold-back is short"
    case .dependentParts: "Parts cannot be decoded alone"
    case .singleLevel: "There is one level only"
    case .firstVariant: "The first variant is far from the link's rate"
    case .levelsClose: "Levels are close to each other"
    case .levelsFarApart: "Levels are far apart"
    case .lanesEndApart: "Audio and video end apart"
    case .presentationLength: "The presentation is not as long as declared"
    case .untimedAudio: "Packed audio has no timestamps"
    case .missingTrack: "A track is missing from some segments"
    case .missingCodecs: "Codecs are not declared"
    case .missingResolution: "The resolution is not declared"
    case .missingFrameRate: "The frame rate is not declared"
    case .missingAverage: "The average bit rate is not declared"
    case .syncInterval: "Key frames are far apart"
    case .unmatchedDiscontinuities: "Discontinuities do not correspond"
    case .targetDurationsDiffer: "Target durations differ"
    case .playlistTypesDiffer: "Playlist types differ"
    case .declaredCodecs: "The declared codecs are wrong"
    case .declaredResolution: "The declared resolution is wrong"
    case .declaredFrameRate: "The declared frame rate is wrong"
    case .duplicateVariants: "Variants are listed twice"
    case .missingLanguage: "Renditions have no language"
    case .missingIFramePlaylists: "There are no I-frame playlists"
    case .missingIndependentSegments: "Segments are not declared independent"
    }
  }

  /// Why it matters, in a sentence or two.
  package var explanation: String {
    switch self {
    case .missingSegments: "Players show nothing for the time of the segment, or stop."
    case .truncatedSegments:
      "Parsers take the beginning of the next segment for the rest of it, and players end with an "
        + "error."
    case .shiftedSegments:
      "Players ask for a segment by its declared time and get media of another one: they show "
        + "nothing there, or leave it out as it lies outside of its period."
    case .segmentGaps: "Players stop at a gap that is wider than they tolerate."
    case .segmentOverlaps: "The same time is loaded twice."
    case .noSyncSample:
      "A player that begins or switches at the segment shows nothing until the next key frame."
    case .segmentDurations:
      "Players choose segments and reckon buffers by declared lengths, and load the wrong segment "
        + "or "
        + "too late."
    case .targetDuration:
      "Players derive intervals and buffers from the target duration, and validators refuse it."
    case .unalignedLevels: "At a switch, players load the same time twice, or leave some out."
    case .declaredPeak, .declaredAverage:
      "Players choose levels by declared bit rates: too low ones stall, too high ones waste "
        + "quality."
    case .bitRatePeak: "A link that carries the average stalls at the peak."
    case .longSegments:
      "Playback starts once a whole segment is loaded, and adapts from one segment to the next."
    case .keyRotation: "Each segment takes a request more, of a round trip."
    case .criticalLicence: "The first frame waits for the licence server."
    case .lateSegments: "Players at the edge stall until the segment is there."
    case .staleManifest: "Players do not know what they could load, and stall."
    case .publishJitter: "Players need as much more distance from the edge."
    case .levelDrift:
      "A player that switches finds its next segment unlisted, or has to wait for it."
    case .dateDrift:
      "Players that reckon their latency by dates drift from the edge, and levels apart."
    case .shortHoldBack: "Players ask for segments that are not there yet, and stall."
    case .dependentParts: "Players join and switch at the start of segments only."
    case .singleLevel: "On a slower link, players stall rather than switch down."
    case .firstVariant:
      "Players such as hls.js begin with the first variant: too high a one delays the startup, too "
        + "low "
        + "a one shows a poor picture."
    case .levelsClose: "A level that hardly differs costs storage and switches, and gains little."
    case .levelsFarApart:
      "Viewers whose link is between the levels see a worse picture than it could carry."
    case .lanesEndApart: "What one of them has longer is never played."
    case .missingTrack:
      "hls.js fills missing sound with silence; other players stall there, or jump over it."
    case .untimedAudio:
      "Players take it for what the playlist's times say, by which it drifts from video."
    case .presentationLength:
      "Players show a seek bar of the declared length: behind the last segment nothing plays, and "
        + "what a "
        + "shorter length leaves out is never shown."
    case .missingCodecs: "Players have to load a segment to learn whether they can play the level."
    case .missingResolution, .missingFrameRate:
      "Players cannot leave out levels that are too large for the screen or the decoder."
    case .missingAverage: "Players that reckon by averages take the peak instead."
    case .syncInterval: "A seek shows a picture only from a key frame on."
    case .unmatchedDiscontinuities:
      "Players align levels by discontinuity sequence numbers, and show the wrong media, or none, "
        + "after "
        + "a switch."
    case .targetDurationsDiffer:
      "Players derive the intervals of reloads from the target duration of the playlist that they "
        + "are at."
    case .playlistTypesDiffer: "Players take one playlist for live, and another for finished."
    case .declaredCodecs:
      "Players leave out levels that they could play, or choose some that they cannot."
    case .declaredResolution, .declaredFrameRate:
      "Players leave out levels for the screen or the decoder by what is declared."
    case .duplicateVariants: "A player that fails on a variant tries the same again."
    case .missingLanguage: "Players cannot choose the viewer's language."
    case .missingIFramePlaylists: "Apple's players show no pictures while the viewer scrubs."
    case .missingIndependentSegments:
      "Players that cannot rely on it load more before they show a picture after a switch."
    }
  }

  /// The limit, as a clause.
  var limit: String {
    let limits = LadderInspectionLimit.levelPercentages
    switch self {
    case .missingSegments: return "all segments are there"
    case .truncatedSegments: return "segments end where their last box does"
    case .shiftedSegments: return "the length of the segment"
    case .segmentGaps:
      let players = LadderInspectionLimit.gapTolerances.map {
        "\($0.player.product) \($0.tolerance.text)"
      }
      return "gaps that players pass over, at most \(players.joined(separator: ", "))"
    case .segmentOverlaps: return LadderInspectionLimit.durationError.text
    case .noSyncSample: return "all segments of video begin with one"
    case .segmentDurations:
      return "\(LadderInspectionLimit.durationError.text); half a segment in DASH"
    case .targetDuration: return "the target duration, to the nearest second"
    case .unalignedLevels: return LadderInspectionLimit.misalignment.text
    case .declaredPeak:
      return
        "\(LadderInspectionLimit.ratePercentage) % of the declared rate; in DASH from the average"
        + " to the peak"
    case .declaredAverage: return "\(LadderInspectionLimit.ratePercentage) % of the declared rate"
    case .bitRatePeak: return "\(LadderInspectionLimit.peakPercentage) % of the average"
    case .longSegments: return LadderInspectionLimit.segmentDuration.text
    case .keyRotation: return "a key for several segments"
    case .criticalLicence: return "a first segment in the clear"
    case .lateSegments: return "each segment as soon as the usual one"
    case .staleManifest: return "each segment listed as it can be had"
    case .publishJitter: return "half a target duration"
    case .levelDrift: return "a target duration"
    case .dateDrift: return LadderInspectionLimit.dateDrift.text
    case .shortHoldBack: return "three target durations"
    case .dependentParts: return "a part that can be decoded alone within each segment"
    case .singleLevel: return "two levels"
    case .firstVariant: return "one level from the highest that the link carries"
    case .levelsClose: return "\(limits.lowerBound) % of the level below"
    case .levelsFarApart: return "\(limits.upperBound) % of the level below"
    case .lanesEndApart, .presentationLength: return LadderInspectionLimit.endDistance.text
    case .missingTrack: return "the same tracks in all segments of a level"
    case .untimedAudio: return "an ID3 tag with the timestamp before each segment"
    case .missingCodecs: return "CODECS, in DASH @codecs, of every level"
    case .missingResolution: return "RESOLUTION of every variant with video"
    case .missingFrameRate: return "FRAME-RATE of every variant with video"
    case .missingAverage: return "AVERAGE-BANDWIDTH of every variant"
    case .syncInterval: return LadderInspectionLimit.syncInterval.text
    case .unmatchedDiscontinuities:
      return "as many in all playlists, with the same sequence numbers, at the same media"
    case .targetDurationsDiffer: return "one target duration for all media playlists"
    case .playlistTypesDiffer: return "one type for all media playlists"
    case .declaredCodecs: return "the codecs, profiles and levels of the media"
    case .declaredResolution: return "the height of the pictures"
    case .declaredFrameRate:
      return "\(LadderInspectionLimit.frameRatePercentage) % from the measured rates"
    case .duplicateVariants: return "each variant once"
    case .missingLanguage: return "LANGUAGE of every EXT-X-MEDIA but those of video"
    case .missingIFramePlaylists: return "EXT-X-I-FRAME-STREAM-INF where there is video"
    case .missingIndependentSegments:
      return "EXT-X-INDEPENDENT-SEGMENTS in the multivariant playlist or in all of video"
    }
  }

  /// Where the limit comes from; `nil` if it needs no source.
  var source: String? {
    switch self {
    case .missingSegments, .truncatedSegments, .duplicateVariants, .keyRotation, .criticalLicence:
      nil
    case .lateSegments, .staleManifest, .publishJitter: "RFC 8216bis, 6.2.2"
    case .levelDrift: "RFC 8216bis, 6.2.4"
    case .dateDrift: "RFC 8216bis, 4.4.4.6"
    case .shortHoldBack: "RFC 8216bis, 4.4.3.8"
    case .dependentParts: "RFC 8216bis, 4.4.4.9"
    case .shiftedSegments: "ISO/IEC 23009-1, 7.2.1"
    case .segmentGaps: "the players' source"
    case .segmentOverlaps, .unalignedLevels: "maxBufferHole of hls.js"
    case .segmentDurations: "maxBufferHole of hls.js; ISO/IEC 23009-1, 7.2.1"
    case .targetDuration: "RFC 8216bis, 4.4.3.1"
    case .declaredPeak: "Apple's HLS Authoring Specification; ISO/IEC 23009-1"
    case .unmatchedDiscontinuities, .targetDurationsDiffer, .playlistTypesDiffer:
      "RFC 8216bis, 6.2.4"
    case .declaredCodecs, .declaredResolution, .declaredFrameRate:
      "RFC 8216bis, 4.4.6.2; ISO/IEC 23009-1, 5.3.7"
    case .noSyncSample, .declaredAverage, .bitRatePeak, .singleLevel, .missingResolution,
      .missingFrameRate, .missingAverage, .syncInterval, .missingLanguage,
      .missingIFramePlaylists, .missingIndependentSegments:
      "Apple's HLS Authoring Specification"
    case .longSegments: "Apple's former recommendation, now 6 s"
    case .firstVariant: "the reference link"
    case .levelsClose, .levelsFarApart: "around the 150 to 200 % of Apple's Technical Note 2224"
    case .lanesEndApart: "as of tracks in files"
    case .presentationLength: "ISO/IEC 23009-1, 5.3.1"
    case .untimedAudio: "RFC 8216, 3.4"
    case .missingTrack: "RFC 8216bis, 4.4.4.3"
    case .missingCodecs: "Apple's HLS Authoring Specification; DASH-IF Interoperability Points"
    }
  }

  /// Why a finding has no cost, as a sentence.
  var reasonWithoutCost: String {
    switch self {
    case .noSyncSample: "It costs no wait: the picture is missing until the next key frame."
    case .segmentOverlaps: "It costs no wait: the later segment replaces the end of the one before."
    case .targetDuration:
      "It costs no wait: players need the target duration only to reload live playlists."
    case .lateSegments, .staleManifest, .publishJitter, .levelDrift, .dateDrift, .shortHoldBack,
      .dependentParts:
      "What it costs at the live edge, analyze shows."
    case .levelsClose: "It costs no wait: switches between such levels hardly show."
    case .levelsFarApart: "It costs picture quality, and no wait."
    case .lanesEndApart: "It costs no wait: the presentation ends with the shorter one."
    case .presentationLength: "It costs no wait: playback ends with the shorter of the two."
    case .missingTrack: "It has no cost here: what the segments show is the media of the ladder."
    case .untimedAudio: "It costs no wait: the players modelled take the playlist's times."
    case .missingCodecs: "It has no cost here: the players modelled take every codec for playable."
    case .syncInterval: "It costs no wait here: players switch at the starts of segments."
    case .unmatchedDiscontinuities:
      "It costs no wait here: the players modelled align levels by the times of their segments."
    case .targetDurationsDiffer, .playlistTypesDiffer:
      "It costs no wait: it matters to live playlists."
    case .declaredCodecs:
      "It has no cost here: the players modelled take every codec for playable."
    case .duplicateVariants: "It costs no wait: it only matters once a variant fails."
    case .missingLanguage: "It costs no wait: a language is chosen before."
    case .missingIFramePlaylists: "It costs no wait: I-frame playlists are for trick play."
    case .missingIndependentSegments:
      "It costs no wait here: the players modelled take segments as they are."
    case .declaredResolution, .declaredFrameRate, .missingResolution, .missingFrameRate:
      "It has no cost here: the players modelled choose by bit rate alone."
    case .missingSegments, .truncatedSegments, .shiftedSegments, .segmentGaps, .segmentDurations,
      .unalignedLevels,
      .declaredPeak, .declaredAverage, .bitRatePeak, .longSegments, .singleLevel, .firstVariant,
      .missingAverage, .keyRotation, .criticalLicence:
      "Its cost is unknown: playback on the reference link does not end without it either."
    }
  }

  /// The severity that most findings of the rule have.
  package var usualSeverity: Severity {
    switch self {
    case .missingSegments, .truncatedSegments: .error
    case .shiftedSegments, .segmentGaps, .noSyncSample, .segmentDurations, .targetDuration,
      .unalignedLevels,
      .declaredPeak, .declaredAverage, .unmatchedDiscontinuities, .playlistTypesDiffer,
      .declaredCodecs, .declaredResolution, .declaredFrameRate, .presentationLength, .untimedAudio,
      .missingTrack, .lateSegments, .staleManifest, .levelDrift, .dateDrift, .shortHoldBack:
      .warning
    case .segmentOverlaps, .bitRatePeak, .longSegments, .singleLevel, .firstVariant, .levelsClose,
      .levelsFarApart, .lanesEndApart, .missingCodecs, .missingResolution, .missingFrameRate,
      .missingAverage, .syncInterval, .targetDurationsDiffer, .duplicateVariants, .missingLanguage,
      .missingIFramePlaylists, .missingIndependentSegments, .keyRotation, .criticalLicence,
      .publishJitter, .dependentParts:
      .note
    }
  }
}
