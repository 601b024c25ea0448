import Expectations
import PlayheadKit
import Testing

@Suite struct `Policy files` {
  private static func parameters(_ text: String) throws(YAMLError) -> BufferingPolicy.Parameters {
    try PolicyFile(contents: Array(text.utf8), name: "file.yaml").parameters
  }

  @Test(
    arguments: [
      "playhead: player/1", "{\"playhead\": \"player/1\"}", "# nothing\n---\nplayhead: player/1\n",
    ])
  func `that say nothing mean the basic player, but for its name`(text: String) throws {
    var basic = BufferingPolicy.Parameters()
    basic.name = "file.yaml"
    try expect(Self.parameters(text), equals: basic)
  }

  private static let full = """
    playhead: player/1
    name: Everything
    startupBuffer: 1.5
    resumeBuffer: 0:02
    afterSeekBuffer: 500ms
    resumeGrowth: {factor: 1.25, limit: 1m}
    highWatermark: PT30S
    lowWatermark: 5s
    highWatermarkBytes: 1MiB
    lowWatermarkBytes: 512 KiB
    watermarks: all
    byteCap: 2MB
    loadedOver: anyTrack
    buffered: bytes
    bufferedAhead: 2400ms
    backBuffer: 3s
    loadGranularity: 16KiB
    keepUp:
      predictedRate: {fastHalfLife: 2s, slowHalfLife: 6s, sampleBytes: 1000, over: session,
        either: true}
    automaticallyWaitsToMinimizeStalling: false
    expensive: {buffer: 10s, rate: 3M}
    constrained: {rate: 500k}
    openedWith: decodeTimes
    readOrder: demuxer
    wholeGroups: true
    readThrough: 0
    blockBytes: 32KiB
    parallelRequests: 3
    seekBack: 1MiB
    windowReads: 32KiB
    watermarkTime: 10s
    watermarkLimit: 50MiB
    interleaveFactor: 1.5
    """

  private static let expected: BufferingPolicy.Parameters = {
    var expected = BufferingPolicy.Parameters()
    expected.name = "Everything"
    expected.startupThreshold = .milliseconds(1500)
    expected.resumeThreshold = .seconds(2)
    expected.afterSeekThreshold = .milliseconds(500)
    expected.resumeGrowth = ResumeGrowth(
      factor: Ratio(millionths: 1_250_000), limit: .seconds(60))
    expected.highWatermark = .seconds(30)
    expected.lowWatermark = .seconds(5)
    expected.highWatermarkBytes = 1_048_576
    expected.lowWatermarkBytes = 524_288
    expected.watermarkCombination = .all
    expected.byteCap = 2_000_000
    expected.loadedOver = .anyTrack
    (expected.buffered, expected.bufferedAhead) = (.bytes, .milliseconds(2400))
    expected.backBuffer = .seconds(3)
    expected.loadGranularity = 16_384
    expected.keepUp = .predictedRate(
      ThroughputEstimation(
        fastHalfLife: .seconds(2), slowHalfLife: .seconds(6), sampleBytes: 1000, over: .session,
        either: true))
    expected.automaticallyWaitsToMinimizeStalling = false
    expected.expensive = PathLimits(
      forwardBuffer: .seconds(10), peakBitRate: BitRate(bitsPerSecond: 3_000_000))
    expected.constrained = PathLimits(peakBitRate: BitRate(bitsPerSecond: 500_000))
    expected.openedWith = .decodeTimes
    expected.readOrder = .demuxer
    expected.wholeGroups = true
    expected.readThrough = 0
    expected.blockBytes = 32_768
    expected.parallelRequests = 3
    expected.seekBack = 1_048_576
    expected.windowReads = 32_768
    (expected.watermarkTime, expected.watermarkLimit) = (.seconds(10), 50 << 20)
    expected.interleaveFactor = Ratio(millionths: 1_500_000)
    return expected
  }()

  @Test func `may give every value`() throws {
    try expect(Self.parameters(Self.full), equals: Self.expected)
    try expect(
      BufferingPolicy(contents: Array(Self.full.utf8), name: "x").parameters, equals: Self.expected)
  }

  @Test func `know where their values stand`() throws {
    let marks = try PolicyFile(contents: Array(Self.full.utf8), name: "x").marks
    let fields = PolicyField.allCases.filter { !($0.row.group?.isOptional ?? false) }
    expect(marks.count, equals: fields.count - 1)
    expect(marks[.constrainedBuffer] == nil)
    expect(marks[.startupBuffer], equals: YAMLMark(line: 3, column: 16))
    expect(marks[.resumeGrowthLimit], equals: YAMLMark(line: 6, column: 37))
    expect(marks[.sampleBytes], equals: YAMLMark(line: 19, column: 68))
    expect(marks[.expensiveBuffer], equals: YAMLMark(line: 22, column: 21))
  }

  @Test func `may give rules for tracks`() throws {
    let text = """
      playhead: player/1
      decoder: {threads: 3}
      startup: {videoFrames: 2, audio: 200ms}
      resume: {cache: 1s, longest: 15s}
      underflow: {videoFrames: 1, videoFramesLimit: 8, audioFactor: 2, audioLimit: 3s, from: 2,
        videoGrace: 3s, cacheBelow: 1s}
      videoOutput: {queue: 2, reserve: 1}
      audioOutput: {queue: 200ms, device: 64ms, drains: true, delay: 65ms}
      inputQueue: {high: 1980ms, highBytes: 2MiB, low: 20ms, lowBytes: 20kB, videoFrames: 12,
        audio: 1107ms}
      cache: {from: decoder, upTo: read, over: anyTrack}
      poll: {first: 250ms, interval: 200ms}
      costs: {open: 27ms, audio: 125ms, seek: 23ms, start: 80ms}
      """
    var rules = TrackRules()
    rules.decoderThreads = 3
    rules.startup = DecodedMedia(videoFrames: 2, audio: .milliseconds(200))
    (rules.resumeCache, rules.resumeLongest) = (.seconds(1), .seconds(15))
    (rules.videoGrowth, rules.videoGrowthLimit) = (1, 8)
    (rules.inputHigh, rules.inputHighBytes) = (.milliseconds(1980), 2 << 20)
    (rules.inputLow, rules.inputLowBytes) = (.milliseconds(20), 20_000)
    (rules.inputVideoFrames, rules.inputAudio) = (12, .milliseconds(1107))
    (rules.audioGrowth, rules.audioGrowthLimit) = (Ratio(millionths: 2_000_000), .seconds(3))
    rules.growthFrom = 2
    (rules.videoGrace, rules.stallCache) = (.seconds(3), .seconds(1))
    (rules.videoQueue, rules.videoReserve) = (2, 1)
    (rules.audioQueue, rules.audioDevice) = (.milliseconds(200), .milliseconds(64))
    rules.audioDrains = true
    (rules.cacheFrom, rules.cacheTo, rules.cacheOver) = (.decoder, .read, .anyTrack)
    (rules.pollFirst, rules.pollInterval) = (.milliseconds(250), .milliseconds(200))
    (rules.openCost, rules.seekCost) = (.milliseconds(27), .milliseconds(23))
    rules.startCost = .milliseconds(80)
    (rules.audioCost, rules.audioDelay) = (.milliseconds(125), .milliseconds(65))
    try expect(Self.parameters(text).tracks, equals: rules)
  }

  @Test func `may lift limits`() throws {
    let text = """
      playhead: player/1
      highWatermark: unlimited
      highWatermarkBytes: unlimited
      byteCap: unlimited
      backBuffer: unlimited
      """
    let parameters = try Self.parameters(text)
    expect(parameters.highWatermark == nil && parameters.highWatermarkBytes == nil)
    expect(parameters.byteCap == nil && parameters.backBuffer == nil)
    // Nothing else has a limit to lift.
    let error = #expect(throws: YAMLError.self) {
      try Self.parameters("playhead: player/1\nstartupBuffer: unlimited")
    }
    expect(error?.first.mark, equals: YAMLMark(line: 2, column: 16))
  }

  @Test func `have two ways to say how keeping up is judged`() throws {
    let hls = KeepUpRule.predictedRate(ThroughputEstimation())
    for (text, rule) in [
      ("threshold", KeepUpRule.threshold), ("predictedRate", hls), ("{predictedRate: {}}", hls),
    ] {
      try expect(Self.parameters("playhead: player/1\nkeepUp: \(text)").keepUp, equals: rule)
    }
  }
}
