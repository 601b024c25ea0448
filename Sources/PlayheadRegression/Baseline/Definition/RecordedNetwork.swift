package import PlayheadModel

/// A network in a baseline: in words for people, and by a digest of everything that decides how
/// bytes flow.
package struct RecordedNetwork: Hashable, Sendable {
  /// Its rate, or its number of intervals, their mean rate and whether they repeat; its latency,
  /// jitter, loss and path.
  package var text: String
  /// The SHA-256 digest of all intervals, of what follows them and of jitter, in hexadecimal.
  ///
  /// The name of the network is not part of it.
  package var digest: String

  /// A network of the parts given.
  package init(text: String, digest: String) {
    self.text = text
    self.digest = digest
  }

  /// The record of `profile`, with all that was done to it.
  package init(_ profile: BandwidthProfile) {
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
    let intervals = profile.intervals
    let jitter = profile.jitter.map { "jitter \($0.magnitude.shortText) (seed \($0.seed))" }
    return
      (rates(profile) + [
        range(intervals.map(\.latency), above: .zero) { $0.shortText }.map { "latency \($0)" },
        jitter,
        range(intervals.map(\.loss), above: Ratio(millionths: 0)) { $0.percentText }.map {
          "loss \($0)"
        },
        path(.expensive, "expensive", intervals), path(.constrained, "low data mode", intervals),
      ]).compactMap(\.self).joined(separator: ", ")
  }

  private static func rates(_ profile: BandwidthProfile) -> [String?] {
    let intervals = profile.intervals
    let repeats = profile.afterwards == .repeats
    guard intervals.count > 1, let last = intervals.last else {
      let repetition = repeats ? " for \(profile.length.text), repeated" : ""
      return [intervals.first.map { $0.rate.text + repetition }]
    }
    return [
      "\(intervals.count) intervals in \(profile.length.text)",
      "mean \(profile.meanRate.rounded.text)",
      repeats ? "repeated" : "then \(last.rate.text) held",
    ]
  }

  /// The least and the greatest of `values`; `nil` if none is above `zero`.
  private static func range<Value: Comparable>(
    _ values: [Value], above zero: Value, _ text: (Value) -> String
  ) -> String? {
    guard let least = values.min(), let most = values.max(), most > zero else { return nil }
    return least == most ? text(most) : "\(text(least)) to \(text(most))"
  }

  /// Whether all or some of `intervals` have a path flag.
  private static func path(
    _ flag: PathFlags, _ name: String, _ intervals: [BandwidthProfile.Interval]
  ) -> String? {
    let count = intervals.count { $0.path.contains(flag) }
    guard count > 0 else { return nil }
    return count == intervals.count ? name : "\(name) in \(counted(count, "interval"))"
  }
}
