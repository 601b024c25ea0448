import PlayheadKit

/// Everything that a session depends on, made up from a seed.
///
/// Every other one is *coarse*: all its times are quarters of a second and all its rates carry a
/// whole number of bytes in each, so that arrivals, deadlines and ticks often meet in one instant.
struct RandomSession {
  let seed: UInt64
  var media: RandomMedia
  var profile: BandwidthProfile
  var policy: BufferingPolicy
  var options: SessionOptions

  init(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    self.seed = seed
    let isCoarse = random.chance(50)
    policy = try .random(isCoarse: isCoarse, using: &random)
    media = RandomMedia(isCoarse: isCoarse, readThrough: policy.readThrough, using: &random)
    profile = try .random(isCoarse: isCoarse, using: &random)
    let limit = random.pick(nil, random.int(0...80), random.int(20...200))
    options = SessionOptions(
      tickInterval: .milliseconds(random.pick(250, 500, 500, 777, 2000)),
      limit: limit.map { .milliseconds(Int64($0) * 250) })
  }

  var presentation: Presentation {
    get throws { try Presentation(media.index, tracks: media.tracks) }
  }

  /// The session with all its parts as they are.
  func run() throws -> Session {
    try run(options: options)
  }

  func run(options: SessionOptions) throws -> Session {
    var simulation = Simulation(
      try presentation, resourceBytes: media.index.bytes, link: Link(following: profile),
      policy: policy, options: options)
    return simulation.run()
  }
}
