package import PlayheadModel

/// A property of a profile that a trace format cannot express.
package enum TraceLoss: Hashable, Sendable {
  /// The format has no latency.
  case latency
  /// The format has no expensive or constrained paths.
  case path
  /// The profile holds its last interval; in the file that lasts this long, then the first returns.
  case holding(WallTime)
  /// Bytes come in packets of 1500 at whole milliseconds, their number rounded down.
  case packets
  /// A pass lasts this long in the file, as the format has only whole milliseconds.
  case length(WallTime)
  /// The last packet is this much late, as the format ends with a packet and the profile does not.
  case lastPacket(WallTime)
}

extension TraceLoss: CustomStringConvertible {
  /// The loss as a clause without a full stop.
  package var description: String {
    switch self {
    case .latency:
      "the format has no latency"
    case .path:
      "the format has no expensive or constrained paths"
    case .holding(let time):
      "the last interval, which holds for ever, lasts \(time.secondsText) s, and then all repeats"
    case .packets:
      "the format has packets of \(MahimahiTrace.packetBytes) bytes at whole milliseconds, and the "
        + "rate is rounded to them"
    case .length(let time):
      "the format has whole milliseconds, and a pass lasts \(time.secondsText) s"
    case .lastPacket(let time):
      "the format ends with a packet, and the last one is \(time.secondsText) s late"
    }
  }
}
