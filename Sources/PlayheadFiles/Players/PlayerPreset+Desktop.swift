/// Players of files and streams on a desktop.
extension PlayerPreset {
  static let basic = PlayerPreset(
    "basic", "Playhead's own: two thresholds and two watermarks",
    [
      Value(.startupBuffer, .seconds(2), .assumed, "a common choice"),
      Value(.resumeBuffer, .seconds(2), .assumed, "a common choice"),
      Value(.highWatermark, .seconds(30), .assumed, "a common choice"),
    ])

  static let mpv = PlayerPreset(
    "mpv", "mpv 0.35 to 0.41 on a network",
    [
      Value(
        .startupBuffer, .milliseconds(0), .documented,
        "player/playloop.c, handle_update_cache: cache-pause-initial=no"),
      Value(.resumeBuffer, .milliseconds(0), .documented, "the cache decides, see resume.cache"),
      Value(.highWatermark, .none, .documented, "demux/demux.c: cache-secs=3600000"),
      Value(.highWatermarkBytes, .mebibytes(150), .documented, "demux/demux.c: demuxer-max-bytes"),
      Value(
        .loadedOver, .word("anyTrack"), .documented,
        "demux/demux.c, demux_get_reader_state: the farthest stream counts"),
      Value(
        .openedWith, .word("samples"), .documented,
        "libavformat/demux.c, avformat_find_stream_info: a packet of each track"),
      Value(.readOrder, .word("demuxer"), .documented, "libavformat/mov.c: the sample due first"),
      Value(
        .readThrough, .kibibytes(128), .documented,
        "stream/stream.c, stream_seek: stream-buffer-size"),
      Value(
        .seekBack, .kibibytes(64), .documented,
        "stream/stream.c, stream_read_more: half of stream-buffer-size, of this request only"),
      Value(
        .windowReads, .kibibytes(32), .documented,
        "libavformat/demux_utils.c, ff_configure_buffers_for_index; aviobuf.c: IO_BUFFER_SIZE"),
      Value(
        .decoderThreads, .count(3), .documented,
        "video/decode/lavc.c: cores + 1, at most 16; stated for 2 cores"),
      Value(
        .startupVideoFrames, .count(2), .documented, "player/video.c, get_req_frames"),
      Value(.startupAudio, .milliseconds(200), .documented, "options: audio-buffer=0.2"),
      Value(.resumeCache, .seconds(1), .documented, "player/playloop.c: cache-pause-wait=1"),
      Value(
        .stallCache, .seconds(1), .documented,
        "player/playloop.c, handle_update_cache: underrun and less than cache-pause-wait"),
      Value(.videoQueue, .count(2), .documented, "player/video.c: next_frames"),
      Value(
        .videoReserve, .count(1), .documented,
        "player/video.c, get_req_frames: a frame is shown once the next one is decoded"),
      Value(.audioQueue, .milliseconds(200), .documented, "options: audio-buffer=0.2"),
      Value(
        .audioDevice, .milliseconds(200), .documented,
        "audio/out/ao_null.c: bufferlen=0.2; sound hardware differs"),
      Value(
        .audioDrains, .flag(true), .documented,
        "audio/out/buffer.c, ao_play_data: an underrun once the device stops"),
      Value(
        .cacheFrom, .word("decoder"), .documented,
        "demux/demux.c, demux_get_reader_state: ts_reader"),
      Value(.cacheTo, .word("read"), .documented, "demux/demux.c, demux_get_reader_state: ts_end"),
      Value(
        .cacheOver, .word("anyTrack"), .documented,
        "demux/demux.c, demux_get_reader_state: MP_PTS_MAX over streams"),
      Value(
        .pollFirst, .milliseconds(250), .documented,
        "player/playloop.c: first cache update after loading"),
      Value(
        .pollInterval, .milliseconds(200), .documented,
        "player/playloop.c, handle_update_cache: every 0.2 s"),
    ],
    agreement: Agreement(
      player: "mpv 0.35.1", sessions: 48, stallCounts: 45, startups: 48, stalledTimes: 47))

  static let ffplay = PlayerPreset(
    "ffplay", "ffplay of FFmpeg 5 to 7",
    [
      Value(.startupBuffer, .milliseconds(0), .documented, "fftools/ffplay.c: first frame"),
      Value(.resumeBuffer, .milliseconds(0), .documented, "fftools/ffplay.c: next frame"),
      Value(
        .highWatermark, .seconds(1), .documented,
        "fftools/ffplay.c, stream_has_enough_packets: 1 s and 25 packets of each stream"),
      Value(
        .lowWatermark, .seconds(1), .documented, "fftools/ffplay.c, read_thread: no hysteresis"),
      Value(.highWatermarkBytes, .mebibytes(15), .documented, "fftools/ffplay.c: MAX_QUEUE_SIZE"),
      Value(
        .openedWith, .word("samples"), .documented,
        "libavformat/demux.c, avformat_find_stream_info: a packet of each track"),
      Value(.readOrder, .word("demuxer"), .documented, "libavformat/mov.c: the sample due first"),
      Value(.readThrough, .kibibytes(32), .documented, "libavformat: SHORT_SEEK_THRESHOLD"),
      Value(
        .seekBack, .kibibytes(32), .documented,
        "libavformat/aviobuf.c: one buffer of a request, nothing of those before"),
      Value(
        .windowReads, .kibibytes(32), .documented,
        "libavformat/demux_utils.c, ff_configure_buffers_for_index; aviobuf.c: IO_BUFFER_SIZE"),
      Value(.startupVideoFrames, .count(1), .documented, "fftools/ffplay.c, video_refresh"),
    ],
    omissions: [
      "It has no buffering state: its clock stops with the stream that it follows.",
      "It looks every 10 ms whether to read on, and waits for 25 packets too.",
    ])

  static let vlc = PlayerPreset(
    "vlc", "VLC 3.0",
    [
      Value(
        .startupBuffer, .seconds(1), .documented,
        "src/input/es_out.c: network-caching=1000, plus jitter"),
      Value(
        .resumeBuffer, .seconds(1), .documented,
        "src/input/es_out.c: the same after a late clock, with a larger jitter"),
      Value(.highWatermark, .none, .documented, "modules/stream_filter/prefetch.c: bytes only"),
      Value(
        .highWatermarkBytes, .mebibytes(16), .documented,
        "modules/stream_filter/prefetch.c: prefetch-buffer-size"),
    ],
    omissions: ["Jitter that it measured adds up to 5 s to its thresholds."])

  static let gstPlay = PlayerPreset(
    "gst-play", "gst-play-1.0 with playbin, GStreamer 1.20 and 1.22",
    [
      Value(
        .startupBuffer, .milliseconds(0), .documented,
        "tools/gst-play.c: the input queue decides, see inputQueue"),
      Value(
        .resumeBuffer, .milliseconds(0), .documented,
        "tools/gst-play.c: the input queue decides, see inputQueue"),
      Value(
        .highWatermark, .none, .assumed,
        "2 s in queue2, and what the socket takes, which is not known"),
      Value(
        .highWatermarkBytes, .mebibytes(6), .assumed,
        "Linux, net.ipv4.tcp_rmem: the most that a socket takes; queue2's 2 s are within"),
      Value(
        .readThrough, .mebibytes(4), .documented,
        "qtdemux.c, gst_qtdemux_process_adapter: no seek past the media of a file of 4 MiB"),
      Value(
        .inputHigh, .milliseconds(1980), .documented,
        "gstqueue2.c: high-watermark 0.99 of max-size-time, 2 s by the demuxer's bit rate"),
      Value(
        .inputHighBytes, .kibibytes(2027), .documented,
        "gstqueue2.c, get_buffering_level: 0.99 of max-size-bytes, 2 MiB"),
      Value(
        .inputLow, .milliseconds(20), .documented, "gstqueue2.c: low-watermark 0.01 of 2 s"),
      Value(
        .inputLowBytes, .kibibytes(20), .documented, "gstqueue2.c: low-watermark 0.01 of 2 MiB"),
      Value(
        .inputVideoFrames, .count(12), .documented,
        "gstdecodebin2.c: AUTO_PLAY_SIZE_BUFFERS=5; gstplaysink.c: a queue of 3; one each between "
          + "them, in the demuxer, the decoder and the sink"),
      Value(
        .inputAudio, .milliseconds(1107), .documented,
        "gstqueue.c: max-size-time=1 s of playsink's queue; AUTO_PLAY_SIZE_BUFFERS=5, of AAC at 48 kHz"
      ),
    ],
    omissions: [
      "While its input queue is full, it reads the socket in blocks of up to 64 KiB, so that a stall "
        + "begins up to a block early.",
      "It learns the bit rate of a transport stream from the clock references of its first packets.",
    ],
    agreement: Agreement(
      player: "gst-play 1.22.0", sessions: 24, stallCounts: 21, startups: 24, stalledTimes: 22))

  static let gstPlay3 = PlayerPreset(
    "gst-play-1.24", "gst-play-1.0 with playbin3, GStreamer 1.24 or later",
    [
      Value(
        .startupBuffer, .seconds(3), .documented,
        "gsturisourcebin.c: 60 % of 5 s of any one queue"),
      Value(
        .resumeBuffer, .seconds(3), .documented,
        "gsturisourcebin.c: 60 % of 5 s of any one queue"),
      Value(
        .loadedOver, .word("anyTrack"), .documented, "gstplaybin3: any one queue may start"),
      Value(
        .highWatermark, .seconds(5), .documented,
        "gsturisourcebin.c: buffer-duration 5 s"),
      Value(.lowWatermark, .seconds(5), .documented, "gstqueue2.c: below it"),
      Value(
        .interleaveFactor, .thousandths(1500), .documented,
        "gstmultiqueue.c: the interleave, and half as much again"),
    ],
    omissions: ["It stalls below 1 % of a queue, not at its end."])
}
