/// A value of a policy.
public enum PolicyField: String, Hashable, Sendable, CaseIterable {
  /// ``BufferingPolicy/Parameters/startupThreshold``, a time.
  case startupBuffer
  /// ``BufferingPolicy/Parameters/resumeThreshold``, a time.
  case resumeBuffer
  /// ``BufferingPolicy/Parameters/afterSeekThreshold``, a time.
  case afterSeekBuffer
  /// `factor`, a ratio.
  case resumeGrowthFactor
  /// `limit`, a time.
  case resumeGrowthLimit
  /// ``BufferingPolicy/Parameters/highWatermark``, a time.
  case highWatermark
  /// ``BufferingPolicy/Parameters/lowWatermark``, a time.
  case lowWatermark
  /// ``BufferingPolicy/Parameters/highWatermarkBytes``, in bytes.
  case highWatermarkBytes
  /// ``BufferingPolicy/Parameters/lowWatermarkBytes``, in bytes.
  case lowWatermarkBytes
  /// ``BufferingPolicy/Parameters/watermarkTime``, a time.
  case watermarkTime
  /// ``BufferingPolicy/Parameters/watermarkLimit``, in bytes.
  case watermarkLimit
  /// ``BufferingPolicy/Parameters/interleaveFactor``, a ratio.
  case interleaveFactor
  /// `watermarkCombination`, one of its names.
  case watermarks
  /// ``BufferingPolicy/Parameters/byteCap``, in bytes.
  case byteCap
  /// `loadedOver`, one of its names.
  case loadedOver
  /// ``BufferingPolicy/Parameters/buffered``, one of its names.
  case buffered
  /// ``BufferingPolicy/Parameters/bufferedAhead``, a time.
  case bufferedAhead
  /// ``BufferingPolicy/Parameters/backBuffer``, a time.
  case backBuffer
  /// ``BufferingPolicy/Parameters/loadGranularity``, in bytes.
  case loadGranularity
  /// `keepUp`, the name of a rule.
  case keepUp
  /// `fastHalfLife`, a time.
  case fastHalfLife
  /// `slowHalfLife`, a time.
  case slowHalfLife
  /// `sampleBytes`, in bytes.
  case sampleBytes
  /// `over`, one of its names.
  case throughputOver
  /// `either`, true or false.
  case throughputEither
  /// ``BufferingPolicy/Parameters/automaticallyWaitsToMinimizeStalling``, true or false.
  case automaticallyWaitsToMinimizeStalling
  /// ``PathLimits/forwardBuffer`` on an expensive path, a time.
  case expensiveBuffer
  /// ``PathLimits/peakBitRate`` on an expensive path, a rate.
  case expensiveRate
  /// ``PathLimits/forwardBuffer`` on a constrained path, a time.
  case constrainedBuffer
  /// ``PathLimits/peakBitRate`` on a constrained path, a rate.
  case constrainedRate
  /// `openedWith`, one of its names.
  case openedWith
  /// ``BufferingPolicy/Parameters/readOrder``, one of its names.
  case readOrder
  /// ``BufferingPolicy/Parameters/wholeGroups``, true or false.
  case wholeGroups
  /// ``BufferingPolicy/Parameters/readThrough``, in bytes.
  case readThrough
  /// ``BufferingPolicy/Parameters/blockBytes``, in bytes.
  case blockBytes
  /// ``BufferingPolicy/Parameters/parallelRequests``, a number.
  case parallelRequests
  /// ``BufferingPolicy/Parameters/seekBack``, in bytes.
  case seekBack
  /// ``BufferingPolicy/Parameters/windowReads``, in bytes.
  case windowReads
  /// ``TrackRules/decoderThreads``, a number.
  case decoderThreads
  /// ``DecodedMedia/videoFrames`` of ``TrackRules/startup``, a number.
  case startupVideoFrames
  /// ``DecodedMedia/video`` of ``TrackRules/startup``, a time.
  case startupVideo
  /// ``DecodedMedia/audio`` of ``TrackRules/startup``, a time.
  case startupAudio
  /// ``DecodedMedia/videoFrames`` of ``TrackRules/resume``, a number.
  case resumeVideoFrames
  /// ``DecodedMedia/video`` of ``TrackRules/resume``, a time.
  case resumeVideo
  /// ``DecodedMedia/audio`` of ``TrackRules/resume``, a time.
  case resumeAudio
  /// ``TrackRules/resumeCache``, a time.
  case resumeCache
  /// ``TrackRules/resumeLongest``, a time.
  case resumeLongest
  /// ``TrackRules/videoGrowth``, a number.
  case videoGrowth
  /// ``TrackRules/videoGrowthLimit``, a number.
  case videoGrowthLimit
  /// ``TrackRules/audioGrowth``, a ratio.
  case audioGrowth
  /// ``TrackRules/audioGrowthLimit``, a time.
  case audioGrowthLimit
  /// ``TrackRules/growthFrom``, a number.
  case growthFrom
  /// ``TrackRules/videoGrace``, a time.
  case videoGrace
  /// ``TrackRules/audioGrace``, a time.
  case audioGrace
  /// ``TrackRules/stallCache``, a time.
  case stallCache
  /// ``TrackRules/videoQueue``, a number.
  case videoQueue
  /// ``TrackRules/videoReserve``, a number.
  case videoReserve
  /// ``TrackRules/audioQueue``, a time.
  case audioQueue
  /// ``TrackRules/audioDevice``, a time.
  case audioDevice
  /// ``TrackRules/audioDrains``, true or false.
  case audioDrains
  /// ``TrackRules/audioDelay``, a time.
  case audioDelay
  /// ``TrackRules/inputHigh``, a time.
  case inputHigh
  /// ``TrackRules/inputHighBytes``, in bytes.
  case inputHighBytes
  /// ``TrackRules/inputLow``, a time.
  case inputLow
  /// ``TrackRules/inputLowBytes``, in bytes.
  case inputLowBytes
  /// ``TrackRules/inputVideoFrames``, a number.
  case inputVideoFrames
  /// ``TrackRules/inputAudio``, a time.
  case inputAudio
  /// `cacheFrom`, one of its names.
  case cacheFrom
  /// `cacheTo`, one of its names.
  case cacheTo
  /// `cacheOver`, one of its names.
  case cacheOver
  /// ``TrackRules/pollFirst``, a time.
  case pollFirst
  /// ``TrackRules/pollInterval``, a time.
  case pollInterval
  /// ``TrackRules/openCost``, a time.
  case openCost
  /// ``TrackRules/audioCost``, a time.
  case audioCost
  /// ``TrackRules/seekCost``, a time.
  case seekCost
  /// ``TrackRules/startCost``, a time.
  case startCost

  /// The field's row in the table of all fields, in whose order files and reports have them.
  ///
  /// Whatever reads, checks, writes or describes a policy's values goes by it. Defaults are those
  /// of ``BufferingPolicy/Parameters``.
  package var row: PolicyRow { Self.rows[self] ?? newRow }

  /// All fields with their rows, in order, made once: each takes key paths.
  static let table = allCases.map { field in (field: field, row: field.newRow) }

  private static let rows = Dictionary(
    uniqueKeysWithValues: table.map { ($0.field, $0.row) })

  private var newRow: PolicyRow {
    switch self {
    case .startupBuffer: PolicyRow(\.startupThreshold)
    case .resumeBuffer: PolicyRow(\.resumeThreshold, atMost: .resumeGrowthLimit)
    case .afterSeekBuffer: PolicyRow(\.afterSeekThreshold, fact: "after a seek at %")
    case .resumeGrowthFactor:
      PolicyRow(\.growth.factor, in: .resumeGrowth, "factor", required: "2")
    case .resumeGrowthLimit:
      PolicyRow(\.growth.limit, in: .resumeGrowth, "limit", required: "30s")
    case .highWatermark: PolicyRow(\.highWatermark, isPositive: true, mayBeUnlimited: true)
    case .lowWatermark: PolicyRow(\.lowWatermark, atMost: .highWatermark, needsLimit: true)
    case .highWatermarkBytes:
      PolicyRow(\.highWatermarkBytes, isPositive: true, mayBeUnlimited: true, atMost: .byteCap)
    case .lowWatermarkBytes:
      PolicyRow(\.lowWatermarkBytes, atMost: .highWatermarkBytes, needsLimit: true)
    case .watermarkTime:
      PolicyRow(\.watermarkTime, isLater: true, fact: "byte watermarks of at least % of media")
    case .watermarkLimit:
      PolicyRow(
        \.watermarkLimit, mayBeUnlimited: true, isLater: true, fact: "raised to at most %")
    case .interleaveFactor:
      PolicyRow(\.interleaveFactor, isLater: true, fact: "watermarks % times the interleave higher")
    case .watermarks: PolicyRow(\.watermarkCombination)
    case .byteCap:
      PolicyRow(\.byteCap, isPositive: true, mayBeUnlimited: true, fact: "buffer capacity %")
    case .loadedOver:
      PolicyRow(
        \.loadedOver, isLater: true,
        wordFacts: [TrackCombination.anyTrack.rawValue: "counts the track that is loaded furthest"])
    case .buffered:
      PolicyRow(
        \.buffered, isLater: true,
        wordFacts: [BufferedReport.bytes.rawValue: "reports loaded ranges by the bytes received"])
    case .bufferedAhead:
      PolicyRow(\.bufferedAhead, isLater: true, fact: "reports % ahead of the playhead by frames")
    case .backBuffer: PolicyRow(\.backBuffer, mayBeUnlimited: true, fact: "back buffer %")
    case .loadGranularity:
      PolicyRow(\.loadGranularity, isPositive: true, fact: "checks whether to stop every %")
    case .keepUp: PolicyRow(\.keepUp)
    case .fastHalfLife:
      PolicyRow(
        \.estimation.fastHalfLife, in: .predictedRate, isPositive: true, atMost: .slowHalfLife)
    case .slowHalfLife: PolicyRow(\.estimation.slowHalfLife, in: .predictedRate, isPositive: true)
    case .sampleBytes: PolicyRow(\.estimation.sampleBytes, in: .predictedRate, isPositive: true)
    case .throughputOver:
      PolicyRow(\.estimation.over, in: .predictedRate, "over", isLater: true)
    case .throughputEither:
      PolicyRow(\.estimation.either, in: .predictedRate, "either", isLater: true)
    case .automaticallyWaitsToMinimizeStalling: PolicyRow(\.automaticallyWaitsToMinimizeStalling)
    case .expensiveBuffer:
      PolicyRow(\.expensive.forwardBuffer, in: .expensive, "buffer", isPositive: true)
    case .expensiveRate: PolicyRow(\.expensive.peakBitRate, in: .expensive, "rate")
    case .constrainedBuffer:
      PolicyRow(\.constrained.forwardBuffer, in: .constrained, "buffer", isPositive: true)
    case .constrainedRate: PolicyRow(\.constrained.peakBitRate, in: .constrained, "rate")
    case .openedWith:
      PolicyRow(
        \.openedWith, isLater: true,
        wordFacts: [
          OpeningEnd.samples.rawValue: "opens with the first frame of each track",
          OpeningEnd.decodeTimes.rawValue: "opens with the first decode time of each track",
          OpeningEnd.lengths.rawValue: "opens with the length of each track",
        ])
    case .readOrder:
      PolicyRow(
        \.readOrder, isLater: true,
        wordFacts: [ReadOrder.demuxer.rawValue: "reads the frame that is due first"])
    case .wholeGroups:
      PolicyRow(
        \.wholeGroups, isLater: true, fact: "uses video without a sync table by whole groups")
    case .readThrough: PolicyRow(\.readThrough, fact: "reads through gaps up to %")
    case .blockBytes:
      PolicyRow(\.blockBytes, isPositive: true, isLater: true, fact: "reads in blocks of %")
    case .parallelRequests:
      PolicyRow(
        \.parallelRequests, isPositive: true, isLater: true, fact: "up to % requests open")
    case .seekBack:
      PolicyRow(\.seekBack, mayBeUnlimited: true, isLater: true, fact: "goes back up to %")
    case .windowReads:
      PolicyRow(
        \.windowReads, isPositive: true, isLater: true,
        fact: "buffers as the index asks, in reads of %")
    case .decoderThreads:
      PolicyRow(
        \.tracks.decoderThreads, in: .decoder, "threads", isPositive: true,
        fact: "decodes video in % threads")
    case .startupVideoFrames:
      PolicyRow(
        \.tracks.startup.videoFrames, in: .startup, "videoFrames",
        fact: "starts with % video frames")
    case .startupVideo:
      PolicyRow(
        \.tracks.startup.video, in: .startup, "video", fact: "starts with % of video")
    case .startupAudio:
      PolicyRow(
        \.tracks.startup.audio, in: .startup, "audio", fact: "starts with % of audio")
    case .resumeVideoFrames:
      PolicyRow(
        \.tracks.resume.videoFrames, in: .resume, "videoFrames", fact: "resumes with % video frames"
      )
    case .resumeVideo:
      PolicyRow(
        \.tracks.resume.video, in: .resume, "video", fact: "resumes with % of video")
    case .resumeAudio:
      PolicyRow(
        \.tracks.resume.audio, in: .resume, "audio", fact: "resumes with % of audio")
    case .resumeCache:
      PolicyRow(
        \.tracks.resumeCache, in: .resume, "cache", fact: "resumes with % cached")
    case .resumeLongest:
      PolicyRow(
        \.tracks.resumeLongest, in: .resume, "longest", isLater: true,
        fact: "resumes after % at the latest")
    case .videoGrowth:
      PolicyRow(
        \.tracks.videoGrowth, in: .underflow, "videoFrames",
        fact: "needs % more video frames after each underflow")
    case .videoGrowthLimit:
      PolicyRow(
        \.tracks.videoGrowthLimit, in: .underflow, "videoFramesLimit", fact: "up to % video frames")
    case .audioGrowth:
      PolicyRow(
        \.tracks.audioGrowth, in: .underflow, "audioFactor",
        fact: "needs % times as much audio after each underflow")
    case .audioGrowthLimit:
      PolicyRow(
        \.tracks.audioGrowthLimit, in: .underflow, "audioLimit", fact: "up to % of audio")
    case .growthFrom:
      PolicyRow(
        \.tracks.growthFrom, in: .underflow, "from", isPositive: true,
        fact: "counts from underflow % on")
    case .videoGrace:
      PolicyRow(
        \.tracks.videoGrace, in: .underflow, "videoGrace", fact: "stalls after % without video")
    case .audioGrace:
      PolicyRow(
        \.tracks.audioGrace, in: .underflow, "audioGrace", fact: "stalls after % without audio")
    case .stallCache:
      PolicyRow(
        \.tracks.stallCache, in: .underflow, "cacheBelow", fact: "stalls with less than % cached")
    case .videoQueue:
      PolicyRow(
        \.tracks.videoQueue, in: .videoOutput, "queue", fact: "video queue of % frames")
    case .videoReserve:
      PolicyRow(
        \.tracks.videoReserve, in: .videoOutput, "reserve",
        fact: "needs % video frames after the one shown")
    case .audioQueue:
      PolicyRow(
        \.tracks.audioQueue, in: .audioOutput, "queue", fact: "audio queue of %")
    case .audioDevice:
      PolicyRow(
        \.tracks.audioDevice, in: .audioOutput, "device", fact: "audio device takes % ahead")
    case .audioDrains:
      PolicyRow(
        \.tracks.audioDrains, in: .audioOutput, "drains", isLater: true,
        fact: "audio runs out once the device has played it all")
    case .audioDelay:
      PolicyRow(
        \.tracks.audioDelay, in: .audioOutput, "delay", isLater: true,
        fact: "sound begins % after playback")
    case .inputHigh:
      PolicyRow(
        \.tracks.inputHigh, in: .inputQueue, "high", isLater: true,
        fact: "starts with % in the input queue")
    case .inputHighBytes:
      PolicyRow(
        \.tracks.inputHighBytes, in: .inputQueue, "highBytes", isLater: true,
        fact: "or with % in the input queue")
    case .inputLow:
      PolicyRow(
        \.tracks.inputLow, in: .inputQueue, "low", atMost: .inputHigh, isLater: true,
        fact: "stalls with less than % in the input queue")
    case .inputLowBytes:
      PolicyRow(
        \.tracks.inputLowBytes, in: .inputQueue, "lowBytes", atMost: .inputHighBytes, isLater: true,
        fact: "or with less than % in the input queue")
    case .inputVideoFrames:
      PolicyRow(
        \.tracks.inputVideoFrames, in: .inputQueue, "videoFrames", isLater: true,
        fact: "demuxes % frames ahead")
    case .inputAudio:
      PolicyRow(
        \.tracks.inputAudio, in: .inputQueue, "audio", isLater: true,
        fact: "demuxes % of audio ahead")
    case .cacheFrom:
      PolicyRow(
        \.tracks.cacheFrom, in: .cache, "from",
        wordFacts: [CacheBase.decoder.rawValue: "measures its cache from the decoder on"])
    case .cacheTo:
      PolicyRow(
        \.tracks.cacheTo, in: .cache, "upTo",
        wordFacts: [CacheEnd.decoded.rawValue: "measures its cache up to what is decoded"])
    case .cacheOver:
      PolicyRow(
        \.tracks.cacheOver, in: .cache, "over",
        wordFacts: [TrackCombination.anyTrack.rawValue: "measures its cache by the fullest track"])
    case .pollFirst:
      PolicyRow(
        \.tracks.pollFirst, in: .poll, "first",
        fact: "first checks whether to resume % after opening")
    case .pollInterval:
      PolicyRow(
        \.tracks.pollInterval, in: .poll, "interval", isPositive: true,
        fact: "checks whether to resume every %")
    case .openCost:
      PolicyRow(
        \.tracks.openCost, in: .costs, "open", fact: "opening takes at least %")
    case .audioCost:
      PolicyRow(
        \.tracks.audioCost, in: .costs, "audio", isLater: true, fact: "% more with audio")
    case .seekCost:
      PolicyRow(
        \.tracks.seekCost, in: .costs, "seek", fact: "a seek takes at least %")
    case .startCost:
      PolicyRow(
        \.tracks.startCost, in: .costs, "start", fact: "shows the first frame % after it is ready")
    }
  }

  /// The key within the mapping that holds the field.
  package var ownKey: String { row.ownKey ?? rawValue }

  /// The full key in a file: `resumeGrowth.limit`.
  public var key: String { row.group.map { "\($0.key).\(ownKey)" } ?? rawValue }

  /// The key in JSON, within the object that holds the field: that of a file with the unit behind
  /// it.
  package var jsonKey: String {
    let unit = row.unit.jsonSuffix
    return ownKey.hasSuffix(unit) ? ownKey : ownKey + unit
  }
}

extension BufferingPolicy.Parameters {
  /// The value of `field` in whole units; `nil` if it is not set.
  package func value(of field: PolicyField) -> Int64? {
    let row = field.row
    return row.group?.isSet(in: self) ?? true ? row.value(self) : nil
  }

  /// Sets `field` to a value in whole units; `nil` leaves one that always has a value as it is.
  package mutating func set(_ field: PolicyField, to value: Int64?) {
    field.row.set(&self, value)
  }

  /// The value of `field` as exact text: `2 s`, `64 KiB`; `nil` if it is not set.
  public func text(of field: PolicyField) -> String? {
    value(of: field).map(field.row.unit.text)
  }

  /// The growth of the resume threshold; without any, what is neutral.
  fileprivate var growth: ResumeGrowth {
    get { resumeGrowth ?? ResumeGrowth(factor: .one, limit: resumeThreshold) }
    set { resumeGrowth = newValue }
  }

  /// The throughput estimation; for a rule that has none, the default.
  fileprivate var estimation: ThroughputEstimation {
    get { keepUp.estimation ?? ThroughputEstimation() }
    set { keepUp = .predictedRate(newValue) }
  }
}
