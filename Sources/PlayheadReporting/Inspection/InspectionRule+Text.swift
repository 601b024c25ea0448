package import PlayheadAnalysis
import PlayheadModel

extension InspectionRule {
  /// What is wrong, in a few words.
  package var title: String {
    switch self {
    case .truncated: "Media is missing"
    case .undecodableTrack: "A track does not decode"
    case .undecodableMedia: "Frames are damaged"
    case .notDecoded: "A track is not decoded"
    case .timestampsRestart: "Timestamps restart"
    case .timestampsJump: "Timestamps jump"
    case .framesOutOfOrder: "Frames are shown in the wrong order"
    case .misstatedTimes: "A header states wrong times"
    case .indexAfterMedia: "The index lies after the media"
    case .fragmentsWithoutIndex: "No index lists the fragments"
    case .missingDuration: "The duration is missing"
    case .poorInterleaving: "Tracks are interleaved poorly"
    case .largeHeader: "Unused bytes before the media"
    case .largeIndex: "The index takes long to load"
    case .stuffing: "The file is padded"
    case .attachedPicture: "A large picture is loaded before the media"
    case .hiddenMedia: "Media is decoded and never shown"
    case .unusedTracks: "Tracks are downloaded and not played"
    case .tracksStartApart: "Tracks begin apart"
    case .tracksEndApart: "Tracks end apart"
    case .bitRatePeak: "The bit rate peaks far above its mean"
    case .keyframesFarApart: "Key frames are far apart"
    case .keyframesIrregular: "Key frames are irregular"
    case .deepReordering: "Many frames are reordered"
    case .highFrameRate: "The frame rate is very high"
    }
  }

  /// Why it matters, in a sentence or two.
  package var explanation: String {
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
    case .timestampsRestart:
      "Files joined end to end show two frames at one time. Players skip, stall, or stop."
    case .timestampsJump:
      "No frame is due for a while. Players wait in the hole, or skip it."
    case .framesOutOfOrder:
      "B frames without composition offsets. Players show frames as they are decoded, and pictures "
        + "go back and forth, or they drop frames."
    case .misstatedTimes:
      "Players show a wrong length, seek to wrong places, or begin where nothing is."
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
    case .tracksStartApart:
      "Players wait for both tracks, or begin with sound or pictures alone."
    case .tracksEndApart: "Playback ends in silence or with a still."
    case .bitRatePeak:
      "A peak drains the buffer on a link that carries the mean rate. Apple recommends at most 200 "
        + "% of the mean."
    case .keyframesFarApart:
      "A seek downloads and decodes everything from the key frame before its target. Apple "
        + "recommends a key frame every 2 s, YouTube at least every 4 s."
    case .keyframesIrregular:
      "Seeks cost much more at some places than at others, and segments cannot be of equal length."
    case .deepReordering:
      "Decoders have to hold more frames before they can show the first one."
    case .highFrameRate:
      "Above 60 fps, which is Apple's limit, many decoders drop frames, and each costs bits."
    }
  }

  /// The severity of most of its findings.
  package var usualSeverity: Severity {
    switch self {
    case .truncated, .undecodableTrack, .undecodableMedia: .error
    case .notDecoded, .tracksEndApart, .largeHeader, .largeIndex, .attachedPicture, .bitRatePeak,
      .keyframesFarApart,
      .keyframesIrregular, .deepReordering, .highFrameRate:
      .note
    case .timestampsRestart, .timestampsJump, .framesOutOfOrder, .misstatedTimes,
      .indexAfterMedia, .fragmentsWithoutIndex,
      .missingDuration, .poorInterleaving, .stuffing, .hiddenMedia, .unusedTracks,
      .tracksStartApart:
      .warning
    }
  }
}
