import PlayheadModel

extension LivePlayback {
  /// RFC 8216, 6.3.3 and 6.3.4: three target durations from the end, at the start of a segment.
  ///
  /// DASH is alike, with the longest segment for the target duration.
  static let basic = LivePlayback(
    hls: LiveRules(.targetDurations(3)) {
      $0.edge = .listedEnd
      $0.joinsAtSegments = true
    },
    dash: LiveRules(.longestSegments(3)) {
      $0.edge = .clock
      $0.clock = .manifest
      $0.reload = period
    })

  /// hls.js: `targetLatency`, `liveSyncPosition` (`src/controller/latency-controller.ts`),
  /// `liveSyncDurationCount` (`src/config.ts`), `computeReloadInterval`
  /// (`src/utils/level-helper.ts`), `playlistLoaded`
  /// (`src/controller/base-playlist-controller.ts`), `synchronizeToLiveEdge`
  /// (`src/controller/stream-controller.ts`); `loadFragment`, which waits for `initPTS`, and
  /// `doTickIdle` (`src/controller/audio-stream-controller.ts`); `bufferCodecEventsTotal`
  /// (`src/controller/buffer-controller.ts`).
  static let hlsJS = LivePlayback(
    hls: LiveRules(.targetDurations(3)) {
      $0.audioAwaitsVideo = true
      $0.audioRunsAhead = true
      // `doFragPartsLoad`, `_handleFragmentLoadComplete` and `getNextPart`
      // (`src/controller/base-stream-controller.ts`), `seekToStartPos` after `FRAG_BUFFERED`
      // (`src/controller/stream-controller.ts`). Chromium needs four frames and 0.2 s of audio; the
      // time is measured.
      $0.partRuns = .init(startup: .milliseconds(160), startupCost: .milliseconds(15))
      // `doTickIdle` (`src/controller/stream-controller.ts`) turns to `nextLoadLevel` before it
      // looks for a segment; `getFragmentAtPosition`.
      $0.choosesAhead = true
      $0.leastDistance = .targetDurations(1)
      // `liveSyncOnStallIncrease`.
      $0.stallIncrease = .seconds(1)
      $0.catchUpWay = .hlsJS
      // `requestScheduled` (`src/controller/base-playlist-controller.ts`, `mergeDetails` of
      // `src/utils/level-helper.ts`).
      $0.reload = LiveReload {
        $0.followsShortSegments = 4
        $0.keepsSchedule = true
        // There is one loader for the playlists of levels (`src/loader/playlist-loader.ts`).
        $0.isDroppedBySwitch = true
      }
      // Measured: decoders are set up while the first audio comes.
      $0.startupCost = .milliseconds(50)
      // The medians of what was measured, as those below, with 4 ms for what the server collects
      // before it sends.
      $0.processing = ProcessingTimes(
        manifest: .milliseconds(12), playlist: .milliseconds(7), initialization: .milliseconds(7),
        segment: .milliseconds(8))
    })

  /// dash.js: `computeAndSetLiveDelay` (`src/streaming/controllers/PlaybackController.js`), four
  /// times `MPD@maxSegmentDuration`; `_getInitialStartTimeForDynamicStream`
  /// (`src/streaming/controllers/StreamController.js`); `getManifestUpdatePeriod`
  /// (`src/dash/models/DashManifestModel.js`), 1 s at least, from when an update is there
  /// (`src/streaming/ManifestUpdater.js`); `scheduling.defaultTimeout` (`src/core/Settings.js`);
  /// `_getAdjustedPresentationTime`
  /// (`src/streaming/controllers/PlaybackController.js`); `_onRepresentationSwitch`,
  /// as `@availabilityTimeComplete` is false.
  static let dashJS = LivePlayback(
    dash: LiveRules(.longestSegments(4)) {
      $0.catchesUpWithChunks = true
      $0.followsServiceDescription = true
      // `_onManifestUpdated` (`src/streaming/controllers/StreamController.js`) adds
      // `utcSynchronization.defaultTimingSource`; `_checkForDateHeader` of `TimeSyncController.js`
      // is the last resort.
      $0.clock = .own
      // `_onFragmentLoadingAbandoned` (`src/streaming/StreamProcessor.js`) does nothing while the
      // player seeks to where it starts.
      $0.skipsAbandonedStart = true
      $0.edge = .clock
      $0.reload = LiveReload {
        $0.halvesUnchanged = false
        $0.countsFromEnd = true
        // Measured: `STREAMS_COMPOSED` comes about then.
        $0.startsWithInitializations = true
        $0.leastWait = .seconds(1)
        // `_onManifestLoaded` (`src/streaming/ManifestUpdater.js`) starts no timer after an error.
        $0.failure = ReloadFailureRule(4, .constant(.milliseconds(500)), then: .never)
      }
      $0.edgePolling = .milliseconds(500)
      // `_scheduleNextRequest` (`src/streaming/controllers/ScheduleController.js`) checks the
      // quality before it asks for a segment, and `_noValidRequest` of
      // `src/streaming/StreamProcessor.js` has it look again.
      $0.asksAtEdge = true
      $0.behindWindow = .windowStart
      $0.catchUpWay = .dashJS
      $0.processing = ProcessingTimes(
        manifest: .milliseconds(40), playlist: .milliseconds(34), initialization: .milliseconds(8),
        segment: .milliseconds(8))
    })

  /// Shaka Player: `hls.liveSegmentsDelay`, `onUpdate_` (`lib/hls/hls_parser.js`), `setDelay` and
  /// `setUpdateTimer_` (`lib/dash/dash_parser.js`), `getLiveEdge_`, `getSeekRangeEnd`
  /// (`lib/media/presentation_timeline.js`), `updateIntervalSeconds`
  /// (`lib/media/streaming_engine.js`), `onPollWindow_` (`lib/media/playhead.js`).
  static let shaka = LivePlayback(
    hls: LiveRules(.lastSegments(3)) {
      $0.edge = .listedFirst
      $0.reload = retrying(after: .again(after: .milliseconds(100)))
      $0.edgePolling = .seconds(1)
      $0.behindWindow = .windowStart
      $0.catchUpWay = .shaka
    },
    // An MPD without a suggested delay has 1.5 of its `minBufferTime`, which is a segment at least
    // where packagers write it.
    dash: LiveRules(.longestSegments(2)) {
      $0.edge = .clockLessSegment
      // `parseUtcTiming_`; `serviceDescription` of `onTimeUpdate_` (`lib/player.js`).
      $0.clock = .manifest
      $0.catchesUpWithTarget = true
      $0.reload = retrying(after: .afterPeriod)
      $0.edgePolling = .seconds(1)
      $0.behindWindow = .windowStart
      $0.catchUpWay = .shaka
    })

  /// Media3: `getTargetLiveOffsetUs`, `getLiveWindowDefaultStartPositionUs`
  /// (`HlsMediaSource.java`), `processLoadedPlaylist` (`DefaultHlsPlaylistTracker.java`),
  /// `DEFAULT_FALLBACK_TARGET_LIVE_OFFSET_MS`, `MIN_LIVE_DEFAULT_START_POSITION_US` and
  /// `scheduleManifestRefresh` (`DashMediaSource.java`), `BehindLiveWindowException`;
  /// `updateLiveConfiguration` of both; `DEFAULT_PLAYLIST_STUCK_TARGET_DURATION_COEFFICIENT` and
  /// `PlaylistResetException`, which `HlsChunkSource.maybeThrowError` throws once renderers lack
  /// samples; `DEFAULT_STUCK_BUFFERING_DETECTION_TIMEOUT_MS` (`ExoPlayer.java`).
  static let media3 = LivePlayback(
    hls: LiveRules(.targetDurations(3)) {
      $0.edge = .listedEnd
      $0.joinsAtSegments = true
      $0.behindWindow = .fails
      $0.patience = .init(
        unchangedHalves: 7, refusesReset: true, wait: .seconds(600),
        playlistError: "PlaylistStuckException", waitError: "StuckPlayerException")
      $0.catchesUpWithTarget = true
      $0.catchUpWay = .media3
    },
    dash: LiveRules(.fixed(.seconds(30))) {
      $0.edge = .clock
      $0.windowMargin = .seconds(5)
      ($0.followsServiceDescription, $0.catchesUpWithTarget) = (true, true)
      // `processManifest` asks a server of NTP without `UTCTiming` (`loadNtpTimeOffset`).
      $0.clock = .own
      $0.reload = period
      $0.behindWindow = .fails
      $0.patience = .init(wait: .seconds(600), waitError: "StuckPlayerException")
      $0.catchUpWay = .media3
    })

  /// AVPlayer, as RFC 8216, 6.3.3 and 6.3.4 has it, and with the error that its log calls -12888:
  /// “Playlist File unchanged for longer than 1.5 * target duration”.
  ///
  /// That this ends playback once nothing is left to play is an assumption, and so is what it does
  /// behind the window.
  static let avPlayer = LivePlayback(
    hls: LiveRules(.targetDurations(3)) {
      $0.edge = .listedEnd
      $0.joinsAtSegments = true
      $0.patience = .init(
        unchangedHalves: 3, playlistError: "CoreMediaErrorDomain error -12888")
    })

  /// Reloads after each period, counted from the request, whatever it brought.
  private static let period = LiveReload { $0.halvesUnchanged = false }

  /// The same, with two attempts a second apart for one that cannot be had, for ever: `onUpdate_`
  /// of `lib/hls/hls_parser.js` and `lib/dash/dash_parser.js`.
  private static func retrying(after next: ReloadFailureRule.Next) -> LiveReload {
    var reload = period
    reload.failure = ReloadFailureRule(2, .constant(.seconds(1)), then: next)
    return reload
  }
}
