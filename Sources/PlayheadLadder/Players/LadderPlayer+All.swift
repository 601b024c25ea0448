import PlayheadModel

extension LadderPlayer {
  /// The built-in players, the default first.
  public static let all: [LadderPlayer] = [
    basic, hlsJS, dashJS, shaka, media3, chromiumHLS, avPlayer, sabreThroughput, sabreBOLA,
  ]

  /// The player called `name`; a name without its version is that of the player's only version.
  public static func named(_ name: String) -> LadderPlayer? {
    all.first { $0.name == name } ?? all.first { $0.product == name }
  }

  /// The name without its version.
  public var product: String {
    let parts = name.split(separator: "-")
    let words = parts.prefix { !($0.first?.isNumber ?? false) }
    return words.joined(separator: "-")
  }

  /// Whether it plays manifests of `format`; what is neither HLS nor DASH, any player does.
  public func plays(_ format: Ladder.Format) -> Bool {
    switch format {
    case .hls: product != "dash.js"
    case .dash: !["hls.js", "chromium", "avplayer-hls"].contains(product)
    case .files, .sizes: true
    }
  }

  /// The codecs that it does not play, by the first parts of their names: of players in pages what
  /// Debian's Chromium lacks, which has no decoder of HEVC, VVC, Dolby Vision and Dolby's sound
  /// (`media/base/supported_types.cc`).
  public var unplayableCodecs: [String] {
    ["hls.js", "dash.js", "shaka", "chromium"].contains(product)
      ? ["hvc1", "dvh1", "vvc1", "ac-3", "ec-3", "ac-4", "mhm1", "mha1", "dtsc", "dtse", "dtsx"]
      : []
  }

  /// Starts and resumes with 2 s of media, and keeps 30 s loaded.
  public static let basic = LadderPlayer(
    name: "basic", summary: "a plain player: throughput rule, 30 s ahead, starts with 2 s",
    rule: "throughput", policy: policy("basic", startup: .seconds(2)), live: .basic,
    loading: loading {
      $0.failures.missing.copies = CopyUse(.copiesFirst, for: .ladder)
      $0.failures.documents = plainDocuments
    })

  /// hls.js 1.6.15 (`src/config.ts`, `src/controller/base-stream-controller.ts`): segments are
  /// appended whole, and the media element plays whatever there is.
  public static let hlsJS = LadderPlayer(
    name: "hls.js-1.6.15", summary: "hls.js over Media Source Extensions, from its source",
    rule: "hls.js", policy: policy("hls.js-1.6.15", tracks: pageTracks),
    live: .hlsJS,
    loading: loading {
      $0.goal = BufferGoal(
        .seconds(30), bytes: 60_000_000, resumption: .polling(every: .milliseconds(100)))
      $0.audioLead = .zero
      // Each EXT-X-MAP makes an object whose data has to be loaded, and which its level keeps
      // (`src/loader/m3u8-parser.ts`, `getNextFragment` of
      // `src/controller/base-stream-controller.ts`).
      $0.fetchesInitializationPerTag = true
      // `_doFragLoad` of `src/controller/base-stream-controller.ts` awaits both; `KeyLoader.load`
      // of `src/loader/key-loader.ts` knows only keys that are in.
      ($0.keyMoment, $0.keySharing) = (.beside, .onceIn)
      // `blockAudio` (`src/controller/buffer-controller.ts`).
      $0.holdsAudioAhead = true
      // `remuxVideo`, `remuxAudio` (`src/remux/mp4-remuxer.ts`).
      $0.fillsTransportStreams = true
      $0.heldVideo = chromiumHeldVideo
      $0.gapTolerance = .milliseconds(100)
      // `maxFragLookUpTolerance` (`src/controller/fragment-finders.ts`,
      // `src/utils/level-helper.ts`).
      $0.replacement = .atEnd(tolerance: .milliseconds(250))
      // The medians of what was measured.
      $0.processing = ProcessingTimes(
        manifest: .milliseconds(16), playlist: .milliseconds(13),
        initialization: .milliseconds(5), segment: .milliseconds(8))
      // Appending, decoders and audio device: measured, 0.1 to 0.2 s.
      $0.startupCost = .milliseconds(150)
      $0.failures = hlsJSFailures
      // `GapController._trySkipBufferHole`: measured, 0.01 to 0.07 s after the stall began.
      $0.gapJump = GapJump(.stalled(.milliseconds(30)), landing: .milliseconds(50))
    })

  /// dash.js 5.1.1 (`src/core/Settings.js`, `src/streaming/controllers/ScheduleController.js`).
  public static let dashJS = LadderPlayer(
    name: "dash.js-5.1.1", summary: "dash.js over Media Source Extensions, from its source",
    rule: "dash.js", policy: policy("dash.js-5.1.1", tracks: chromiumTracks),
    live: .dashJS,
    loading: loading {
      $0.goal = BufferGoal(
        .seconds(18), atTopLevel: .seconds(30), atTopLevelOfLongMedia: .seconds(60),
        includesNextSegment: true, resumption: .polling(every: .milliseconds(500)))
      $0.heldVideo = chromiumHeldVideo
      // `RepresentationController.updateData`.
      $0.fetchesAllIndexes = true
      // `ScheduleController._getBufferTargetForAudio`.
      $0.audioGoal = .seconds(1)
      // `StreamProcessor._prepareForFastQualitySwitch` adds 1.5 `fragmentDuration` to the playhead,
      // but the representations that rules choose have none, so that nothing is added; then
      // `_schedule` runs anew.
      $0.replacement = .fromPlayhead
      $0.looksAfterSwitch = true
      // `BufferController._onPlaybackProgression`: with each `timeupdate` of the media element,
      // which Chromium sends every 250 ms (`html_media_element.cc`).
      $0.levelReportInterval = .milliseconds(250)
      // The medians of what was measured first.
      $0.processing = ProcessingTimes(
        manifest: .milliseconds(52), playlist: .milliseconds(30),
        initialization: .milliseconds(10), segment: .milliseconds(7))
      $0.startupCost = .milliseconds(50)
      $0.keepsInitializations = false
      // Each period has a `StreamProcessor` of its own.
      $0.fetchesInitializationPerTag = true
      $0.adaptsAudio = true
      $0.gapTolerance = .milliseconds(60)
      $0.backBuffer = .seconds(20)
      // `retryAttempts`, `retryIntervals` (`src/core/Settings.js`); then the `serviceLocation` is
      // left for good (`_onFragmentLoadingCompleted` of
      // `src/streaming/controllers/FragmentController.js`), and with none left any request fails.
      $0.failures.missing = SegmentFailureRule(.stopsWithError) {
        $0.copies = CopyUse(.copiesFirst, for: .ladder)
        ($0.attempts, $0.lastAttempts) = (4, 4)
        $0.retryDelay = .constant(.seconds(1))
      }
      // `fragmentRequestTimeout` of `src/core/Settings.js`.
      $0.failures.patience = .seconds(20)
      $0.failures.documents[.manifest] = DocumentFailureRules(
        SegmentFailureRule(.fails) {
          ($0.attempts, $0.lastAttempts) = (4, 4)
          $0.retryDelay = .constant(.milliseconds(500))
        }
      ) {
        $0.unreadable = SegmentFailureRule(.fails)
        $0.patience = .seconds(10)
      }
      // `SegmentBaseLoader.onLoaded` goes on without the segments of that representation.
      $0.failures.documents[.index] = DocumentFailureRules(
        SegmentFailureRule(.leavesHole) {
          ($0.attempts, $0.lastAttempts) = (4, 4)
          $0.retryDelay = .constant(.seconds(1))
        }
      ) { $0.unreadable = SegmentFailureRule(.leavesHole) }
      // Chromium's parser takes what follows for the rest of it, and nothing says so: measured.
      $0.failures.unreadable = SegmentFailureRule(.stopsLoading)
      $0.failures.truncatedOutcome = .failsNext
      // `GapController` looks every 100 ms, and jumps up to `gaps.threshold`, 0.3 s, before a hole.
      $0.gapJump = GapJump(.before(.milliseconds(200)))
    })

  /// Shaka Player 5.2.7 (`lib/media/streaming_engine.js`, `lib/util/player_configuration.js`).
  public static let shaka = LadderPlayer(
    name: "shaka-5.2.7", summary: "Shaka Player over Media Source Extensions, from its source",
    rule: "shaka", policy: policy("shaka-5.2.7", tracks: chromiumTracks),
    live: .shaka,
    loading: loading {
      $0.goal = BufferGoal(.seconds(10), resumption: .polling(every: .milliseconds(500)))
      $0.fetchesInitializationInParallel = true
      $0.heldVideo = chromiumHeldVideo
      $0.gapTolerance = .milliseconds(60)
      $0.backBuffer = .seconds(30)
      // `SegmentUtils.aesDecrypt` fetches the key of a segment that is in, and `aesKeyMap_` of
      // `lib/hls/hls_parser.js` has the request of each.
      ($0.keyMoment, $0.keySharing) = (.after, .inFlight)
      // `update_` of `lib/media/streaming_engine.js`: `MAX_RUN_AHEAD_SEGMENTS_` is 1, and
      // `updateIntervalSeconds` 1.
      $0.runAheadWait = .seconds(1)
      // `needsClosedCaptionsDetection_` of `lib/hls/hls_parser.js`: the first segment of video is
      // loaded as its playlist is parsed, and no sample is taken of it.
      $0.looksForCaptions = true
      // `onPollGapJump_` of `lib/media/gap_jumping_controller.js`.
      $0.skipsToFirstMedia = true
      // `switchInternal_` closes the index of the stream before, and sections are compared with the
      // one appended last (`initSourceBuffer_`).
      $0.keepsPlaylists = false
      $0.keepsInitializations = false
      // The medians of what was measured.
      $0.processing = ProcessingTimes(
        manifest: .milliseconds(18), playlist: .milliseconds(6), segment: .milliseconds(5),
        firstSegment: .milliseconds(32))
      $0.startupCost = .milliseconds(99)
      // `createVariantsForTags_` of `lib/hls/hls_parser.js` asks for keys, and `initializeDrm` of
      // `lib/media/preload_manager.js` for licences, before a media playlist is loaded.
      $0.asksForSessionKeys = true
      // `Mp4SegmentIndexParser.parseSIDX_` (`lib/media/mp4_segment_index_parser.js`): its error
      // 3006.
      $0.readsNestedIndexes = false
      $0.failures = shakaFailures
      // `GapJumpingController` looks every 0.25 s, and jumps up to `gapDetectionThreshold`, 0.5 s,
      // before a hole.
      $0.gapJump = GapJump(.before(.milliseconds(375)))
    })

  /// Media3 1.11 (`DefaultLoadControl.java`, `AdaptiveTrackSelection.java`): an extractor hands on
  /// each sample as it comes (`HlsMediaChunk.java`, `ContainerMediaChunk.java`), and nothing is
  /// kept that was played.
  public static let media3 = LadderPlayer(
    name: "media3-1.11", summary: "androidx.media3's ExoPlayer, from its source",
    rule: "media3",
    policy: policy("media3-1.11", startup: .seconds(1), resume: .seconds(2)),
    live: .media3,
    loading: loading {
      $0.goal = BufferGoal(.seconds(50))
      // `HlsChunkSource.maybeCreateEncryptionChunkFor`: a chunk of its own, before that of the
      // segment.
      ($0.keyMoment, $0.keySharing) = (.before, .none)
      // `HlsMediaSource.createTimelineForOnDemand`.
      $0.startRule = .bySegment
      $0.appends = .samples
      // `FragmentedMp4Extractor.parseSidx`: "Unhandled indirect reference".
      $0.readsNestedIndexes = false
      $0.backBuffer = .zero
      // `DefaultLoadErrorHandlingPolicy.java`, `HlsSampleStreamWrapper.onLoadError`; another
      // location comes before another track (`HlsRedundantGroup.java`).
      $0.failures.missing = SegmentFailureRule(.stopsWithError) {
        $0.copies = CopyUse(.copiesFirst, for: .level)
        $0.lastAttempts = 4
        $0.retryDelay = .growing(step: .seconds(1), longest: .seconds(5))
        $0.fallback = LevelFallback(.byRule, excludingFor: .seconds(60))
      }
      // Of what is not answered, no fallback: `isEligibleForFallback`; `DefaultHttpDataSource`
      // gives up after 8 s.
      $0.failures.timeout = SegmentFailureRule(.stopsWithError) {
        ($0.attempts, $0.lastAttempts) = (4, 4)
        $0.retryDelay = .growing(step: .seconds(1), longest: .seconds(5))
      }
      $0.failures.brokenConnection = $0.failures.timeout
      $0.failures.patience = .seconds(8)
      // A `ParserException` is neither retried nor one for a fallback.
      $0.failures.unreadable = SegmentFailureRule(.stopsWithError)
      // `MediaPlaylistBundle.onLoadError` of `DefaultHlsPlaylistTracker.java`: by the same policy.
      $0.failures.documents[.playlist] = DocumentFailureRules($0.failures.missing) {
        [rules = $0.failures] in
        ($0.timeout, $0.brokenConnection) = (rules.timeout, rules.timeout)
        $0.unreadable = rules.unreadable
      }
      $0.failures.documents[.manifest] = DocumentFailureRules(
        SegmentFailureRule(.fails) {
          ($0.attempts, $0.lastAttempts) = (4, 4)
          $0.retryDelay = .growing(step: .seconds(1), longest: .seconds(5))
        }
      ) { $0.unreadable = SegmentFailureRule(.fails) }
      // `SampleDataQueue` throws an `EOFException` in the middle of a sample; three more attempts,
      // after 0, 1 and 2 s, go on where the first ended, and get nothing.
      $0.failures.truncatedOutcome = .stopsWithError
      $0.failures.truncatedDelay = .seconds(3)
      // `HlsMediaChunk.load` reads nothing of it; the clock follows the samples that are there.
      $0.failures.gap = SegmentFailureRule(.leavesHole)
      $0.gapJump = GapJump(.before(.zero))
    })

  /// Chromium's own HLS player (`media/formats/hls`, `media/filters/hls_rendition_impl.cc`).
  public static let chromiumHLS = LadderPlayer(
    name: "chromium-156-hls", summary: "Chromium's own HLS player, from its source",
    rule: "chromium-hls", policy: policy("chromium-156-hls", tracks: chromiumTracks),
    loading: loading {
      // The player counts from the latest timestamp that decoders have read
      // (`OnDemuxerStreamRead`), which was 0.3 s ahead of the playhead in each measured session.
      $0.goal = BufferGoal(
        .milliseconds(10_300), resumption: .after(drainingTo: .milliseconds(5300)))
      $0.heldVideo = chromiumHeldVideo
      $0.loadsLanesInParallel = false
      $0.looksAtAllLanes = true
      $0.fetchesInitializationInParallel = true
      $0.keepsInitializations = false
      $0.keepsPlaylists = false
      // `HlsNetworkAccessImpl.ReadMediaSegment` reads a key that is missing first; each playlist
      // has its own.
      ($0.keyMoment, $0.keySharing) = (.before, .none)
      // `media/formats/hls/playlist_common.cc` passes `EXT-X-START` over.
      $0.startRule = .ignores
      $0.opensLevelsAhead = true
      // A data source reads 32 KiB at first, by which the container is known.
      $0.probedBytes = 32 << 10
      // The medians of what was measured.
      $0.processing = ProcessingTimes(
        manifest: .milliseconds(5), playlist: .milliseconds(5), initialization: .milliseconds(5),
        segment: .milliseconds(5))
      // The playhead begins to move once the second look at all lanes is over: measured, 0.12 to
      // 0.2 s later.
      $0.startupSegments = 2
      $0.startupCost = .milliseconds(140)
      // `HlsRenditionImpl.OnSegmentData` quits: measured, at once, whatever is loaded.
      $0.failures.missing = SegmentFailureRule(.fails)
      $0.failures.unreadable = SegmentFailureRule(.fails)
      $0.failures.truncatedOutcome = .failsNext
      // The first segment is looked into though it is marked: measured.
      $0.failures.gap = SegmentFailureRule(.leavesHole) { $0.outcomeAtStart = .fails }
      // Media is shown in sequence, whatever its timestamps leave out: measured, gaps of 0.1 to 4 s
      // take no time. Sooner than the audio device runs dry.
      $0.gapJump = GapJump(.before(.milliseconds(80)))
    })

  /// AVPlayer on HLS: what Apple documents, and assumptions where it documents nothing.
  ///
  /// It was not measured.
  public static let avPlayer = LadderPlayer(
    name: "avplayer-hls",
    summary: "AVPlayer on HLS, from Apple's documentation and assumptions: not measured",
    rule: "avplayer", policy: policy("avplayer-hls", startup: .seconds(2), resume: .seconds(2)),
    live: .avPlayer,
    loading: loading {
      // `preferredForwardBufferDuration` replaces it.
      $0.goal = BufferGoal(.seconds(30))
      // Sound follows the video that is loaded, by no more than a segment.
      $0.audioLead = .zero
      $0.appliesEditLists = true
      // RFC 8216bis, 4.4.6.2: redundant variants are there to fail over to.
      $0.failures.missing = SegmentFailureRule(.stopsWithError) {
        $0.copies = CopyUse(.copiesFirst, for: .ladder)
        $0.fallback = LevelFallback(.downwards)
      }
      $0.failures.unreadable = SegmentFailureRule(.stopsWithError)
      // RFC 8216bis, 4.4.4.7: clients do not load it.
      $0.failures.gap = SegmentFailureRule(.leavesHole) { $0.fallback = LevelFallback(.downwards) }
      $0.gapJump = GapJump(.before(.zero))
    })

  /// Sabre with its throughput rule (`src/sabre.py`): 25 s of buffer, one request after the other.
  public static let sabreThroughput = sabre("sabre-throughput")

  /// Sabre with its BOLA rule.
  public static let sabreBOLA = sabre("sabre-bola")

  private static func sabre(_ rule: String) -> LadderPlayer {
    LadderPlayer(
      name: rule, summary: "the simulator Sabre with its rule of that name", rule: rule,
      policy: policy(rule),
      loading: loading {
        $0.goal = BufferGoal(.seconds(25), includesNextSegment: true)
        $0.failures.documents = plainDocuments
      })
  }

  /// What Chromium asks of pictures and sound, in which players in pages are measured: it plays
  /// sound on without new pictures for a while (`media/renderers/renderer_impl.cc`,
  /// `kDefaultVideoUnderflowThreshold`), and its audio device takes three buffers of 20 ms, a power
  /// of two at 44.1 kHz (`media/base/audio_latency.cc`).
  private static let chromiumTracks = {
    var rules = TrackRules()
    rules.videoGrace = .seconds(3)
    rules.audioDevice = .milliseconds(70)
    return rules
  }()

  /// The same of pages that begin with all that a first segment brings: as of files, the playhead
  /// moves once there is sound, when the device's buffers are played
  /// (`media/base/audio_latency.cc`).
  private static let pageTracks = {
    var rules = chromiumTracks
    rules.audioDelay = .milliseconds(65)
    return rules
  }()

  /// What Chromium's decoder holds, and the last picture, which counts as shown when it is first
  /// painted: measured, at 25 frames a second.
  private static let chromiumHeldVideo = MediaTime.milliseconds(190)

  private static func loading(_ change: (inout LadderLoading) -> Void) -> LadderLoading {
    var loading = LadderLoading()
    change(&loading)
    return loading
  }

  /// The policy of a player that loads as it likes: what it has loaded never makes it stop.
  private static func policy(
    _ name: String, startup: MediaTime = .resolution, resume: MediaTime? = nil,
    tracks: TrackRules = TrackRules()
  ) -> BufferingPolicy {
    guard
      let policy = try? BufferingPolicy(
        name: name, startupThreshold: startup, resumeThreshold: resume ?? startup,
        highWatermark: nil)
    else { return .basic }
    var parameters = policy.parameters
    parameters.tracks = tracks
    return (try? BufferingPolicy(parameters)) ?? policy
  }
}
