import PlayheadModel

extension MahimahiTrace {
  /// More lines are refused as a mistake: the file would be over 100 MB.
  private static let maximumPackets: Int64 = 16_000_000

  /// The file that allows, at each whole millisecond, the whole packets that have flowed by then.
  ///
  /// - Throws: ``ProfileError`` if less than one packet flows in a pass, or more than a file of
  ///   sensible size holds.
  static func bytes(
    _ intervals: [BandwidthProfile.Interval], losses: inout [TraceLoss]
  ) throws(ProfileError) -> [UInt8] {
    let profile = try BandwidthProfile(name: "", intervals: intervals)
    let link = NetworkLink(following: profile)
    let length = intervals.reduce(WallTime.zero) { $0 + $1.duration }
    let milliseconds = ceiling(length)
    let carried = link.bytes(from: .zero, to: length)
    let packets = carried / packetBytes
    guard packets > 0 else {
      throw ProfileError(
        .whole,
        "a mahimahi trace delivers something, and less than one packet of "
          + "\(packetBytes) bytes flows here")
    }
    guard packets <= maximumPackets else {
      throw ProfileError(
        .whole,
        "a mahimahi trace has a line for each \(packetBytes) bytes, and this one would have "
          + "\(packets) lines, more than \(maximumPackets)")
    }
    var bytes: [UInt8] = []
    var last = WallTime.zero
    for packet in 1...packets {
      // All packets flow within the first pass, so each has a time.
      last = link.arrival(of: packet * packetBytes, from: .zero) ?? length
      bytes.append("\(packet < packets ? ceiling(last) : milliseconds)\n")
    }
    if !intervals.allSatisfy(isWhole) { losses.append(.packets) }
    if milliseconds * millisecond != length.nanoseconds {
      losses.append(.length(.milliseconds(milliseconds)))
    }
    if ceiling(last) < milliseconds {
      losses.append(.lastPacket(.milliseconds(milliseconds - ceiling(last))))
    }
    return bytes
  }

  /// Whether `interval` lasts whole milliseconds, with whole packets in each.
  private static func isWhole(_ interval: BandwidthProfile.Interval) -> Bool {
    interval.duration.nanoseconds % millisecond == 0
      && interval.rate.bitsPerSecond % packetRate == 0
  }

  /// The first whole millisecond at or after `time`.
  private static func ceiling(_ time: WallTime) -> Int64 {
    (time.nanoseconds + millisecond - 1) / millisecond
  }
}
