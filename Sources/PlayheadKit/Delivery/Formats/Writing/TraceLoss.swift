/// Something about a profile that a file of a trace format does not hold.
public enum TraceLoss: Hashable, Sendable {
  /// The format has no latency.
  case latency
  /// The format knows no expensive or constrained paths.
  case path
  /// The last interval holds for ever, and in the file it lasts so long before the first returns.
  case holding(MediaTime)
  /// Bytes come in packets of 1500 at whole milliseconds, those at an end rounded down.
  case packets
  /// A pass is this long in the file, as the format has whole milliseconds only.
  case length(MediaTime)
  /// The last packet is so much late, as the format ends with one and the profile does not.
  case lastPacket(MediaTime)
}

extension TraceLoss: CustomStringConvertible {
  /// The loss as a clause without a full stop.
  public var description: String {
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
