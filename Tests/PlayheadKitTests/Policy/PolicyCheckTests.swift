import Expectations
import PlayheadKit
import Testing

@Suite struct `The values of a policy` {
  /// A change to the basic player's values and what is wrong with them then.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var error: PolicyError?
    var change: @Sendable (inout BufferingPolicy.Parameters) -> Void

    var testDescription: String { name }
  }

  private static let short = WallTime.seconds(10)
  private static let cases: [Case] = [
    Case(name: "the basic player", error: nil) { _ in },
    Case(name: "no startup buffer", error: nil) { $0.startupThreshold = .zero },
    Case(name: "less than no startup buffer", error: .negative(.startupBuffer)) {
      $0.startupThreshold = .zero - .resolution
    },
    Case(name: "a startup buffer above the high watermark", error: nil) {
      $0.startupThreshold = .seconds(31)
    },
    Case(name: "less than no buffer after a seek", error: .negative(.afterSeekBuffer)) {
      $0.afterSeekThreshold = .zero - .resolution
    },
    Case(name: "watermarks that are one", error: nil) { $0.lowWatermark = .seconds(30) },
    Case(
      name: "a low watermark a nanosecond above the high one",
      error: .above(.lowWatermark, limit: .highWatermark)
    ) { $0.lowWatermark = .seconds(30) + .resolution },
    Case(name: "a high watermark of nothing", error: .zero(.highWatermark)) {
      $0.highWatermark = .zero
    },
    Case(name: "a low watermark alone", error: .missing(.highWatermark, neededBy: .lowWatermark)) {
      $0.highWatermark = nil
      $0.lowWatermark = .zero
    },
    Case(name: "byte watermarks that are one", error: nil) {
      $0.highWatermarkBytes = 5
      $0.lowWatermarkBytes = 5
    },
    Case(
      name: "a low byte watermark a byte above the high one",
      error: .above(.lowWatermarkBytes, limit: .highWatermarkBytes)
    ) {
      $0.highWatermarkBytes = 5
      $0.lowWatermarkBytes = 6
    },
    Case(
      name: "a low byte watermark alone",
      error: .missing(.highWatermarkBytes, neededBy: .lowWatermarkBytes)
    ) { $0.lowWatermarkBytes = 0 },
    Case(name: "a cap of the high byte watermark", error: nil) {
      $0.highWatermarkBytes = 5
      $0.byteCap = 5
    },
    Case(
      name: "a cap a byte below the high byte watermark",
      error: .above(.highWatermarkBytes, limit: .byteCap)
    ) {
      $0.highWatermarkBytes = 5
      $0.byteCap = 4
    },
    Case(name: "room for nothing", error: .zero(.byteCap)) { $0.byteCap = 0 },
    Case(
      name: "both watermarks where there is one",
      error: .missing(.highWatermarkBytes, neededBy: .watermarks)
    ) { $0.watermarkCombination = .all },
    Case(name: "growth by nothing", error: nil) {
      $0.resumeGrowth = ResumeGrowth(factor: Ratio(millionths: 1_000_000), limit: .seconds(2))
    },
    Case(name: "growth that shrinks", error: .shrinking(.resumeGrowthFactor)) {
      $0.resumeGrowth = ResumeGrowth(factor: Ratio(millionths: 999_999), limit: .seconds(2))
    },
    Case(
      name: "growth to less than there is",
      error: .above(.resumeBuffer, limit: .resumeGrowthLimit)
    ) {
      $0.resumeGrowth = ResumeGrowth(
        factor: Ratio(millionths: 2_000_000), limit: .seconds(2) - .resolution)
    },
    Case(name: "half-lives that are one", error: nil) {
      $0.keepUp = .predictedRate(ThroughputEstimation(fastHalfLife: short, slowHalfLife: short))
    },
    Case(
      name: "a fast half-life above the slow one",
      error: .above(.fastHalfLife, limit: .slowHalfLife)
    ) {
      $0.keepUp = .predictedRate(
        ThroughputEstimation(fastHalfLife: short + .resolution, slowHalfLife: short))
    },
    Case(name: "a half-life of nothing", error: .zero(.fastHalfLife)) {
      $0.keepUp = .predictedRate(ThroughputEstimation(fastHalfLife: .zero))
    },
    Case(name: "measurements of nothing", error: .zero(.sampleBytes)) {
      $0.keepUp = .predictedRate(ThroughputEstimation(sampleBytes: 0))
    },
    Case(name: "a granularity of nothing", error: .zero(.loadGranularity)) {
      $0.loadGranularity = 0
    },
    Case(name: "a back buffer of nothing", error: nil) { $0.backBuffer = .zero },
    Case(name: "less than no back buffer", error: .negative(.backBuffer)) {
      $0.backBuffer = .zero - .resolution
    },
    Case(name: "reading through less than nothing", error: .negative(.readThrough)) {
      $0.readThrough = -1
    },
  ]

  @Test(arguments: cases)
  func `are checked, each for itself and with each other`(example: Case) {
    var parameters = BufferingPolicy.Parameters()
    example.change(&parameters)
    do throws(PolicyError) {
      let policy = try BufferingPolicy(parameters)
      expect(example.error == nil && policy.parameters == parameters)
    } catch {
      expect(error, equals: example.error)
    }
  }

  @Test func `are named in what is told of a contradiction`() {
    expect(
      PolicyError.above(.lowWatermark, limit: .highWatermark).description,
      equals: "lowWatermark is above highWatermark")
  }
}
