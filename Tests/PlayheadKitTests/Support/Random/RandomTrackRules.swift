import PlayheadKit

extension TrackRules {
  /// Rules of any kind, few or many.
  static func random(isCoarse: Bool, using random: inout SplitMix64) -> TrackRules {
    var rules = TrackRules()
    func time(_ milliseconds: Int) -> MediaTime {
      isCoarse
        ? .milliseconds(Int64(random.int(0...milliseconds / 250)) * 250)
        : MediaTime(nanoseconds: Int64(random.int(0...milliseconds * 1_000_000)))
    }
    func wait(_ milliseconds: Int) -> WallTime {
      WallTime(nanoseconds: time(milliseconds).nanoseconds)
    }
    func media() -> DecodedMedia {
      DecodedMedia(
        videoFrames: random.pick(0, 0, random.int(0...6)),
        video: random.pick(.zero, .zero, time(2_000)),
        audio: random.pick(.zero, time(500), time(2_000)))
    }
    if random.chance(60) { rules.decoderThreads = random.pick(1, 2, 3, 5) }
    if random.chance(70) { rules.startup = media() }
    if random.chance(50) { rules.resume = media() }
    if random.chance(35) {
      rules.videoGrowth = random.int(0...3)
      rules.videoGrowthLimit = random.pick(nil, random.int(0...8))
      rules.audioGrowth = random.pick(.one, Ratio(millionths: Int64(random.int(1...3)) * 1_000_000))
      rules.audioGrowthLimit = random.pick(nil, time(4_000))
      rules.growthFrom = random.int(1...2)
    }
    if random.chance(50) { rules.videoGrace = random.pick(wait(500), wait(4_000)) }
    if random.chance(25) { rules.audioGrace = random.pick(wait(500), wait(4_000)) }
    if random.chance(40) { rules.videoReserve = random.pick(1, 1, 2) }
    if random.chance(30) { rules.videoQueue = random.int(0...3) }
    if random.chance(40) { rules.audioDevice = time(500) }
    if random.chance(30) { rules.audioQueue = time(500) }
    if random.chance(50) {
      rules.cacheFrom = random.pick(.playhead, .decoder)
      rules.cacheTo = random.pick(.read, .decoded)
      rules.cacheOver = random.pick(.allTracks, .anyTrack)
      rules.resumeCache = random.pick(.zero, time(2_000))
      rules.stallCache = random.pick(nil, time(2_000))
    }
    if random.chance(30) {
      rules.pollFirst = wait(1_000)
      rules.pollInterval = max(.resolution, wait(1_000))
    }
    if random.chance(30) {
      (rules.openCost, rules.seekCost, rules.startCost) = (wait(500), wait(1_000), wait(500))
    }
    // What came later leaves the choices before it as they were.
    let before = random
    defer { random = before }
    if random.chance(35) {
      let high = time(3_000)
      rules.inputHigh = random.pick(nil, high, high)
      rules.inputHighBytes = random.pick(
        nil, Int64(random.int(0...4_000)), rules.inputHigh == nil ? 500 : nil)
      rules.inputLow = random.pick(
        nil, .zero, MediaTime(nanoseconds: (rules.inputHigh ?? .zero).nanoseconds / 10))
      rules.inputLowBytes = random.pick(nil, rules.inputHighBytes.map { $0 / 4 })
      rules.inputVideoFrames = random.int(0...4)
      rules.inputAudio = time(1_000)
    }
    return rules
  }
}
