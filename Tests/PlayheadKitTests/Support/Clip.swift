import PlayheadKit

/// Media made by hand, for tests whose numbers can be worked out on paper.
struct Clip {
  var openingReads: [ByteRange] = []
  var samples: [Sample]
  /// The size of the file; `nil` if it ends with its samples.
  var bytes: Int64?
  var tracks: [Track.Kind] = [.video]

  /// Frames of one size that follow one another in time and in the file, each for itself.
  static func frames(
    _ count: Int, lasting length: MediaTime, of size: Int64, from offset: Int64 = 0
  ) -> Clip {
    Clip(
      samples: (0..<Int64(count)).map {
        Sample(
          at: length * $0, lasting: length, bytes: offset + size * $0..<offset + size * ($0 + 1))
      })
  }

  /// Ten seconds of which all the pictures come before the sound.
  static let soundBehindPictures = Clip(
    samples: (0..<10).map {
      Sample(at: .seconds($0), lasting: .seconds(1), bytes: $0 * 100..<$0 * 100 + 100)
    }
      + (0..<10).map {
        Sample(
          at: .seconds($0), lasting: .seconds(1), bytes: 1000 + $0 * 10..<1010 + $0 * 10, track: 1)
      }, tracks: [.video, .audio])

  var index: MediaIndex {
    let bytes = bytes ?? samples.map(\.needs).max() ?? 0
    return MediaIndex(
      name: "clip", bytes: bytes,
      container: "none", announcedDuration: nil, openingReads: openingReads,
      tracks: tracks.enumerated().map {
        Track(
          id: $0.offset, kind: $0.element, codec: "none", timeBase: Rational(1, 1000),
          isPreferred: true)
      },
      samples: samples)
  }

  var presentation: Presentation {
    get throws { try Presentation(index) }
  }

  /// Played from the start; without ticks unless an interval is given.
  func scenario(
    over profile: BandwidthProfile, _ policy: BufferingPolicy, do actions: [UserAction] = [],
    repeats: Int = 0, limit: WallTime? = nil, ticks: WallTime? = nil
  ) throws -> FileScenario {
    FileScenario(
      try presentation, over: NetworkLink(following: profile), policy: policy, actions: actions,
      repeats: repeats, options: SessionOptions(tickInterval: ticks, limit: limit))
  }

  /// Plays it from the start; without ticks unless an interval is given.
  func play(
    over profile: BandwidthProfile, _ policy: BufferingPolicy, do actions: [UserAction] = [],
    repeats: Int = 0, limit: WallTime? = nil, ticks: WallTime? = nil
  ) throws -> Session {
    var simulation = Simulation(
      try scenario(
        over: profile, policy, do: actions, repeats: repeats, limit: limit, ticks: ticks))
    return simulation.run()
  }
}

extension Sample {
  /// A sync sample, unless flags are given.
  init(
    at time: MediaTime?, lasting length: MediaTime, bytes: Range<Int64>, needs: Int64? = nil,
    track: UInt16 = 0, flags: Flags = .sync
  ) {
    self.init(
      track: track, offset: bytes.lowerBound, size: UInt32(bytes.upperBound - bytes.lowerBound),
      needs: needs ?? bytes.upperBound, presentationTime: time, decodeTime: nil,
      duration: length, flags: flags)
  }
}

extension BandwidthProfile {
  /// A byte a millisecond, so that sizes can be read as times.
  static func byteAMillisecond(latency: WallTime = .zero) throws -> BandwidthProfile {
    try BandwidthProfile(
      name: "1 kB/s", rate: BitRate(bitsPerSecond: 8000), latency: latency)
  }

  /// A byte a millisecond, over a path that is expensive between two times in milliseconds.
  static func expensive(
    from start: Int64, until end: Int64, latency: WallTime
  ) throws -> BandwidthProfile {
    let parts: [(milliseconds: Int64, path: PathFlags)] = [
      (start, []), (end - start, .expensive), (1000, []),
    ]
    return try BandwidthProfile(
      name: "expensive for a while",
      intervals: parts.map {
        Interval(
          duration: .milliseconds($0.milliseconds), rate: BitRate(bitsPerSecond: 8000),
          latency: latency, path: $0.path)
      }, afterwards: .holdsLast)
  }

  /// Nothing, ever.
  static var dead: BandwidthProfile {
    get throws { try BandwidthProfile(name: "dead", rate: .zero) }
  }

  /// Intervals of so many milliseconds and bytes a millisecond.
  static func steps(
    _ steps: [(milliseconds: Int64, bytesAMillisecond: Int64)], latency: WallTime = .zero,
    _ afterwards: Afterwards = .holdsLast
  ) throws -> BandwidthProfile {
    try BandwidthProfile(
      name: "steps",
      intervals: steps.map {
        Interval(
          duration: .milliseconds($0.milliseconds),
          rate: BitRate(bitsPerSecond: $0.bytesAMillisecond * 8000), latency: latency)
      },
      afterwards: afterwards)
  }
}
