/// What players do about departures, with where their sources say so: hls.js 1.6.15, Shaka Player
/// 5.2.7, Media3 1.11.0, dash.js 5.1.1, and Chromium's own player.
extension ManifestDeparture {
  /// What each player does, but for those of the other format and those whose source says nothing
  /// clear.
  package var treatments: [Treatment] {
    switch self {
    case .blankLineBeforeVariants:
      [
        Treatment("hls.js", .refuses, "m3u8-parser.ts:122"),
        Treatment("shaka", .takes, "manifest_text_parser.js:35"),
        Treatment("media3", .takes, "HlsPlaylistParser.java:385"),
        Treatment("chromium", .refuses, "media/formats/hls/playlist_common.cc"),
      ]
    case .blankLineBeforeMedia:
      [
        Treatment("hls.js", .takes, "m3u8-parser.ts:348"),
        Treatment("shaka", .takes, "manifest_text_parser.js:35"),
        Treatment("media3", .takes, "HlsPlaylistParser.java:385"),
        Treatment("chromium", .refuses, "media/formats/hls/playlist_common.cc"),
      ]
    case .duplicateAttribute:
      [
        Treatment("hls.js", .takes, "attr-list.ts:188"),
        Treatment("shaka", .misreads, "hls_classes.js:156"),
        Treatment("media3", .misreads, "HlsPlaylistParser.java:1754"),
        Treatment("chromium", .refuses, "media/formats/hls/items.h, AttributeMap::Fill"),
      ]
    case .unquotedText:
      [
        Treatment("hls.js", .takes, "attr-list.ts:7"),
        Treatment("shaka", .takes, "manifest_text_parser.js:313"),
        Treatment("media3", .ignores, "HlsPlaylistParser.java:162"),
        Treatment("chromium", .refuses, "media/formats/hls/types.cc, ParseQuotedString"),
      ]
    case .missingBandwidth:
      [
        Treatment("hls.js", .takes, "m3u8-parser.ts:137"),
        Treatment("shaka", .refuses, "hls_parser.js:1904"),
        Treatment("media3", .refuses, "HlsPlaylistParser.java:521"),
        Treatment("chromium", .refuses, "media/formats/hls/tags.cc, XStreamInfTag"),
      ]
    case .fractionalBandwidth:
      [
        Treatment("hls.js", .takes, "m3u8-parser.ts:137"),
        Treatment("shaka", .takes, "hls_parser.js:1904"),
        Treatment("media3", .takes, "HlsPlaylistParser.java:157"),
        Treatment("chromium", .refuses, "media/formats/hls/types.cc, ParseDecimalInteger"),
      ]
    case .quotedBandwidth:
      [
        Treatment("hls.js", .takes, "m3u8-parser.ts:137"),
        Treatment("shaka", .takes, "hls_parser.js:1904"),
        Treatment("media3", .refuses, "HlsPlaylistParser.java:157"),
      ]
    case .unreadableResolution:
      [
        Treatment("hls.js", .ignores, "attr-list.ts:6"),
        Treatment("shaka", .ignores, "hls_parser.js:1907"),
        Treatment("media3", .ignores, "HlsPlaylistParser.java:166"),
      ]
    case .variantWithoutURI:
      [
        Treatment("hls.js", .drops, "m3u8-parser.ts:48"),
        Treatment("media3", .misreads, "HlsPlaylistParser.java:607"),
        Treatment("shaka", .misreads, "manifest_text_parser.js:95"),
        Treatment(
          "chromium", .refuses,
          "media/formats/hls/parse_status.h, kXStreamInfTagNotFollowedByUri"),
      ]
    case .strayVariantURI:
      [
        Treatment("hls.js", .drops, "m3u8-parser.ts:48"),
        Treatment("shaka", .refuses, "manifest_text_parser.js:264"),
        Treatment("media3", .drops, "HlsPlaylistParser.java:518"),
        Treatment(
          "chromium", .refuses,
          "media/formats/hls/parse_status.h, kVariantMissingStreamInfTag"),
      ]
    case .segmentTagAmongVariants:
      [
        Treatment("hls.js", .misreads, "m3u8-parser.ts:52"),
        Treatment("shaka", .refuses, "manifest_text_parser.js:83"),
        Treatment("media3", .ignores, "HlsPlaylistParser.java:356"),
        Treatment(
          "chromium", .refuses,
          "media/formats/hls/parse_status.h, kMultivariantPlaylistHasMediaPlaylistTag"),
      ]
    case .variantTagAmongSegments:
      [
        Treatment("hls.js", .ignores, "m3u8-parser.ts:67"),
        Treatment("shaka", .ignores, "manifest_text_parser.js:35"),
        Treatment("media3", .ignores, "HlsPlaylistParser.java:915"),
        Treatment(
          "chromium", .refuses,
          "media/formats/hls/parse_status.h, kMediaPlaylistHasMultivariantPlaylistTag"),
      ]
    case .missingTargetDuration:
      [
        Treatment("hls.js", .refuses, "m3u8-parser.ts:716"),
        Treatment("shaka", .refuses, "hls_parser.js:3953"),
        Treatment("media3", .ignores, "HlsPlaylistParser.java:860"),
        Treatment(
          "chromium", .refuses,
          "media/formats/hls/media_playlist.cc, kMediaPlaylistMissingTargetDuration"),
      ]
    case .fractionalTargetDuration:
      [
        Treatment("hls.js", .takes, "m3u8-parser.ts:67"),
        Treatment("shaka", .takes, "hls_parser.js:3955"),
        Treatment("media3", .takes, "HlsPlaylistParser.java:178"),
        Treatment(
          "chromium", .refuses,
          "media/formats/hls/media_playlist_unittest.cc, XTargetDurationTag"),
      ]
    case .duplicateTargetDuration:
      [
        Treatment("hls.js", .refuses, "m3u8-parser.ts:490"),
        Treatment("shaka", .takes, "hls_parser.js:3953"),
        Treatment("media3", .takes, "HlsPlaylistParser.java:971"),
        Treatment(
          "chromium", .refuses,
          "media/formats/hls/media_playlist_unittest.cc, XTargetDurationTag"),
      ]
    case .emptyPlaylistType:
      [
        Treatment("hls.js", .ignores, "m3u8-parser.ts:65"),
        Treatment("shaka", .ignores, "hls_parser.js:3909"),
        Treatment("media3", .refuses, "HlsPlaylistParser.java:186"),
      ]
    case .unknownPlaylistType:
      [
        Treatment("hls.js", .ignores, "m3u8-parser.ts:453"),
        Treatment("shaka", .ignores, "hls_parser.js:3909"),
        Treatment("media3", .ignores, "HlsPlaylistParser.java:915"),
        Treatment("chromium", .refuses, "media/formats/hls/parse_status.h, kUnknownPlaylistType"),
      ]
    case .unreadableMediaSequence:
      [
        Treatment("hls.js", .ignores, "m3u8-parser.ts:67"),
        Treatment("shaka", .ignores, "hls_utils.js:69"),
        Treatment("media3", .refuses, "HlsPlaylistParser.java:199"),
        Treatment("chromium", .refuses, "media/formats/hls/types.cc, ParseDecimalInteger"),
      ]
    case .missingEndList:
      [
        Treatment("shaka", .takes, "hls_parser.js:3914"),
        Treatment("hls.js", .misreads, "m3u8-parser.ts:506"),
        Treatment("media3", .misreads, "DefaultHlsPlaylistTracker.java"),
      ]
    case .blanksAroundNumbers:
      [
        Treatment("hls.js", .takes, "m3u8-parser.ts:67"),
        Treatment("shaka", .takes, "hls_parser.js:3955"),
        Treatment("media3", .refuses, "HlsPlaylistParser.java:178"),
      ]
    case .segmentWithoutDuration:
      [
        Treatment("hls.js", .misreads, "m3u8-parser.ts:390"),
        Treatment("shaka", .refuses, "hls_parser.js:4218"),
        Treatment("media3", .misreads, "HlsPlaylistParser.java:1471"),
        Treatment(
          "chromium", .refuses,
          "media/formats/hls/media_playlist.cc, kMediaSegmentMissingInfTag"),
      ]
    case .unreadableDuration:
      [
        Treatment("hls.js", .misreads, "m3u8-parser.ts:56"),
        Treatment("media3", .refuses, "HlsPlaylistParser.java:201"),
      ]
    case .byteRangeWithoutOffset:
      [
        Treatment("hls.js", .takes, "fragment.ts:61"),
        Treatment("media3", .takes, "HlsPlaylistParser.java:884"),
        Treatment(
          "chromium", .refuses,
          "media/formats/hls/parse_status.h, kByteRangeRequiresOffset"),
      ]
    case .keyWithoutMethod:
      [
        Treatment("hls.js", .ignores, "m3u8-parser.ts, parseKey"),
        Treatment("shaka", .refuses, "hls_parser.js:3724"),
        Treatment("media3", .refuses, "HlsPlaylistParser.java:1050"),
      ]
    case .representationWithoutBandwidth:
      [
        Treatment("dash.js", .ignores, "DashManifestModel.js:586"),
        Treatment("shaka", .ignores, "dash_parser.js:2482"),
        Treatment("media3", .ignores, "DashManifestParser.java:765"),
      ]
    case .decimalInMPD:
      [
        Treatment("dash.js", .takes, "NumericMatcher.js:37"),
        Treatment("shaka", .takes, "tXml.js, parsePositiveInt"),
        Treatment("media3", .refuses, "DashManifestParser.java:2048"),
      ]
    case .emptySegment:
      [
        Treatment("dash.js", .drops, "TimelineSegmentsGetter.js:100"),
        Treatment("shaka", .drops, "mpd_utils.js:168"),
        Treatment("media3", .misreads, "DashManifestParser.java:1429"),
      ]
    case .emptyTimeline:
      [
        Treatment("dash.js", .refuses, "TimelineSegmentsGetter.js:180"),
        Treatment("shaka", .misreads, "streaming_engine.js:1692"),
        Treatment("media3", .misreads, "DefaultDashChunkSource.java:473"),
      ]
    }
  }

  /// The clause that it departs from: of RFC 8216bis, or of ISO/IEC 23009-1 for MPDs.
  package var clause: String {
    switch self {
    case .blankLineBeforeVariants: "RFC 8216bis, 4.1"
    case .blankLineBeforeMedia: "RFC 8216bis, 4.1"
    case .duplicateAttribute: "RFC 8216bis, 4.2"
    case .unquotedText: "RFC 8216bis, 4.2"
    case .missingBandwidth: "RFC 8216bis, 4.4.6.2"
    case .fractionalBandwidth: "RFC 8216bis, 4.4.6.2"
    case .quotedBandwidth: "RFC 8216bis, 4.4.6.2"
    case .unreadableResolution: "RFC 8216bis, 4.4.6.2"
    case .variantWithoutURI: "RFC 8216bis, 4.4.6.2"
    case .strayVariantURI: "RFC 8216bis, 4.4.6.2"
    case .segmentTagAmongVariants: "RFC 8216bis, 4.4"
    case .variantTagAmongSegments: "RFC 8216bis, 4.4"
    case .missingTargetDuration: "RFC 8216bis, 4.4.3.1"
    case .fractionalTargetDuration: "RFC 8216bis, 4.4.3.1"
    case .duplicateTargetDuration: "RFC 8216bis, 4.4.3.1"
    case .emptyPlaylistType: "RFC 8216bis, 4.4.3.5"
    case .unknownPlaylistType: "RFC 8216bis, 4.4.3.5"
    case .unreadableMediaSequence: "RFC 8216bis, 4.4.3.2"
    case .missingEndList: "RFC 8216bis, 4.4.3.4"
    case .blanksAroundNumbers: "RFC 8216bis, 4.2"
    case .segmentWithoutDuration: "RFC 8216bis, 4.4.4.1"
    case .unreadableDuration: "RFC 8216bis, 4.4.4.1"
    case .byteRangeWithoutOffset: "RFC 8216bis, 4.4.4.2"
    case .keyWithoutMethod: "RFC 8216bis, 4.4.4.4"
    case .representationWithoutBandwidth: "ISO/IEC 23009-1, 5.3.5.2"
    case .decimalInMPD: "ISO/IEC 23009-1, 5.2"
    case .emptySegment, .emptyTimeline: "ISO/IEC 23009-1, 5.3.9.6"
    }
  }
}
