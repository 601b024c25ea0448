import PlayheadModel

/// What rules ask of the levels that they choose from.
extension Observation {
  /// The highest level that `fits`; `nil` if none does.
  func highestLevel(where fits: (Level) -> Bool) -> Int? {
    levels.lastIndex(where: fits)
  }

  /// The level above `level`, which may take `share` of the throughput with what is loaded beside
  /// it at `other` bits per second; `nil` at the highest.
  func next(above level: Int, share: Double = 1, besides other: Double = 0) -> Decision.Next? {
    guard level + 1 < levels.count else { return nil }
    return Decision.Next(
      level: level + 1, bitRate: levels[level + 1].bitsPerSecond + other, share: share)
  }

  /// The bit rate of what is loaded beside the lane, in bits per second.
  var otherBitsPerSecond: Double { Double(otherBitRate?.bitsPerSecond ?? 0) }

  /// The buffer level in seconds.
  var bufferSeconds: Double { bufferLevel.seconds }

  /// The playback rate as a factor; 1 while it is zero, as loading continues in a pause.
  var speed: Double { rate == .zero ? 1 : Double(rate.thousandths) / 1000 }

  /// The nominal length of a segment of the lane: that of its first one.
  var segmentDuration: MediaTime { levels[0].segments[0].duration }
}

extension Level {
  /// The declared bit rate.
  var bitsPerSecond: Double { Double(bitRate.bitsPerSecond) }

  /// The declared bit rate in kbit/s.
  var kilobitsPerSecond: Double { Double(bitRate.bitsPerSecond) / 1000 }
}

extension Download {
  /// The bits that came.
  var bits: Double { 8 * Double(bytes) }

  /// The time from the first byte to the last.
  var transfer: WallTime { end - firstByte }

  /// The time from the request to the last byte.
  var total: WallTime { end - sent }

  /// The time from the request to the first byte.
  var latency: WallTime { firstByte - sent }

  /// Whether it is a whole segment that came.
  var isLoadedSegment: Bool { content == .segment && !isAbandoned }

  /// The mean throughput of the whole request in bits per second; `nil` for one that took no time.
  var throughput: Double? {
    let seconds = total.seconds
    return seconds > 0 && bytes > 0 ? bits / seconds : nil
  }
}
