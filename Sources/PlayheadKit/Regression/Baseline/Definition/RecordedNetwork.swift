/// A network as a baseline records it: in words for people, and by a digest of all that decides how
/// bytes flow.
public struct RecordedNetwork: Hashable, Sendable {
  /// The rate and the latency, or how many intervals there are and their mean rate.
  public var text: String
  /// The SHA-256 digest of all intervals, of what comes after them and of jitter, in hexadecimal.
  ///
  /// What the network is called is no part of it.
  public var digest: String

  /// A network of the parts given.
  public init(text: String, digest: String) {
    self.text = text
    self.digest = digest
  }

  /// The record of `profile`, with all that was done to it.
  public init(_ profile: BandwidthProfile) {
    text = Self.text(profile)
    var hash = SHA256()
    hash.update(Array("\(profile.afterwards == .repeats ? "repeats" : "holds its last")\n".utf8))
    if let jitter = profile.jitter {
      hash.update(Array("jitter \(jitter.magnitude.nanoseconds) \(jitter.seed)\n".utf8))
    }
    for interval in profile.intervals {
      let line =
        "\(interval.duration.nanoseconds) \(interval.rate.bitsPerSecond) "
        + "\(interval.latency.nanoseconds) \(interval.loss.millionths) "
        + "\(interval.path.rawValue)\n"
      hash.update(Array(line.utf8))
    }
    digest = hash.finish()
  }

  private static func text(_ profile: BandwidthProfile) -> String {
    let jitter = profile.jitter.map { ", jitter \($0.magnitude.secondsText)s seed \($0.seed)" }
    guard profile.intervals.count == 1, let only = profile.intervals.first else {
      return "\(profile.intervals.count) intervals in \(profile.length.secondsText)s, mean "
        + profile.meanRate.rounded.text + (jitter ?? "")
    }
    let latency = only.latency > .zero ? ", latency \(only.latency.secondsText)s" : ""
    return only.rate.text + latency + (jitter ?? "")
  }
}
