import Expectations
import Foundation
import PlayheadLadder
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `A scenario's definition` {
  typealias Definition = Scenario.Definition
  typealias Change = (field: String, change: @Sendable (inout Definition) -> Void)

  /// All that there is, and nothing that is not set.
  private static func full() throws -> Definition {
    var parameters = BufferingPolicy.Parameters()
    parameters.name = "full"
    parameters.afterSeekThreshold = .seconds(3)
    parameters.resumeGrowth = ResumeGrowth(
      factor: Ratio(millionths: 1_500_000), limit: .seconds(9))
    parameters.lowWatermark = .seconds(11)
    parameters.highWatermarkBytes = 1000
    parameters.lowWatermarkBytes = 900
    parameters.byteCap = 1 << 40
    parameters.backBuffer = .seconds(5)
    parameters.loadGranularity = 64
    parameters.keepUp = .predictedRate(ThroughputEstimation())
    let limits = PathLimits(forwardBuffer: .seconds(7), peakBitRate: BitRate(bitsPerSecond: 5000))
    parameters.expensive = limits
    parameters.constrained = limits
    let interval = BandwidthProfile.Interval(
      duration: .seconds(3), rate: BitRate(bitsPerSecond: 70_000), latency: .milliseconds(20),
      loss: Ratio(millionths: 10), path: .expensive)
    let profile = BandwidthProfile(
      unchecked: "net", [interval, interval], .repeats,
      jitter: try LatencyJitter(magnitude: .milliseconds(3), seed: .max), notes: ["a note"])
    return Definition(
      media: MediaIdentity(
        path: "a.mp4", bytes: 1234, indexDigest: String(repeating: "a", count: 64),
        tracks: [0, 1]),
      network: profile, transport: .slowStart(setUpRoundTrips: 1),
      policy: try BufferingPolicy(parameters),
      actions: [UserAction(at: .seconds(1), .seek(to: .seconds(2), .exact))], repeats: 2,
      options: SessionOptions(limit: .seconds(50)), limit: .seconds(50))
  }

  private static func profile(
    _ definition: inout Definition, name: String? = nil,
    afterwards: BandwidthProfile.Afterwards? = nil, magnitude: WallTime = .milliseconds(3),
    seed: UInt64 = .max, notes: [String]? = nil,
    interval: (inout BandwidthProfile.Interval) -> Void = { _ in }
  ) {
    let old = definition.network
    var intervals = old.intervals
    interval(&intervals[0])
    definition.network = BandwidthProfile(
      unchecked: name ?? old.name, intervals, afterwards ?? old.afterwards,
      jitter: try? LatencyJitter(magnitude: magnitude, seed: seed), notes: notes ?? old.notes)
  }

  private static func policy(
    _ definition: inout Definition, _ change: (inout BufferingPolicy.Parameters) -> Void
  ) {
    var parameters = definition.policy.parameters
    change(&parameters)
    if let policy = try? BufferingPolicy(parameters) { definition.policy = policy }
  }

  private static let second = WallTime.seconds(1)
  private static let changes: [Change] = [
    ("media.path", { $0.media.path += "x" }),
    ("media.bytes", { $0.media.bytes += 1 }),
    ("media.indexDigest", { $0.media.indexDigest = String(repeating: "b", count: 64) }),
    ("media.indexDigest", { $0.media.indexDigest = nil }),
    ("media.tracks", { $0.media.tracks.append(2) }),
    ("network.name", { profile(&$0, name: "x") }),
    ("network.intervals.duration", { profile(&$0) { $0.duration += .resolution } }),
    ("network.intervals.rate", { profile(&$0) { $0.rate.bitsPerSecond += 1 } }),
    ("network.intervals.latency", { profile(&$0) { $0.latency += .resolution } }),
    ("network.intervals.lossMillionths", { profile(&$0) { $0.loss.millionths += 1 } }),
    ("network.intervals.path", { profile(&$0) { $0.path = .constrained } }),
    ("network.intervals.path", { profile(&$0) { $0.path = [] } }),
    ("network.afterwards", { profile(&$0, afterwards: .holdsLast) }),
    ("network.jitter.magnitude", { profile(&$0, magnitude: .milliseconds(4)) }),
    ("network.jitter.seed", { profile(&$0, seed: .max - 1) }),
    ("network.notes", { profile(&$0, notes: []) }),
    ("transport", { $0.transport = .slowStart(setUpRoundTrips: 2) }),
    ("transport", { $0.transport = .fluid }),
    ("policy.name", { policy(&$0) { $0.name = "x" } }),
    ("policy.startupThreshold", { policy(&$0) { $0.startupThreshold += .seconds(1) } }),
    ("policy.resumeThreshold", { policy(&$0) { $0.resumeThreshold += .seconds(1) } }),
    ("policy.afterSeekThreshold", { policy(&$0) { $0.afterSeekThreshold = nil } }),
    (
      "policy.resumeGrowth.factor",
      { policy(&$0) { $0.resumeGrowth?.factor = Ratio(millionths: 1_500_001) } }
    ),
    ("policy.resumeGrowth.limit", { policy(&$0) { $0.resumeGrowth?.limit += .seconds(1) } }),
    ("policy.highWatermark", { policy(&$0) { $0.highWatermark = .seconds(31) } }),
    ("policy.lowWatermark", { policy(&$0) { $0.lowWatermark = .seconds(12) } }),
    ("policy.highWatermarkBytes", { policy(&$0) { $0.highWatermarkBytes = 1001 } }),
    ("policy.lowWatermarkBytes", { policy(&$0) { $0.lowWatermarkBytes = 901 } }),
    ("policy.watermarkCombination", { policy(&$0) { $0.watermarkCombination = .all } }),
    ("policy.byteCap", { policy(&$0) { $0.byteCap = nil } }),
    ("policy.backBuffer", { policy(&$0) { $0.backBuffer = .zero } }),
    ("policy.loadGranularity", { policy(&$0) { $0.loadGranularity = 65 } }),
    ("policy.keepUp", { policy(&$0) { $0.keepUp = .threshold } }),
    (
      "policy.keepUp.fastHalfLife",
      {
        policy(&$0) {
          $0.keepUp = .predictedRate(ThroughputEstimation(fastHalfLife: .seconds(2)))
        }
      }
    ),
    (
      "policy.keepUp.slowHalfLife",
      {
        policy(&$0) {
          $0.keepUp = .predictedRate(ThroughputEstimation(slowHalfLife: .seconds(10)))
        }
      }
    ),
    (
      "policy.keepUp.sampleBytes",
      { policy(&$0) { $0.keepUp = .predictedRate(ThroughputEstimation(sampleBytes: 1)) } }
    ),
    (
      "policy.keepUp.over",
      { policy(&$0) { $0.keepUp = .predictedRate(ThroughputEstimation(over: .session)) } }
    ),
    (
      "policy.keepUp.either",
      { policy(&$0) { $0.keepUp = .predictedRate(ThroughputEstimation(either: true)) } }
    ),
    (
      "policy.automaticallyWaitsToMinimizeStalling",
      { policy(&$0) { $0.automaticallyWaitsToMinimizeStalling = false } }
    ),
    ("policy.expensive.forwardBuffer", { policy(&$0) { $0.expensive.forwardBuffer = nil } }),
    ("policy.expensive.peakBitRate", { policy(&$0) { $0.expensive.peakBitRate = nil } }),
    ("policy.constrained.forwardBuffer", { policy(&$0) { $0.constrained.forwardBuffer = nil } }),
    ("policy.constrained.peakBitRate", { policy(&$0) { $0.constrained.peakBitRate = nil } }),
    ("policy.loadedOver", { policy(&$0) { $0.loadedOver = .anyTrack } }),
    ("policy.buffered", { policy(&$0) { $0.buffered = .bytes } }),
    ("policy.bufferedAhead", { policy(&$0) { $0.bufferedAhead = .seconds(2) } }),
    ("policy.openedWith", { policy(&$0) { $0.openedWith = .samples } }),
    ("policy.readOrder", { policy(&$0) { $0.readOrder = .demuxer } }),
    ("policy.wholeGroups", { policy(&$0) { $0.wholeGroups = true } }),
    ("policy.readThrough", { policy(&$0) { $0.readThrough += 1 } }),
    ("policy.blockBytes", { policy(&$0) { $0.blockBytes = 1024 } }),
    ("policy.parallelRequests", { policy(&$0) { $0.parallelRequests = 2 } }),
    ("policy.seekBack", { policy(&$0) { $0.seekBack = 0 } }),
    ("policy.windowReads", { policy(&$0) { $0.windowReads = 1 } }),
    ("policy.tracks.decoderThreads", { policy(&$0) { $0.tracks.decoderThreads = 2 } }),
    ("policy.tracks.startup.videoFrames", { policy(&$0) { $0.tracks.startup.videoFrames = 1 } }),
    ("policy.tracks.startup.video", { policy(&$0) { $0.tracks.startup.video = .seconds(1) } }),
    ("policy.tracks.startup.audio", { policy(&$0) { $0.tracks.startup.audio = .seconds(1) } }),
    ("policy.tracks.resume.videoFrames", { policy(&$0) { $0.tracks.resume.videoFrames = 1 } }),
    ("policy.tracks.resume.video", { policy(&$0) { $0.tracks.resume.video = .seconds(1) } }),
    ("policy.tracks.resume.audio", { policy(&$0) { $0.tracks.resume.audio = .seconds(1) } }),
    ("policy.tracks.resumeCache", { policy(&$0) { $0.tracks.resumeCache = .seconds(1) } }),
    ("policy.tracks.resumeLongest", { policy(&$0) { $0.tracks.resumeLongest = .seconds(1) } }),
    ("policy.tracks.videoGrowth", { policy(&$0) { $0.tracks.videoGrowth = 1 } }),
    ("policy.tracks.videoGrowthLimit", { policy(&$0) { $0.tracks.videoGrowthLimit = 8 } }),
    (
      "policy.tracks.audioGrowth",
      { policy(&$0) { $0.tracks.audioGrowth = Ratio(millionths: 2_000_000) } }
    ),
    (
      "policy.tracks.audioGrowthLimit", { policy(&$0) { $0.tracks.audioGrowthLimit = .seconds(3) } }
    ),
    ("policy.tracks.growthFrom", { policy(&$0) { $0.tracks.growthFrom = 2 } }),
    ("policy.tracks.videoGrace", { policy(&$0) { $0.tracks.videoGrace = .seconds(3) } }),
    ("policy.tracks.audioGrace", { policy(&$0) { $0.tracks.audioGrace = .seconds(3) } }),
    ("policy.tracks.stallCache", { policy(&$0) { $0.tracks.stallCache = .seconds(1) } }),
    ("policy.tracks.videoQueue", { policy(&$0) { $0.tracks.videoQueue = 1 } }),
    ("policy.tracks.videoReserve", { policy(&$0) { $0.tracks.videoReserve = 1 } }),
    ("policy.tracks.audioQueue", { policy(&$0) { $0.tracks.audioQueue = .seconds(1) } }),
    ("policy.tracks.audioDrains", { policy(&$0) { $0.tracks.audioDrains = true } }),
    ("policy.tracks.audioDevice", { policy(&$0) { $0.tracks.audioDevice = .seconds(1) } }),
    ("policy.watermarkTime", { policy(&$0) { $0.watermarkTime = .seconds(1) } }),
    ("policy.watermarkLimit", { policy(&$0) { $0.watermarkLimit = 1 } }),
    ("policy.interleaveFactor", { policy(&$0) { $0.interleaveFactor = .one } }),
    ("policy.tracks.inputHigh", { policy(&$0) { $0.tracks.inputHigh = .seconds(1) } }),
    ("policy.tracks.inputHighBytes", { policy(&$0) { $0.tracks.inputHighBytes = 1 } }),
    ("policy.tracks.inputLow", { policy(&$0) { $0.tracks.inputLow = .seconds(1) } }),
    ("policy.tracks.inputLowBytes", { policy(&$0) { $0.tracks.inputLowBytes = 1 } }),
    ("policy.tracks.inputVideoFrames", { policy(&$0) { $0.tracks.inputVideoFrames = 1 } }),
    ("policy.tracks.inputAudio", { policy(&$0) { $0.tracks.inputAudio = .seconds(1) } }),
    ("policy.tracks.cacheFrom", { policy(&$0) { $0.tracks.cacheFrom = .decoder } }),
    ("policy.tracks.cacheTo", { policy(&$0) { $0.tracks.cacheTo = .decoded } }),
    ("policy.tracks.cacheOver", { policy(&$0) { $0.tracks.cacheOver = .anyTrack } }),
    ("policy.tracks.pollFirst", { policy(&$0) { $0.tracks.pollFirst = .seconds(1) } }),
    ("policy.tracks.pollInterval", { policy(&$0) { $0.tracks.pollInterval = .seconds(1) } }),
    ("policy.tracks.openCost", { policy(&$0) { $0.tracks.openCost = .seconds(1) } }),
    ("policy.tracks.seekCost", { policy(&$0) { $0.tracks.seekCost = .seconds(1) } }),
    ("policy.tracks.audioCost", { policy(&$0) { $0.tracks.audioCost = .seconds(1) } }),
    ("policy.tracks.audioDelay", { policy(&$0) { $0.tracks.audioDelay = .seconds(1) } }),
    ("policy.tracks.startCost", { policy(&$0) { $0.tracks.startCost = .seconds(1) } }),
    ("actions.wallTime", { $0.actions[0].wallTime += .resolution }),
    ("actions.kind", { $0.actions[0].kind = .seek(to: .seconds(3), .exact) }),
    ("actions.kind", { $0.actions[0].kind = .seek(to: .seconds(2), .keyframe) }),
    ("actions.kind", { $0.actions[0].kind = .play }),
    ("actions.kind", { $0.actions[0].kind = .pause }),
    ("actions.kind", { $0.actions[0].kind = .setRate(.normal) }),
    ("actions.kind", { $0.actions[0].kind = .playImmediately(.normal) }),
    ("repeats", { $0.repeats += 1 }),
    ("adaptation", { $0.adaptation = .init(loading: LadderLoading(), rule: nil) }),
    ("adaptation", { $0.adaptation = .init(loading: LadderLoading(), rule: .named(.bba0)) }),
    ("live", { $0.live = .init(event: LiveEvent(join: .seconds(1)), catchUp: nil) }),
    ("live", { $0.live = .init(event: LiveEvent(join: .seconds(2)), catchUp: nil) }),
    (
      "live",
      {
        $0.live = .init(
          event: LiveEvent(join: .seconds(2)), catchUp: CatchUp(.shaka, from: .normal, to: .normal))
      }
    ),
    ("faults", { $0.faults = [RequestFault(.wallTimes(.zero..<(.seconds(1))), .timeout)] }),
    ("faults", { $0.faults = [RequestFault(.wallTimes(.zero..<(.seconds(1))), .status(503))] }),
    ("options.tickInterval", { $0.options.tickInterval = .milliseconds(499) }),
    ("options.tickInterval", { $0.options.tickInterval = nil }),
    ("options.limit", { $0.options.limit = nil }),
    ("options.recordsEvents", { $0.options.recordsEvents = false }),
    (
      "limit",
      {
        $0.limit += .resolution
        $0.options.limit = $0.limit
      }
    ),
  ]

  /// The fields of a value, and those of the values in it that are made up of fields of ours.
  private static func fields(of value: Any, _ path: String = "") -> Set<String> {
    let value = (value as? BufferingPolicy)?.parameters ?? value
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional || mirror.displayStyle == .collection {
      guard let first = mirror.children.first?.value else { return [path] }
      let isStruct = Mirror(reflecting: first).displayStyle == .struct
      return isStruct || mirror.displayStyle == .optional ? fields(of: first, path) : [path]
    }
    if case .predictedRate(let estimation)? = value as? KeyUp {
      return fields(of: estimation, path).union([path])
    }
    let isPlain =
      value is WallTime || value is MediaTime || value is Ratio || value is BitRate
      || value is PathFlags
      || mirror.displayStyle != .struct || mirror.children.isEmpty
    guard !isPlain else { return [path] }
    return mirror.children.reduce(into: []) { fields, child in
      let label = child.label ?? ""
      fields.formUnion(Self.fields(of: child.value, path.isEmpty ? label : "\(path).\(label)"))
    }
  }

  private typealias KeyUp = KeepUpRule

  @Test func `has another digest with any other value of any field`() throws {
    let full = try Self.full()
    expect(Self.fields(of: full), equals: Set(Self.changes.map(\.field)))
    var digests = [full.digest: "full"]
    for (field, change) in Self.changes {
      var changed = full
      change(&changed)
      expect(changed != full, "\(field)")
      let other = digests.updateValue(field, forKey: changed.digest)
      expect(other == nil, "\(field) and \(other ?? "") have one digest")
      try expect(Definition(json: changed.json), equals: changed, "\(field)")
    }
    try expect(Self.full().digest, equals: full.digest)
  }

  @Test func `takes its fields from the scenario`() throws {
    expect(
      Set(
        Mirror(
          reflecting: try Clip.frames(1, lasting: .seconds(1), of: 1).scenario(
            over: .byteAMillisecond(), BufferingPolicy())
        ).children.compactMap(\.label)),
      equals: ["presentation", "link", "transport", "policy", "actions", "repeats", "options"])
  }

  @Test(arguments: Seeds.some(Array(0..<20 as Range<UInt64>), oneIn: 4))
  func `of random scenarios is read back as it was`(block: UInt64) throws {
    for seed in block * 20..<block * 20 + 20 {
      var scenario = try RandomSession(seed: seed).scenario
      if seed.isMultiple(of: 3) { scenario.transport = .slowStart(setUpRoundTrips: 2) }
      let definition = Definition(scenario, mediaAt: "\(seed)", indexDigest: nil)
      let read = try Definition(json: definition.json)
      expect(read.json, equals: definition.json, "seed \(seed)")
      let decoded = try JSONDecoder().decode(
        Definition.self, from: try JSONEncoder().encode(definition))
      expect(decoded == read && decoded.digest == definition.digest, "seed \(seed)")
      expect(read.network, equals: definition.network, "seed \(seed)")
      expect(read.actions, equals: definition.actions, "seed \(seed)")
      var again = scenario
      (again.link, again.policy) = (NetworkLink(following: read.network), read.policy)
      var (first, second) = (Simulation(scenario), Simulation(again))
      expect(first.run(), equals: second.run(), "seed \(seed)")
    }
  }

  @Test(arguments: [
    (#"{"#, "line 1, column 2: expected a key in quotes, found the end of the file"),
    (#"[]"#, "line 1, column 1: expected an object, found a list"),
    (#"{"a": 1, "a": 2}"#, "line 1, column 10: duplicate key “a”"),
    (#"{"a": "\ud800"}"#, "line 1, column 8: this escape is an unpaired surrogate"),
    ("{}", "line 1, column 1: network is missing"),
  ])
  func `is refused where it is no definition`(json: String, problem: String) throws {
    let error = #expect(throws: JSONError.self) { try Definition(json: Array(json.utf8)) }
    expect(error?.description, equals: problem)
  }

  @Test func `is refused by a decoder where it is no definition`() throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Definition.self, from: Data(#"{"network": [1.5, null]}"#.utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("not data that is corrupted")
      return
    }
    expect(context.debugDescription.hasSuffix("run is missing"))
  }

  @Test func `is refused at any value that is not what it should be`() throws {
    let json = String(decoding: try Self.full().json, as: UTF8.self)
    let numbers = /[:\[ ]([0-9][0-9.]*)[,\]}]/
    var count = 0
    for match in Seeds.some(json.matches(of: numbers), oneIn: 3) {
      for wrong in ["-1", "1e400", "null", "[]", "true", "\"x\"", "1e-30"] {
        var changed = json
        changed.replaceSubrange(
          match.output.1.startIndex..<match.output.1.endIndex, with: wrong)
        do throws(JSONError) {
          _ = try Definition(json: Array(changed.utf8))
          expect(wrong, equals: "null", "\(changed)")
        } catch {
          expect(error.line == 1 && error.column != nil && error.problem.contains(":"))
        }
        count += 1
      }
    }
    expect(count > 70)
    for length in Seeds.some(Array(0..<json.utf8.count), oneIn: 7) {
      #expect(throws: JSONError.self) { try Definition(json: Array(json.utf8.prefix(length))) }
    }
  }
}
