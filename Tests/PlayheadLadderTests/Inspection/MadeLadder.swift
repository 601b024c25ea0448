import PlayheadModel

@testable import PlayheadAnalysis
@testable import PlayheadLadder

/// A ladder that nobody objects to, and ways to spoil it.
struct MadeLadder: Sendable {
  var format = Ladder.Format.hls
  var segmentCount = 10
  var seconds: Int64 = 4
  /// The bytes of a segment of each level; the declared rates are what they come to.
  var bytes: [Int64] = [50_000, 100_000, 200_000]
  var audioBytes: Int64? = 8000
  /// Whether segments have an initialization section, as those of fMP4 have.
  var hasSections = false
  var change: @Sendable (inout Level, _ number: Int) -> Void = { _, _ in }
  var changeAudio: @Sendable (inout Level) -> Void = { _ in }
  /// What the multivariant playlist lists besides; nothing is missing of it by default.
  var listing = MultivariantListing(iFramePlaylists: 1, hasIndependentSegments: true)
  /// How long a manifest says that it is.
  var declaredLength: Ladder.DeclaredLength?
  /// Changes the recording that it is read from; `nil` if there is none.
  var changeRecording: (@Sendable (inout EventRecording) -> Void)?

  private func level(_ number: Int, bytes: Int64, isAudio: Bool) -> Level {
    let audio = isAudio || format == .dash ? 0 : audioBytes ?? 0
    let rate = BitRate(bitsPerSecond: (bytes + audio) * 8 / seconds)
    return Level(
      name: "\(number)", bitRate: rate, averageBitRate: isAudio ? nil : rate,
      resolution: isAudio ? nil : Resolution(width: 64 << number, height: 36 << number),
      frameRateThousandths: isAudio ? nil : 25_000,
      codecs: isAudio
        ? format == .hls ? [] : ["mp4a.40.2"]
        : ["avc1.64000a"] + (format == .hls && audioBytes != nil ? ["mp4a.40.2"] : []),
      initializations: hasSections ? [LadderResource("\(number)/init", bytes: 100)] : [],
      segments: (0..<segmentCount).map { place in
        let range = TimeRange(
          start: .seconds(seconds * Int64(place)), end: .seconds(seconds * Int64(place + 1)))
        return LadderSegment(
          LadderResource("\(number)/\(place)", bytes: bytes),
          initialization: hasSections ? 0 : nil, declared: range, measured: range,
          startsWithSync: isAudio ? nil : true)
      }, audioLevel: isAudio || audioBytes == nil ? nil : 0, manifestIndex: number,
      targetDuration: format == .hls ? .seconds(seconds) : nil,
      listing: format == .hls
        ? PlaylistListing(type: "VOD", stretches: [.init(sequence: 0, start: .zero)]) : nil,
      tracks: [isAudio ? Self.sound : Self.picture(height: 36 << number)])
  }

  static let sound = MeasuredTrack(kind: .audio, codec: "mp4a.40.2")

  /// What level 0 and up declares of its pictures.
  static func picture(height: Int) -> MeasuredTrack {
    MeasuredTrack(
      kind: .video, codec: "avc1.64000a",
      dimensions: Track.Dimensions(width: height * 16 / 9, height: height),
      frameRateThousandths: 25_000, peakFrameRateThousandths: 25_000,
      longestSyncInterval: .seconds(2))
  }

  var ladder: Ladder {
    let video = bytes.enumerated().map { number, bytes in
      var level = level(number, bytes: bytes, isAudio: false)
      change(&level, number)
      return level
    }
    let audio = audioBytes.map { bytes in
      var level = level(0, bytes: bytes, isAudio: true)
      changeAudio(&level)
      return level
    }
    var ladder = Ladder(
      format: format, manifests: [LadderResource("master", bytes: 500)],
      lanes: [LadderLane(.video, levels: video)]
        + (audio.map { [LadderLane(.audio, levels: [$0])] } ?? []),
      listing: format == .hls ? listing : nil)
    ladder.declaredLength = declaredLength
    if let changeRecording {
      var recording = recording(of: ladder)
      changeRecording(&recording)
      ladder.recording = recording
    }
    return ladder
  }

  /// A recording in which each segment is listed as it ends, in a window of three.
  private func recording(of ladder: Ladder) -> EventRecording {
    func end(_ count: Int) -> WallTime { .seconds(seconds * Int64(count)) }
    let level = EventRecording.Level(
      listings: (3...segmentCount).map { .init(since: end($0), segments: $0 - 3..<$0) },
      segments: (1...segmentCount).map { .init(availability: end($0)) })
    return EventRecording(
      lanes: ladder.lanes.map { $0.levels.map { _ in level } }, begin: .zero,
      end: end(segmentCount))
  }

  var inspection: LadderInspection { inspection(over: ladder.referenceProfile) }

  func inspection(over profile: BandwidthProfile) -> LadderInspection {
    LadderInspection(
      LadderScenario(
        ladder, over: NetworkLink(following: profile), player: .hlsJS,
        rule: HLSJSRule(),
        options: SessionOptions(tickInterval: nil, recordsEvents: false)))
  }
}

extension MadeLadder {
  /// The same with other audio.
  func withAudio(_ change: @escaping @Sendable (inout Level) -> Void) -> MadeLadder {
    var made = self
    made.changeAudio = change
    return made
  }
}

extension Level {
  /// The same with another target duration.
  func withTargetDuration(_ duration: MediaTime) -> Level {
    Level(
      name: name, bitRate: bitRate, averageBitRate: averageBitRate, resolution: resolution,
      frameRateThousandths: frameRateThousandths, codecs: codecs, segments: segments,
      audioLevel: audioLevel, manifestIndex: manifestIndex, targetDuration: duration,
      listing: listing, tracks: tracks)
  }
}
