/// Players inside browsers and apps.
extension PlayerPreset {
  static let chromium = PlayerPreset(
    "chromium", "Chromium, <video src> of a file",
    [
      Value(.startupBuffer, .milliseconds(0), .documented, "tracks decide, see startup"),
      Value(.resumeBuffer, .milliseconds(0), .documented, "tracks decide, see resume"),
      Value(
        .highWatermark, .none, .documented, "media/blink: multi_buffer_data_source.cc, bytes only"),
      Value(
        .highWatermarkBytes, .mebibytes(3), .documented,
        "multi_buffer_data_source.cc: kMinBufferPreload + kPreloadHighExtra"),
      Value(
        .lowWatermarkBytes, .mebibytes(2), .documented,
        "multi_buffer_data_source.cc: kMinBufferPreload"),
      Value(
        .watermarkTime, .seconds(10), .documented,
        "multi_buffer_data_source.cc, UpdateBufferSizes: kTargetSecondsBufferedAhead"),
      Value(
        .watermarkLimit, .mebibytes(50), .documented,
        "multi_buffer_data_source.cc, UpdateBufferSizes: kMaxBufferPreload"),
      Value(
        .buffered, .word("bytes"), .documented,
        "buffered_data_source_host_impl.cc, TimeForByteOffset"),
      Value(
        .bufferedAhead, .milliseconds(2400), .measured,
        "ffmpeg_demuxer.cc, HasAvailableCapacity: 2 s of each track, beyond what decoders took"),
      Value(
        .openedWith, .word("decodeTimes"), .documented,
        "libavformat/demux.c, avformat_find_stream_info: first_dts of each track, max_ts_probe=50"),
      Value(.readOrder, .word("demuxer"), .documented, "libavformat/mov.c: the sample due first"),
      Value(
        .readThrough, .kibibytes(160), .documented, "multi_buffer.h: kMaxWaitForWriterOffset"),
      Value(
        .blockBytes, .kibibytes(32), .documented,
        "url_index.h: kBlockSizeShift=15; what is read lies in whole blocks"),
      Value(
        .decoderThreads, .count(2), .documented,
        "media/filters/ffmpeg_video_decoder.cc: holds one frame besides those out of order"),
      Value(
        .startupVideoFrames, .count(4), .documented,
        "media/renderers/video_renderer_impl.cc: limits::kMaxVideoFrames"),
      Value(
        .startupAudio, .milliseconds(200), .documented,
        "media/filters/audio_renderer_algorithm.cc: kStartingCapacity"),
      Value(
        .resumeVideoFrames, .count(4), .documented,
        "media/renderers/video_renderer_impl.cc: limits::kMaxVideoFrames"),
      Value(
        .resumeAudio, .milliseconds(200), .documented,
        "media/filters/audio_renderer_algorithm.cc: kStartingCapacity"),
      Value(
        .videoGrowth, .count(1), .documented,
        "media/renderers/video_renderer_impl.cc, OnTimeStopped: min_buffered_frames_"),
      Value(
        .videoGrowthLimit, .count(8), .documented,
        "media/renderers/video_renderer_impl.cc: 2 × limits::kMaxVideoFrames"),
      Value(
        .audioGrowth, .factor(2), .documented,
        "media/filters/audio_renderer_algorithm.cc: IncreasePlaybackThreshold"),
      Value(
        .audioGrowthLimit, .seconds(3), .documented,
        "media/filters/audio_renderer_algorithm.cc: kMaxCapacity"),
      Value(
        .videoGrace, .seconds(3), .documented,
        "media/renderers/renderer_impl.cc: video underflow waits while audio plays"),
      Value(
        .videoReserve, .count(1), .documented,
        "media/renderers/video_renderer_impl.cc: nothing left as the last frame is painted"),
      Value(
        .audioDevice, .milliseconds(64), .documented,
        "media/base/audio_latency.cc: three buffers of 20 ms, a power of two at 48 kHz"),
      Value(
        .audioDelay, .milliseconds(65), .measured,
        "media/base/audio_latency.cc: sound comes once the device's buffers are played"),
      Value(.openCost, .milliseconds(20), .measured, "demuxer and video decoder, without audio"),
      Value(
        .audioCost, .milliseconds(125), .measured,
        "media/renderers/audio_renderer_impl.cc: asks the audio service for the device"),
      Value(.seekCost, .milliseconds(35), .assumed, "fitted: seek 23 ms, decoder 12 ms"),
      Value(.startCost, .milliseconds(20), .measured, "first frame"),
    ],
    omissions: [
      "Its watermarks grow with the rate of playback, and by 10 % of what was read from its cache.",
      "The audio device takes 70 ms at 44.1 kHz.",
    ],
    agreement: Agreement(
      player: "chromium 156.0.8078.79", sessions: 44, stallCounts: 44, startups: 44,
      stalledTimes: 44))

  static let firefox = PlayerPreset(
    "firefox", "Firefox, <video src> of a file",
    [
      Value(.startupBuffer, .milliseconds(0), .assumed, "the first frames decoded"),
      Value(
        .resumeBuffer, .seconds(15), .documented,
        "MediaDecoderStateMachine.cpp, BufferingState: mBufferingWait = 15"),
      Value(
        .highWatermark, .seconds(60), .documented,
        "StaticPrefList.yaml: media.cache_readahead_limit"),
      Value(
        .lowWatermark, .seconds(30), .documented,
        "StaticPrefList.yaml: media.cache_resume_threshold"
      ),
      Value(
        .keepUp, .word("predictedRate"), .documented,
        "ChannelMediaDecoder.cpp, MediaStatistics::CanPlayThrough"),
      Value(
        .sampleBytes, .kibibytes(32), .documented,
        "MediaDecoderStateMachine.cpp: looks as samples are decoded, which come by blocks"),
      Value(
        .throughputOver, .word("session"), .documented,
        "MediaChannelStatistics.h, GetRate: all bytes by all time"),
      Value(
        .throughputEither, .flag(true), .documented,
        "MediaDecoderStateMachine.cpp, BufferingState::Step: mCanPlayThrough or enough buffered"),
      Value(
        .openedWith, .word("lengths"), .documented,
        "WebMDemuxer.cpp: AAC in MKV container, media frames are counted to the end"),
      Value(
        .wholeGroups, .flag(true), .documented,
        "WebMDemuxer.cpp, SetNextKeyFrameTime: frames are demuxed until the next keyframe"),
      Value(
        .readThrough, .mebibytes(1024), .measured,
        "reads a file with its index at the end in one request"),
      Value(.blockBytes, .kibibytes(32), .documented, "MediaCache.h: BLOCK_SIZE"),
      Value(
        .decoderThreads, .count(1), .documented,
        "FFmpegVideoDecoder.cpp: one thread up to 1024 pixels wide"),
      Value(
        .startupVideoFrames, .count(6), .documented,
        "MediaDecoderStateMachine.cpp, VideoPrerollFrames: half of MAX_VIDEO_QUEUE_SIZE and one"),
      Value(
        .startupAudio, .seconds(1), .documented,
        "MediaDecoderStateMachine.cpp, AudioPrerollThreshold: half of AMPLE_AUDIO_USECS"),
      Value(
        .resumeVideoFrames, .count(6), .documented,
        "MediaDecoderStateMachine.cpp, VideoPrerollFrames"),
      Value(
        .resumeVideo, .seconds(1), .documented,
        "ChannelMediaDecoder.cpp, CanPlayThrough: CAN_PLAY_THROUGH_MARGIN = 1 s of bytes"),
      Value(
        .resumeAudio, .milliseconds(900), .documented,
        "MediaDecoderStateMachine.cpp, AudioPrerollThreshold: 1 s with what the output has"),
      Value(
        .resumeLongest, .seconds(15), .documented,
        "MediaDecoderStateMachine.cpp, BufferingState: mBufferingWait = 15"),
      Value(
        .videoReserve, .count(1), .documented,
        "MediaDecoderStateMachine.cpp, HasLowDecodedVideo: LOW_VIDEO_FRAMES = 2, the one shown too"),
      Value(
        .audioDevice, .milliseconds(100), .documented,
        "MediaDecoderStateMachine.cpp, HasLowDecodedAudio: EXHAUSTED_DATA_MARGIN"),
    ],
    omissions: [
      "One thread reads both tracks: while audio waits for bytes up to 2 s ahead, video has 11 frames.",
      "It looks whether to resume as samples are decoded, and each second once its queues are full.",
      "A track may run dry without a stall while its rate suffices to the end.",
      "It loads on past its high watermark if the file is small or the network slow.",
    ],
    agreement: Agreement(
      player: "firefox 153.7.0", sessions: 22, stallCounts: 19, startups: 22, stalledTimes: 19))

  static let webkitgtk = PlayerPreset(
    "webkitgtk", "WebKitGTK, <video src> of a file",
    [
      Value(.startupBuffer, .seconds(2), .assumed, "GStreamer's queue2: 99 % of 2 s"),
      Value(.resumeBuffer, .seconds(2), .assumed, "GStreamer's queue2: 99 % of 2 s"),
      Value(.highWatermark, .none, .assumed, "it downloads ahead"),
    ])

  static let avplayer = PlayerPreset(
    "avplayer", "AVPlayer of AVFoundation, a file over HTTP",
    [
      Value(.startupBuffer, .seconds(2), .assumed, "Apple publishes no number"),
      Value(.resumeBuffer, .seconds(2), .assumed, "Apple publishes no number"),
      Value(
        .highWatermark, .seconds(30), .assumed,
        "Apple publishes no number; preferredForwardBufferDuration replaces it"),
      Value(
        .keepUp, .word("predictedRate"), .assumed,
        "AVPlayerItem.isPlaybackLikelyToKeepUp is a prediction; by which rule is not published"),
      Value(
        .automaticallyWaitsToMinimizeStalling, .flag(true), .documented,
        "AVPlayer.automaticallyWaitsToMinimizeStalling: true by default"),
    ])

  static let exoplayer = PlayerPreset(
    "exoplayer", "Media3 ExoPlayer 1.6 or later, a file over HTTP",
    [
      Value(
        .startupBuffer, .seconds(1), .documented,
        "DefaultLoadControl.java: DEFAULT_BUFFER_FOR_PLAYBACK_MS"),
      Value(
        .resumeBuffer, .seconds(2), .documented,
        "DefaultLoadControl.java: DEFAULT_BUFFER_FOR_PLAYBACK_AFTER_REBUFFER_MS"),
      Value(
        .afterSeekBuffer, .seconds(1), .documented,
        "DefaultLoadControl.java: a seek is not a rebuffer"),
      Value(
        .highWatermark, .seconds(50), .documented,
        "DefaultLoadControl.java: DEFAULT_MAX_BUFFER_MS"),
      Value(
        .lowWatermark, .seconds(50), .documented,
        "DefaultLoadControl.java: DEFAULT_MIN_BUFFER_MS"),
      Value(
        .highWatermarkBytes, .kibibytes(140_800), .documented,
        "DefaultLoadControl.java: video 125 MiB and audio 12.5 MiB"),
      Value(
        .backBuffer, .milliseconds(0), .documented,
        "DefaultLoadControl.java: DEFAULT_BACK_BUFFER_DURATION_MS"),
      Value(
        .loadGranularity, .mebibytes(1), .documented,
        "ProgressiveMediaSource.java: DEFAULT_LOADING_CHECK_INTERVAL_BYTES"),
      Value(
        .readThrough, .kibibytes(256), .documented,
        "Mp4Extractor.java: RELOAD_MINIMUM_SEEK_DISTANCE"),
    ],
    omissions: ["A renderer that is not ready stalls it: what its decoders hold is not counted."])

  static let exoplayer15 = exoplayer.version(
    "exoplayer-1.5", "Media3 ExoPlayer up to 1.5, a file over HTTP",
    [
      Value(
        .startupBuffer, .milliseconds(2500), .documented,
        "DefaultLoadControl.java before 1.6: DEFAULT_BUFFER_FOR_PLAYBACK_MS"),
      Value(
        .resumeBuffer, .seconds(5), .documented,
        "DefaultLoadControl.java before 1.6: DEFAULT_BUFFER_FOR_PLAYBACK_AFTER_REBUFFER_MS"),
      Value(
        .afterSeekBuffer, .milliseconds(2500), .documented,
        "DefaultLoadControl.java before 1.6: a seek is not a rebuffer"),
    ])
}
