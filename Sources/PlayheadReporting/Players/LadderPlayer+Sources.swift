import PlayheadFiles
import PlayheadLadder

extension LadderPlayer {
  /// Where the value of a player of HLS and DASH is from.
  struct ValueSource {
    let evidence: PlayerPreset.Evidence
    let text: String

    init(_ evidence: PlayerPreset.Evidence, _ text: String) {
      self.evidence = evidence
      self.text = text
    }
  }

  /// What of the player has no part in a session here.
  var omissions: [String] {
    product == Self.avPlayer.product
      ? [
        "It was not measured: 'validate' takes the access log of a device.",
        "preferredPeakBitRate and preferredMaximumResolution are parameters of its rule: "
          + "--abr avplayer:2M,1280x720.",
        "canUseNetworkResourcesForLiveStreamingWhilePaused concerns live streams only.",
      ] : []
  }

  /// Where the value of `key` is from.
  func source(of key: String) -> ValueSource {
    if let source = Self.sources[product]?[key] { return source }
    if product == Self.avPlayer.product { return Self.assumed("Apple publishes nothing on it") }
    return product == Self.basic.product || product.hasPrefix("sabre")
      ? ValueSource(.documented, product == Self.basic.product ? "its definition" : "src/sabre.py")
      : ValueSource(.assumed, "nothing of the kind was found in its source")
  }

  private static func documented(_ text: String) -> ValueSource { ValueSource(.documented, text) }
  private static func assumed(_ text: String) -> ValueSource { ValueSource(.assumed, text) }
  private static func measured(_ text: String) -> ValueSource { ValueSource(.measured, text) }

  /// What is true of every player in a page of Chromium, by key.
  private static let inPages: [String: ValueSource] = [
    "startupBufferSeconds": documented(
      "HTML, media element: plays as soon as it has future data; Chromium's decoders: track rules"),
    "resumeBufferSeconds": documented(
      "HTML, media element: resumes as soon as it has future data; Chromium's decoders: track rules"
    ),
    "heldVideoSeconds": measured("Chromium: pictures in its decoder, at 25 frames a second"),
    "appliesEditLists": documented(
      "Chromium, media/formats/mp4/track_run_iterator.cc: only where the first edit begins is "
        + "read"),
    "appends": documented("Media Source Extensions, appendBuffer: whole segments are handed on"),
    "manifestProcessingSeconds": measured("median of the recorded sessions"),
    "playlistProcessingSeconds": measured("median of the recorded sessions"),
    "initializationProcessingSeconds": measured("median of the recorded sessions"),
    "segmentProcessingSeconds": measured("median of the recorded sessions"),
    "firstSegmentProcessingSeconds": measured("median of the recorded sessions"),
    "startupCostSeconds": measured("appending, decoders and audio device, in recorded sessions"),
  ]

  /// By product and key.
  private static let sources: [String: [String: ValueSource]] = [
    "hls.js": inPages.merging([
      "rule": documented("src/controller/abr-controller.ts"),
      "goalSeconds": documented("src/config.ts: maxBufferLength=30"),
      "goalBytes": documented("src/config.ts: maxBufferSize=60 MB"),
      "longestGoalSeconds": documented("src/config.ts: maxMaxBufferLength=600"),
      "resumption": documented("src/controller/stream-controller.ts: TICK_INTERVAL=100"),
      "loadsLanesInParallel": documented("src/controller/audio-stream-controller.ts"),
      "audioLeadSeconds": documented("src/controller/audio-stream-controller.ts"),
      "holdsAudioAhead": documented("src/controller/buffer-controller.ts: blockAudio"),
      "fillsTransportStreams": documented("src/remux/mp4-remuxer.ts: remuxVideo, remuxAudio"),
      "keepsPlaylists": documented("src/controller/level-controller.ts: details of a level"),
      "keepsInitializations": documented("src/loader/m3u8-parser.ts: an object for each EXT-X-MAP"),
      "replacement": documented("src/controller/fragment-finders.ts: maxFragLookUpTolerance"),
      "gapToleranceSeconds": documented("src/config.ts: maxBufferHole=0.1"),
      "gapJump": measured("src/controller/gap-controller.ts, _trySkipBufferHole: 0.01 to 0.07 s"),
      "missingSegments": documented(
        "src/controller/error-controller.ts; src/config.ts: fragLoadPolicy"),
      "unreadableSegments": measured("src/controller/error-controller.ts; retried at once"),
      "truncatedSegments": measured("the next fragment fails to append"),
      "segmentsMarkedAsGaps": measured(
        "src/controller/error-controller.ts; looked at again after 1 s"),
      "backBufferSeconds": documented("src/config.ts: backBufferLength=Infinity"),
    ]) { $1 },
    "dash.js": inPages.merging([
      "rule": documented("src/streaming/rules/abr/ABRRulesCollection.js"),
      "goalSeconds": documented("src/core/Settings.js: bufferTimeDefault=18"),
      "goalAtTopLevelSeconds": documented("src/core/Settings.js: bufferTimeAtTopQuality=30"),
      "goalAtTopLevelOfLongMediaSeconds": documented(
        "src/core/Settings.js: bufferTimeAtTopQualityLongForm=60, "
          + "longFormContentDurationThreshold=600"),
      "goalIncludesNextSegment": documented("src/streaming/controllers/ScheduleController.js"),
      "resumption": documented("src/core/Settings.js: scheduling.defaultTimeout=500"),
      "levelReportSeconds": documented(
        "src/streaming/controllers/BufferController.js: _onPlaybackProgression; Chromium, "
          + "html_media_element.cc: timeupdate every 250 ms"),
      "loadsLanesInParallel": documented(
        "src/streaming/StreamProcessor.js: one for each media type"),
      "audioGoalSeconds": documented(
        "src/streaming/controllers/ScheduleController.js: _getBufferTargetForAudio"),
      "adaptsAudio": documented("src/streaming/controllers/AbrController.js: each media type"),
      "readsNestedIndexes": documented(
        "src/dash/SegmentBaseLoader.js: _loadSegmentsRecursively asks for all that one refers to"),
      "keepsInitializations": documented(
        "src/streaming/utils/InitCache.js: a stream processor has its own"),
      "replacement": documented("src/streaming/StreamProcessor.js: _prepareForFastQualitySwitch"),
      "looksAfterSwitch": documented(
        "src/streaming/StreamProcessor.js: _prepareForFastQualitySwitch"),
      "gapToleranceSeconds": measured("holes that Chromium bridges"),
      "gapJump": documented(
        "src/streaming/controllers/GapController.js: threshold=0.3, every 100 ms"),
      "missingSegments": documented("src/core/Settings.js: retryAttempts, retryIntervals"),
      "unreadableSegments": measured("Chromium's parser waits for the rest, and nothing says so"),
      "truncatedSegments": measured("the next segment fails to append"),
      "backBufferSeconds": documented("src/core/Settings.js: bufferToKeep=20"),
    ]) { $1 },
    "shaka": inPages.merging([
      "rule": documented("lib/abr/simple_abr_manager.js, lib/abr/ewma_bandwidth_estimator.js"),
      "goalSeconds": documented("lib/util/player_configuration.js: bufferingGoal=10"),
      "resumption": documented("lib/util/player_configuration.js: updateIntervalSeconds"),
      "loadsLanesInParallel": documented("lib/media/streaming_engine.js: a state for each type"),
      "fetchesInitializationInParallel": documented("lib/media/streaming_engine.js"),
      "readsNestedIndexes": documented("lib/media/mp4_segment_index_parser.js: its error 3006"),
      "runAheadWaitSeconds": documented(
        "lib/media/streaming_engine.js, update_: MAX_RUN_AHEAD_SEGMENTS_=1, updateIntervalSeconds=1"
      ),
      "looksForCaptions": documented(
        "lib/hls/hls_parser.js: needsClosedCaptionsDetection_, getBasicInfoFromSegments_"),
      "asksForSessionKeys": documented(
        "lib/hls/hls_parser.js, createVariantsForTags_; lib/media/preload_manager.js, initializeDrm"
      ),
      "skipsToFirstMedia": documented(
        "lib/media/gap_jumping_controller.js, onPollGapJump_: a gap at the start"),
      "keepsPlaylists": documented(
        "lib/media/streaming_engine.js, switchInternal_: closeSegmentIndex"),
      "keepsInitializations": documented(
        "lib/media/streaming_engine.js, initSourceBuffer_: lastInitSegmentReference"),
      "gapToleranceSeconds": measured("holes that Chromium bridges"),
      "gapJump": documented(
        "lib/media/gap_jumping_controller.js: gapDetectionThreshold=0.5, every 0.25 s"),
      "missingSegments": documented(
        "lib/media/streaming_engine.js: handleStreamingError_; lib/net/backoff.js"),
      "unreadableSegments": documented("lib/media/streaming_engine.js: maxDisabledTime=30"),
      "truncatedSegments": measured("the next segment fails to append"),
      "segmentsMarkedAsGaps": documented("lib/media/streaming_engine.js: handleStreamingError_"),
      "backBufferSeconds": documented("lib/util/player_configuration.js: bufferBehind=30"),
    ]) { $1 },
    "media3": [
      "rule": documented("AdaptiveTrackSelection.java, DefaultBandwidthMeter.java"),
      "startupBufferSeconds": documented("DefaultLoadControl.java: bufferForPlaybackMs=1000"),
      "resumeBufferSeconds": documented(
        "DefaultLoadControl.java: bufferForPlaybackAfterRebufferMs=2000"),
      "goalSeconds": documented("DefaultLoadControl.java: maxBufferMs=50000"),
      "resumption": documented("DefaultLoadControl.java: minBufferMs=maxBufferMs"),
      "readsNestedIndexes": documented(
        "FragmentedMp4Extractor.java, parseSidx: Unhandled indirect reference"),
      "appends": documented("HlsMediaChunk.java, ContainerMediaChunk.java: samples as they come"),
      "missingSegments": documented(
        "DefaultLoadErrorHandlingPolicy.java: 3 retries, 60 s of exclusion"),
      "unreadableSegments": documented(
        "DefaultLoadErrorHandlingPolicy.java: a ParserException is fatal"),
      "truncatedSegments": documented("SampleDataQueue.java: EOFException; three more attempts"),
      "segmentsMarkedAsGaps": documented("HlsMediaChunk.java: load reads nothing of them"),
      "gapJump": documented("HlsMediaChunk.java: the clock follows the samples that are there"),
      "backBufferSeconds": documented("DefaultLoadControl.java: backBufferDurationMs=0"),
    ],
    "chromium": inPages.merging([
      "rule": documented("media/formats/hls/abr_algorithm.cc"),
      "goalSeconds": documented(
        "media/filters/hls_rendition_impl.cc; counted from what decoders have read: measured, 0.3 s"
      ),
      "resumption": documented("media/filters/hls_rendition_impl.cc"),
      "loadsLanesInParallel": documented("media/filters/hls_manifest_demuxer_engine.cc"),
      "looksAtAllLanes": documented("media/filters/hls_manifest_demuxer_engine.cc"),
      "fetchesInitializationInParallel": documented("media/filters/hls_rendition_impl.cc"),
      "keepsInitializations": documented("media/filters/hls_rendition_impl.cc"),
      "keepsPlaylists": documented("media/filters/hls_manifest_demuxer_engine.cc"),
      "opensLevelsAhead": documented("media/filters/hls_manifest_demuxer_engine.cc"),
      "probedBytes": documented("media/filters/hls_data_source_provider.cc: 32 KiB at first"),
      "startupSegments": measured("plays once the second look at all lanes is over"),
      "missingSegments": measured(
        "media/filters/hls_rendition_impl.cc, OnSegmentData: ends at once"),
      "unreadableSegments": measured("media/filters/hls_rendition_impl.cc: ends at once"),
      "truncatedSegments": measured("the next segment fails to append"),
      "segmentsMarkedAsGaps": measured("the first segment is looked into though it is marked"),
      "gapJump": measured("media is shown in sequence: gaps of 0.1 to 4 s take no time"),
    ]) { $1 },
    "avplayer-hls": [
      "rule": assumed(
        "first variant: AVPlayerItem.startsOnFirstEligibleVariant; then bandwidth decides, as "
          + "AVVariantPreferences says, within an assumed 0.8 of the throughput"),
      "startupBufferSeconds": assumed(
        "starts once isPlaybackLikelyToKeepUp; by which rule is not published"),
      "resumeBufferSeconds": assumed(
        "resumes once isPlaybackLikelyToKeepUp; by which rule is not published"),
      "goalSeconds": assumed(
        "preferredForwardBufferDuration is 0 by default: the player chooses; --max-buffer sets it"),
      "loadsLanesInParallel": assumed("RFC 8216bis leaves it to clients"),
      "audioLeadSeconds": assumed("sound is loaded with the video of its time"),
      "adaptsAudio": documented("RFC 8216bis, 4.4.6.2: a variant names its AUDIO group"),
      "appends": assumed("whole segments; nothing is published"),
      "appliesEditLists": documented("QuickTime File Format: edit lists"),
      "missingSegments": assumed(
        "AVPlayerItemErrorLog lists it; that another variant is tried is assumed"),
      "unreadableSegments": assumed("AVPlayerItem.status fails"),
      "segmentsMarkedAsGaps": documented("RFC 8216bis, 4.4.4.7: EXT-X-GAP is not loaded"),
      "backBufferSeconds": assumed("nothing is published"),
    ],
  ]
}
