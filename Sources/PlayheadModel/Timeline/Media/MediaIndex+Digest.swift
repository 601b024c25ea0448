extension MediaIndex {
  /// The SHA-256 of all that the index says but the file's name, in lowercase hexadecimal
  /// digits.
  ///
  /// An order of its own in which a demuxer emits samples counts too; a file without one has the
  /// digest that it had before such orders were kept. What is only reported and never plays a part,
  /// edit lists and how fragments are found, does not count.
  ///
  /// Two files of the same digest play alike, whatever they are called. Another version of the
  /// library that reads media may see the same file in another way.
  public var digest: String {
    var hash = IndexHash()
    hash.add("playhead.index/1")
    // Version 1 counts files, and says which samples lie in each.
    hash.add(1)
    hash.add(bytes)
    hash.add(0)
    hash.add(samples.count)
    hash.add(container)
    hash.add(announcedDuration?.nanoseconds)
    hash.add(announcedBytes)
    hash.add(containerIndexes?.count)
    for index in containerIndexes ?? [] {
      hash.add(index.name)
      hash.add(index.range.lowerBound)
      hash.add(index.range.upperBound)
      hash.add(index.placement.rawValue)
    }
    hash.add(openingReads.count)
    for range in openingReads {
      hash.add(range.lowerBound)
      hash.add(range.upperBound)
    }
    hash.add(tracks.count)
    for track in tracks { hash.add(track) }
    hash.add(samples.count)
    for sample in samples { hash.add(sample) }
    if let demuxerOrder {
      // No interruption begins with such a byte.
      hash.add("demuxerOrder")
      hash.add(demuxerOrder.count)
      for number in demuxerOrder { hash.add(number) }
    }
    hash.add(interruption?.offset)
    hash.add(interruption?.reason ?? "")
    return hash.finish()
  }
}

/// Feeds values to a digest so that no two rows of values are the same bytes.
private struct IndexHash {
  private var hash = SHA256()
  private var bytes: [UInt8] = []

  private static let part = 1 << 16

  mutating func add(_ number: some FixedWidthInteger) {
    var rest = UInt64(truncatingIfNeeded: number)
    var count = 0
    while count < 8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest &>>= 8
      count &+= 1
    }
    guard bytes.count >= Self.part else { return }
    hash.update(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func add(_ number: (some FixedWidthInteger)?) {
    bytes.append(number == nil ? 0 : 1)
    if let number { add(number) }
  }

  mutating func add(_ range: TimeRange?) {
    add(range?.start.nanoseconds)
    add(range?.end.nanoseconds)
  }

  mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes += text.utf8
  }

  mutating func add(_ text: String?) {
    bytes.append(text == nil ? 0 : 1)
    if let text { add(text) }
  }

  mutating func add(_ track: Track) {
    add(track.id)
    add(track.kind.rawValue)
    add(track.codec)
    add(track.profile)
    add(track.language)
    add(track.bitRate?.bitsPerSecond)
    add(track.dimensions?.width)
    add(track.dimensions?.height)
    add(track.frameRate?.numerator)
    add(track.frameRate?.denominator)
    add(track.sampleRate)
    add(track.channels)
    add(track.timeBase.numerator)
    add(track.timeBase.denominator)
    add(track.isPreferred ? 1 : 0)
    add(track.sampleCount)
    add(track.syncSampleCount)
    add(track.announced?.count)
    add(track.announced?.range)
    add((track.announced?.isComplete).map { $0 ? 1 : 0 })
  }

  mutating func add(_ sample: Sample) {
    add(sample.offset)
    add(sample.needs)
    add(sample.presentationTime?.nanoseconds)
    add(sample.decodeTime?.nanoseconds)
    add(sample.duration.nanoseconds)
    add(UInt64(sample.size) << 32 | UInt64(sample.track) << 16 | UInt64(sample.flags.rawValue))
  }

  consuming func finish() -> String {
    hash.update(bytes)
    return hash.finish()
  }
}
