package import PlayheadAnalysis
import PlayheadModel

extension InspectionRule: ExplainedRule {
  package var row: RuleRow {
    switch self {
    case .truncated:
      RuleRow(
        "Media is missing", .error,
        why: "The container announces samples, bytes or time that the file does not hold. Playback "
          + "stops early, or waits for what never comes.")
    case .undecodableTrack:
      RuleRow(
        "A track does not decode", .error,
        why: "No frame of the track decodes, so it is played without it or not at all.")
    case .undecodableMedia:
      RuleRow(
        "Frames are damaged", .error,
        why: "Decoding fails or shows damaged frames. Viewers see blocks, a still, or hear a gap.")
    case .notDecoded:
      RuleRow(
        "A track is not decoded", .note,
        why: "It is encrypted, or there is no decoder for it here. Its times and sizes are known; "
          + "whether its frames are intact is not.")
    case .timestampsRestart:
      RuleRow(
        "Timestamps restart", .warning,
        why: "Files joined end to end show two frames at one time. Players skip, stall, or stop.")
    case .timestampsJump:
      RuleRow(
        "Timestamps jump", .warning,
        why: "No frame is due for a while. Players wait in the hole, or skip it.")
    case .framesOutOfOrder:
      RuleRow(
        "Frames are shown in the wrong order", .warning,
        why: "B frames without composition offsets. Players show frames as they are decoded, and "
          + "pictures go back and forth, or they drop frames.")
    case .misstatedTimes:
      RuleRow(
        "A header states wrong times", .warning,
        why: "Players show a wrong length, seek to wrong places, or begin where nothing is.")
    case .indexAfterMedia:
      RuleRow(
        "The index lies after the media", .warning,
        why: "Players need the index to find samples, and send further requests for it before they "
          + "start, or before they seek.")
    case .fragmentsWithoutIndex:
      RuleRow(
        "No index lists the fragments", .warning,
        why: "Without a sidx that lists all fragments, players read them one after the other to "
          + "seek.")
    case .missingDuration:
      RuleRow(
        "The duration is missing", .warning,
        why: "Players cannot show the length, nor seek by position, before all is loaded.")
    case .poorInterleaving:
      RuleRow(
        "Tracks are interleaved poorly", .warning,
        why: "A player has to load one track far ahead before it gets the other. Startup takes "
          + "longer, and a small buffer stalls.")
    case .largeHeader:
      RuleRow(
        "Unused bytes before the media", .note,
        why: "Free space and metadata before the media are downloaded before the first frame, or "
          + "take another request to skip.")
    case .largeIndex:
      RuleRow(
        "The index takes long to load", .note,
        why: "Players load the whole index before they start. In fragments, they load a short list "
          + "of these and then the index of one at a time.")
    case .stuffing:
      RuleRow(
        "The file is padded", .warning,
        why: "Null packets and free space among the media hold a constant rate in broadcasts. Over "
          + "HTTP they are downloaded for nothing.")
    case .attachedPicture:
      RuleRow(
        "A large picture is loaded before the media", .note,
        why: "Cover art in the header is downloaded before the first frame.")
    case .hiddenMedia:
      RuleRow(
        "Media is decoded and never shown", .warning,
        why: "An edit list hides media that is downloaded and decoded before the first frame is "
          + "shown.")
    case .unusedTracks:
      RuleRow(
        "Tracks are downloaded and not played", .warning,
        why: "Tracks that are multiplexed into the file are downloaded with it, played or not.")
    case .tracksStartApart:
      RuleRow(
        "Tracks begin apart", .warning,
        why: "Players wait for both tracks, or begin with sound or pictures alone.")
    case .tracksEndApart:
      RuleRow(
        "Tracks end apart", .note,
        why: "Playback ends in silence or with a still.")
    case .bitRatePeak:
      RuleRow(
        "The bit rate peaks far above its mean", .note,
        why: "A peak drains the buffer on a link that carries the mean rate. Apple recommends at "
          + "most 200 % of the mean.")
    case .keyframesFarApart:
      RuleRow(
        "Key frames are far apart", .note,
        why: "A seek downloads and decodes everything from the key frame before its target. Apple "
          + "recommends a key frame every 2 s, YouTube at least every 4 s.")
    case .keyframesIrregular:
      RuleRow(
        "Key frames are irregular", .note,
        why: "Seeks cost much more at some places than at others, and segments cannot be of equal "
          + "length.")
    case .deepReordering:
      RuleRow(
        "Many frames are reordered", .note,
        why: "Decoders have to hold more frames before they can show the first one.")
    case .highFrameRate:
      RuleRow(
        "The frame rate is very high", .note,
        why: "Above 60 fps, which is Apple's limit, many decoders drop frames, and each costs "
          + "bits.")
    }
  }
}
