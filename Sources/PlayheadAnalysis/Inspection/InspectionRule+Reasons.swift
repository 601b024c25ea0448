extension InspectionRule {
  /// Why it matters, in a sentence or two.
  package var why: String {
    switch self {
    case .truncated:
      "The container announces samples, bytes or time that the file does not hold. Playback stops "
        + "early, or waits for what never comes."
    case .undecodableTrack:
      "No frame of the track decodes, so it is played without it or not at all."
    case .undecodableMedia:
      "Decoding fails or shows damaged frames. Viewers see blocks, a still, or hear a gap."
    case .notDecoded:
      "It is encrypted, or there is no decoder for it here. Its times and sizes are known; whether "
        + "its frames are intact is not."
    case .missingSegments: "Players show nothing for the time of the segment, or stop."
    case .truncatedSegments:
      "Parsers take the beginning of the next segment for the rest of it, and players end with an "
        + "error."
    case .timestampsRestart:
      "Files joined end to end show two frames at one time. Players skip, stall, or stop."
    case .timestampsJump: "No frame is due for a while. Players wait in the hole, or skip it."
    case .framesOutOfOrder:
      "B frames without composition offsets. Players show frames as they are decoded, and pictures "
        + "go back and forth, or they drop frames."
    case .misstatedTimes:
      "Players show a wrong length, seek to wrong places, or begin where nothing is."
    case .shiftedSegments:
      "Players ask for a segment by its declared time and get media of another one: they show "
        + "nothing there, or leave it out as it lies outside of its period."
    case .segmentGaps: "Players stop at a gap that is wider than they tolerate."
    case .segmentOverlaps: "The same time is loaded twice."
    case .noSyncSample:
      "A player that begins or switches at the segment shows nothing until the next key frame."
    case .segmentDurations:
      "Players choose segments and reckon buffers by declared lengths, and load the wrong segment "
        + "or too late."
    case .targetDuration:
      "Players derive intervals and buffers from the target duration, and validators refuse it."
    case .syncInterval: "A seek shows a picture only from a key frame on."
    case .unalignedLevels: "At a switch, players load the same time twice, or leave some out."
    case .unmatchedDiscontinuities:
      "Players align levels by discontinuity sequence numbers, and show the wrong media, or none, "
        + "after a switch."
    case .targetDurationsDiffer:
      "Players derive the intervals of reloads from the target duration of the playlist that they "
        + "are at."
    case .playlistTypesDiffer: "Players take one playlist for live, and another for finished."
    case .missingTrack:
      "hls.js fills missing sound with silence; other players stall there, or jump over it."
    case .untimedAudio:
      "Players take it for what the playlist's times say, by which it drifts from video."
    case .presentationLength:
      "Players show a seek bar of the declared length: behind the last segment nothing plays, and "
        + "what a shorter length leaves out is never shown."
    case .indexAfterMedia:
      "Players need the index to find samples, and send further requests for it before they start, "
        + "or before they seek."
    case .fragmentsWithoutIndex:
      "Without a sidx that lists all fragments, players read them one after the other to seek."
    case .missingDuration:
      "Players cannot show the length, nor seek by position, before all is loaded."
    case .poorInterleaving:
      "A player has to load one track far ahead before it gets the other. Startup takes longer, "
        + "and a small buffer stalls."
    case .largeHeader:
      "Free space and metadata before the media are downloaded before the first frame, or take "
        + "another request to skip."
    case .largeIndex:
      "Players load the whole index before they start. In fragments, they load a short list of "
        + "these and then the index of one at a time."
    case .stuffing:
      "Null packets and free space among the media hold a constant rate in broadcasts. Over HTTP "
        + "they are downloaded for nothing."
    case .attachedPicture: "Cover art in the header is downloaded before the first frame."
    case .hiddenMedia:
      "An edit list hides media that is downloaded and decoded before the first frame is shown."
    case .unusedTracks:
      "Tracks that are multiplexed into the file are downloaded with it, played or not."
    case .tracksStartApart: "Players wait for both tracks, or begin with sound or pictures alone."
    case .tracksEndApart: "Playback ends in silence or with a still."
    case .declaredPeak:
      "Players choose levels by declared bit rates: too low ones stall, too high ones waste "
        + "quality."
    case .declaredAverage:
      "Players choose levels by declared bit rates: too low ones stall, too high ones waste "
        + "quality."
    case .declaredCodecs:
      "Players leave out levels that they could play, or choose some that they cannot."
    case .declaredResolution:
      "Players leave out levels for the screen or the decoder by what is declared."
    case .declaredFrameRate:
      "Players leave out levels for the screen or the decoder by what is declared."
    case .bitRatePeak:
      "A peak drains the buffer on a link that carries the mean rate. Apple recommends at most 200 "
        + "% of the mean."
    case .keyframesFarApart:
      "A seek downloads and decodes everything from the key frame before its target. Apple "
        + "recommends a key frame every 2 s, YouTube at least every 4 s."
    case .keyframesIrregular:
      "Seeks cost much more at some places than at others, and segments cannot be of equal length."
    case .deepReordering: "Decoders have to hold more frames before they can show the first one."
    case .highFrameRate:
      "Above 60 fps, which is Apple's limit, many decoders drop frames, and each costs bits."
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
        + "low a one shows a poor picture."
    case .levelsClose: "A level that hardly differs costs storage and switches, and gains little."
    case .levelsFarApart:
      "Viewers whose link is between the levels see a worse picture than it could carry."
    case .duplicateVariants: "A player that fails on a variant tries the same again."
    case .lanesEndApart: "What one of them has longer is never played."
    case .missingCodecs: "Players have to load a segment to learn whether they can play the level."
    case .missingResolution:
      "Players cannot leave out levels that are too large for the screen or the decoder."
    case .missingFrameRate:
      "Players cannot leave out levels that are too large for the screen or the decoder."
    case .missingAverage: "Players that reckon by averages take the peak instead."
    case .missingLanguage: "Players cannot choose the viewer's language."
    case .missingIFramePlaylists: "Apple's players show no pictures while the viewer scrubs."
    case .missingIndependentSegments:
      "Players that cannot rely on it load more before they show a picture after a switch."
    }
  }

  /// Why a finding has no cost: of files a clause, of ladders a sentence; `nil` where findings have
  /// one, but for playback that does not end.
  package var withoutCost: String? {
    switch self {
    case .truncated:
      "the container does not state how much is missing"
    case .timestampsJump, .framesOutOfOrder, .misstatedTimes:
      "what it costs depends on what a player makes of it"
    case .segmentOverlaps:
      "It costs no wait: the later segment replaces the end of the one before."
    case .noSyncSample:
      "It costs no wait: the picture is missing until the next key frame."
    case .targetDuration:
      "It costs no wait: players need the target duration only to reload live playlists."
    case .syncInterval:
      "It costs no wait here: players switch at the starts of segments."
    case .unmatchedDiscontinuities:
      "It costs no wait here: the players modelled align levels by the times of their segments."
    case .targetDurationsDiffer, .playlistTypesDiffer:
      "It costs no wait: it matters to live playlists."
    case .missingTrack:
      "It has no cost here: what the segments show is the media of the ladder."
    case .untimedAudio:
      "It costs no wait: the players modelled take the playlist's times."
    case .presentationLength:
      "It costs no wait: playback ends with the shorter of the two."
    case .missingDuration:
      "nobody waits longer; viewers lack the length, and seeks a position, until all is loaded"
    case .declaredCodecs, .missingCodecs:
      "It has no cost here: the players modelled take every codec for playable."
    case .declaredResolution, .declaredFrameRate, .missingResolution, .missingFrameRate:
      "It has no cost here: the players modelled choose by bit rate alone."
    case .highFrameRate:
      "nobody waits longer; decoders that are too slow leave frames out"
    case .lateSegments, .staleManifest, .publishJitter, .levelDrift, .dateDrift, .shortHoldBack,
      .dependentParts:
      "What it costs at the live edge, analyze shows."
    case .levelsClose:
      "It costs no wait: switches between such levels hardly show."
    case .levelsFarApart:
      "It costs picture quality, and no wait."
    case .duplicateVariants:
      "It costs no wait: it only matters once a variant fails."
    case .lanesEndApart:
      "It costs no wait: the presentation ends with the shorter one."
    case .missingLanguage:
      "It costs no wait: a language is chosen before."
    case .missingIFramePlaylists:
      "It costs no wait: I-frame playlists are for trick play."
    case .missingIndependentSegments:
      "It costs no wait here: the players modelled take segments as they are."
    default: nil
    }
  }
}
