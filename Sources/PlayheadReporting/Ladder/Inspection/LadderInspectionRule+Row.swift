package import PlayheadAnalysis
import PlayheadLadder
import PlayheadModel

extension LadderInspectionRule: ExplainedRule {
  /// The limit of gaps, which each player has another of.
  private static var gapLimit: String {
    let players = LadderInspectionLimit.gapTolerances.map {
      "\($0.player.product) \($0.tolerance.text)"
    }
    return "gaps that players pass over, at most \(players.joined(separator: ", "))"
  }

  package var row: RuleRow {
    switch self {
    case .missingSegments:
      RuleRow(
        "Segments are missing", .error,
        why: "Players show nothing for the time of the segment, or stop.",
        limit: "all segments are there")
    case .truncatedSegments:
      RuleRow(
        "Segments are truncated", .error,
        why: "Parsers take the beginning of the next segment for the rest of it, and players end "
          + "with an error.",
        limit: "segments end where their last box does")
    case .shiftedSegments:
      RuleRow(
        "Segments lie elsewhere than declared", .warning,
        why: "Players ask for a segment by its declared time and get media of another one: they "
          + "show nothing there, or leave it out as it lies outside of its period.",
        limit: "the length of the segment",
        source: "ISO/IEC 23009-1, 7.2.1")
    case .segmentGaps:
      RuleRow(
        "Segments leave gaps", .warning,
        why: "Players stop at a gap that is wider than they tolerate.",
        limit: Self.gapLimit,
        source: "the players' source")
    case .segmentOverlaps:
      RuleRow(
        "Segments overlap", .note,
        why: "The same time is loaded twice.",
        limit: LadderInspectionLimit.durationError.text,
        source: "maxBufferHole of hls.js",
        withoutCost: "It costs no wait: the later segment replaces the end of the one before.")
    case .noSyncSample:
      RuleRow(
        "Segments do not begin with a key frame", .warning,
        why: "A player that begins or switches at the segment shows nothing until the next key "
          + "frame.",
        limit: "all segments of video begin with one",
        source: "Apple's HLS Authoring Specification",
        withoutCost: "It costs no wait: the picture is missing until the next key frame.")
    case .segmentDurations:
      RuleRow(
        "Segments are not as long as declared", .warning,
        why: "Players choose segments and reckon buffers by declared lengths, and load the wrong "
          + "segment or too late.",
        limit: "\(LadderInspectionLimit.durationError.text); half a segment in DASH",
        source: "maxBufferHole of hls.js; ISO/IEC 23009-1, 7.2.1")
    case .targetDuration:
      RuleRow(
        "Segments are longer than the target duration", .warning,
        why: "Players derive intervals and buffers from the target duration, and validators refuse "
          + "it.",
        limit: "the target duration, to the nearest second",
        source: "RFC 8216bis, 4.4.3.1",
        withoutCost: "It costs no wait: players need the target duration only to reload live "
          + "playlists.")
    case .syncInterval:
      RuleRow(
        "Key frames are far apart", .note,
        why: "A seek shows a picture only from a key frame on.",
        limit: LadderInspectionLimit.syncInterval.text,
        source: "Apple's HLS Authoring Specification",
        withoutCost: "It costs no wait here: players switch at the starts of segments.")
    case .unalignedLevels:
      RuleRow(
        "Levels are not aligned", .warning,
        why: "At a switch, players load the same time twice, or leave some out.",
        limit: LadderInspectionLimit.misalignment.text,
        source: "maxBufferHole of hls.js")
    case .unmatchedDiscontinuities:
      RuleRow(
        "Discontinuities do not correspond", .warning,
        why: "Players align levels by discontinuity sequence numbers, and show the wrong media, or "
          + "none, after a switch.",
        limit: "as many in all playlists, with the same sequence numbers, at the same media",
        source: "RFC 8216bis, 6.2.4",
        withoutCost: "It costs no wait here: the players modelled align levels by the times of "
          + "their segments.")
    case .targetDurationsDiffer:
      RuleRow(
        "Target durations differ", .note,
        why: "Players derive the intervals of reloads from the target duration of the playlist "
          + "that they are at.",
        limit: "one target duration for all media playlists",
        source: "RFC 8216bis, 6.2.4",
        withoutCost: "It costs no wait: it matters to live playlists.")
    case .playlistTypesDiffer:
      RuleRow(
        "Playlist types differ", .warning,
        why: "Players take one playlist for live, and another for finished.",
        limit: "one type for all media playlists",
        source: "RFC 8216bis, 6.2.4",
        withoutCost: "It costs no wait: it matters to live playlists.")
    case .missingTrack:
      RuleRow(
        "A track is missing from some segments", .warning,
        why: "hls.js fills missing sound with silence; other players stall there, or jump over it.",
        limit: "the same tracks in all segments of a level",
        source: "RFC 8216bis, 4.4.4.3",
        withoutCost: "It has no cost here: what the segments show is the media of the ladder.")
    case .untimedAudio:
      RuleRow(
        "Packed audio has no timestamps", .warning,
        why: "Players take it for what the playlist's times say, by which it drifts from video.",
        limit: "an ID3 tag with the timestamp before each segment",
        source: "RFC 8216, 3.4",
        withoutCost: "It costs no wait: the players modelled take the playlist's times.")
    case .presentationLength:
      RuleRow(
        "The presentation is not as long as declared", .warning,
        why: "Players show a seek bar of the declared length: behind the last segment nothing "
          + "plays, and what a shorter length leaves out is never shown.",
        limit: LadderInspectionLimit.endDistance.text,
        source: "ISO/IEC 23009-1, 5.3.1",
        withoutCost: "It costs no wait: playback ends with the shorter of the two.")
    case .declaredPeak:
      RuleRow(
        "The declared peak bit rate is wrong", .warning,
        why: "Players choose levels by declared bit rates: too low ones stall, too high ones waste "
          + "quality.",
        limit: "\(LadderInspectionLimit.ratePercentage) % of the declared rate; in DASH from the "
          + "average to the peak",
        source: "Apple's HLS Authoring Specification; ISO/IEC 23009-1")
    case .declaredAverage:
      RuleRow(
        "The declared average bit rate is wrong", .warning,
        why: "Players choose levels by declared bit rates: too low ones stall, too high ones waste "
          + "quality.",
        limit: "\(LadderInspectionLimit.ratePercentage) % of the declared rate",
        source: "Apple's HLS Authoring Specification")
    case .declaredCodecs:
      RuleRow(
        "The declared codecs are wrong", .warning,
        why: "Players leave out levels that they could play, or choose some that they cannot.",
        limit: "the codecs, profiles and levels of the media",
        source: "RFC 8216bis, 4.4.6.2; ISO/IEC 23009-1, 5.3.7",
        withoutCost: "It has no cost here: the players modelled take every codec for playable.")
    case .declaredResolution:
      RuleRow(
        "The declared resolution is wrong", .warning,
        why: "Players leave out levels for the screen or the decoder by what is declared.",
        limit: "the height of the pictures",
        source: "RFC 8216bis, 4.4.6.2; ISO/IEC 23009-1, 5.3.7",
        withoutCost: "It has no cost here: the players modelled choose by bit rate alone.")
    case .declaredFrameRate:
      RuleRow(
        "The declared frame rate is wrong", .warning,
        why: "Players leave out levels for the screen or the decoder by what is declared.",
        limit: "\(LadderInspectionLimit.frameRatePercentage) % from the measured rates",
        source: "RFC 8216bis, 4.4.6.2; ISO/IEC 23009-1, 5.3.7",
        withoutCost: "It has no cost here: the players modelled choose by bit rate alone.")
    case .bitRatePeak:
      RuleRow(
        "The bit rate peaks far above its average", .note,
        why: "A link that carries the average stalls at the peak.",
        limit: "\(LadderInspectionLimit.peakPercentage) % of the average",
        source: "Apple's HLS Authoring Specification")
    case .longSegments:
      RuleRow(
        "Segments are long", .note,
        why: "Playback starts once a whole segment is loaded, and adapts from one segment to the "
          + "next.",
        limit: LadderInspectionLimit.segmentDuration.text,
        source: "Apple's former recommendation, now 6 s")
    case .keyRotation:
      RuleRow(
        "Every segment has a key of its own", .note,
        why: "Each segment takes a request more, of a round trip.",
        limit: "a key for several segments")
    case .criticalLicence:
      RuleRow(
        "Nothing plays before the licence is there", .note,
        why: "The first frame waits for the licence server.",
        limit: "a first segment in the clear")
    case .lateSegments:
      RuleRow(
        "Segments come late", .warning,
        why: "Players at the edge stall until the segment is there.",
        limit: "each segment as soon as the usual one",
        source: "RFC 8216bis, 6.2.2",
        withoutCost: "What it costs at the live edge, analyze shows.")
    case .staleManifest:
      RuleRow(
        "The manifest is stale", .warning,
        why: "Players do not know what they could load, and stall.",
        limit: "each segment listed as it can be had",
        source: "RFC 8216bis, 6.2.2",
        withoutCost: "What it costs at the live edge, analyze shows.")
    case .publishJitter:
      RuleRow(
        "Segments are published unevenly", .note,
        why: "Players need as much more distance from the edge.",
        limit: "half a target duration",
        source: "RFC 8216bis, 6.2.2",
        withoutCost: "What it costs at the live edge, analyze shows.")
    case .levelDrift:
      RuleRow(
        "Levels are not in step", .warning,
        why: "A player that switches finds its next segment unlisted, or has to wait for it.",
        limit: "a target duration",
        source: "RFC 8216bis, 6.2.4",
        withoutCost: "What it costs at the live edge, analyze shows.")
    case .dateDrift:
      RuleRow(
        "Dates run away from the media", .warning,
        why: "Players that reckon their latency by dates drift from the edge, and levels apart.",
        limit: LadderInspectionLimit.dateDrift.text,
        source: "RFC 8216bis, 4.4.4.6",
        withoutCost: "What it costs at the live edge, analyze shows.")
    case .shortHoldBack:
      RuleRow(
        "The hold-back is short", .warning,
        why: "Players ask for segments that are not there yet, and stall.",
        limit: "three target durations",
        source: "RFC 8216bis, 4.4.3.8",
        withoutCost: "What it costs at the live edge, analyze shows.")
    case .dependentParts:
      RuleRow(
        "Parts cannot be decoded alone", .note,
        why: "Players join and switch at the start of segments only.",
        limit: "a part that can be decoded alone within each segment",
        source: "RFC 8216bis, 4.4.4.9",
        withoutCost: "What it costs at the live edge, analyze shows.")
    case .singleLevel:
      RuleRow(
        "There is one level only", .note,
        why: "On a slower link, players stall rather than switch down.",
        limit: "two levels",
        source: "Apple's HLS Authoring Specification")
    case .firstVariant:
      RuleRow(
        "The first variant is far from the link's rate", .note,
        why: "Players such as hls.js begin with the first variant: too high a one delays the "
          + "startup, too low a one shows a poor picture.",
        limit: "one level from the highest that the link carries",
        source: "the reference link")
    case .levelsClose:
      RuleRow(
        "Levels are close to each other", .note,
        why: "A level that hardly differs costs storage and switches, and gains little.",
        limit: "\(LadderInspectionLimit.levelPercentages.lowerBound) % of the level below",
        source: "around the 150 to 200 % of Apple's Technical Note 2224",
        withoutCost: "It costs no wait: switches between such levels hardly show.")
    case .levelsFarApart:
      RuleRow(
        "Levels are far apart", .note,
        why: "Viewers whose link is between the levels see a worse picture than it could carry.",
        limit: "\(LadderInspectionLimit.levelPercentages.upperBound) % of the level below",
        source: "around the 150 to 200 % of Apple's Technical Note 2224",
        withoutCost: "It costs picture quality, and no wait.")
    case .duplicateVariants:
      RuleRow(
        "Variants are listed twice", .note,
        why: "A player that fails on a variant tries the same again.",
        limit: "each variant once",
        withoutCost: "It costs no wait: it only matters once a variant fails.")
    case .lanesEndApart:
      RuleRow(
        "Audio and video end apart", .note,
        why: "What one of them has longer is never played.",
        limit: LadderInspectionLimit.endDistance.text,
        source: "as of tracks in files",
        withoutCost: "It costs no wait: the presentation ends with the shorter one.")
    case .missingCodecs:
      RuleRow(
        "Codecs are not declared", .note,
        why: "Players have to load a segment to learn whether they can play the level.",
        limit: "CODECS, in DASH @codecs, of every level",
        source: "Apple's HLS Authoring Specification; DASH-IF Interoperability Points",
        withoutCost: "It has no cost here: the players modelled take every codec for playable.")
    case .missingResolution:
      RuleRow(
        "The resolution is not declared", .note,
        why: "Players cannot leave out levels that are too large for the screen or the decoder.",
        limit: "RESOLUTION of every variant with video",
        source: "Apple's HLS Authoring Specification",
        withoutCost: "It has no cost here: the players modelled choose by bit rate alone.")
    case .missingFrameRate:
      RuleRow(
        "The frame rate is not declared", .note,
        why: "Players cannot leave out levels that are too large for the screen or the decoder.",
        limit: "FRAME-RATE of every variant with video",
        source: "Apple's HLS Authoring Specification",
        withoutCost: "It has no cost here: the players modelled choose by bit rate alone.")
    case .missingAverage:
      RuleRow(
        "The average bit rate is not declared", .note,
        why: "Players that reckon by averages take the peak instead.",
        limit: "AVERAGE-BANDWIDTH of every variant",
        source: "Apple's HLS Authoring Specification")
    case .missingLanguage:
      RuleRow(
        "Renditions have no language", .note,
        why: "Players cannot choose the viewer's language.",
        limit: "LANGUAGE of every EXT-X-MEDIA but those of video",
        source: "Apple's HLS Authoring Specification",
        withoutCost: "It costs no wait: a language is chosen before.")
    case .missingIFramePlaylists:
      RuleRow(
        "There are no I-frame playlists", .note,
        why: "Apple's players show no pictures while the viewer scrubs.",
        limit: "EXT-X-I-FRAME-STREAM-INF where there is video",
        source: "Apple's HLS Authoring Specification",
        withoutCost: "It costs no wait: I-frame playlists are for trick play.")
    case .missingIndependentSegments:
      RuleRow(
        "Segments are not declared independent", .note,
        why: "Players that cannot rely on it load more before they show a picture after a switch.",
        limit: "EXT-X-INDEPENDENT-SEGMENTS in the multivariant playlist or in all of video",
        source: "Apple's HLS Authoring Specification",
        withoutCost: "It costs no wait here: the players modelled take segments as they are.")
    }
  }
}
