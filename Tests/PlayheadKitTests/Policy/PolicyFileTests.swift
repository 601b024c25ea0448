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
    #expect(try Self.parameters(text) == basic)
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
    backBuffer: 3s
    loadGranularity: 16KiB
    keepUp:
      predictedRate: {fastHalfLife: 2s, slowHalfLife: 6s, sampleBytes: 1000}
    automaticallyWaitsToMinimizeStalling: false
    expensive: {buffer: 10s, rate: 3M}
    constrained: {rate: 500k}
    readOrder: demuxer
    readThrough: 0
    blockBytes: 32KiB
    parallelRequests: 3
    seekBack: 1MiB
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
    expected.backBuffer = .seconds(3)
    expected.loadGranularity = 16_384
    expected.keepUp = .predictedRate(
      ThroughputEstimation(
        fastHalfLife: .seconds(2), slowHalfLife: .seconds(6), sampleBytes: 1000))
    expected.automaticallyWaitsToMinimizeStalling = false
    expected.expensive = PathLimits(
      forwardBuffer: .seconds(10), peakBitRate: BitRate(bitsPerSecond: 3_000_000))
    expected.constrained = PathLimits(peakBitRate: BitRate(bitsPerSecond: 500_000))
    expected.readOrder = .demuxer
    expected.readThrough = 0
    expected.blockBytes = 32_768
    expected.parallelRequests = 3
    expected.seekBack = 1_048_576
    return expected
  }()

  @Test func `may give every value`() throws {
    #expect(try Self.parameters(Self.full) == Self.expected)
    #expect(
      try BufferingPolicy(contents: Array(Self.full.utf8), name: "x").parameters == Self.expected)
  }

  @Test func `know where their values stand`() throws {
    let marks = try PolicyFile(contents: Array(Self.full.utf8), name: "x").marks
    #expect(marks.count == PolicyField.allCases.count - 1)
    #expect(marks[.constrainedBuffer] == nil)
    #expect(marks[.startupBuffer] == YAMLMark(line: 3, column: 16))
    #expect(marks[.resumeGrowthLimit] == YAMLMark(line: 6, column: 37))
    #expect(marks[.sampleBytes] == YAMLMark(line: 17, column: 68))
    #expect(marks[.expensiveBuffer] == YAMLMark(line: 19, column: 21))
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
    #expect(parameters.highWatermark == nil && parameters.highWatermarkBytes == nil)
    #expect(parameters.byteCap == nil && parameters.backBuffer == nil)
    // Nothing else has a limit to lift.
    let error = #expect(throws: YAMLError.self) {
      try Self.parameters("playhead: player/1\nstartupBuffer: unlimited")
    }
    #expect(error?.first.mark == YAMLMark(line: 2, column: 16))
  }

  @Test func `have two ways to say how keeping up is judged`() throws {
    let hls = KeepUpRule.predictedRate(ThroughputEstimation())
    for (text, rule) in [
      ("threshold", KeepUpRule.threshold), ("predictedRate", hls), ("{predictedRate: {}}", hls),
    ] {
      #expect(try Self.parameters("playhead: player/1\nkeepUp: \(text)").keepUp == rule)
    }
  }
}
