/// A network as headers describe it.
struct NetworkFacts {
  let profile: BandwidthProfile
  var durations = TextStyle.Durations.clock

  /// The name unless it is the rate, the rates, the latency, and how the network was shaped.
  var facts: [String] {
    let rates =
      if let only = profile.intervals.first, profile.intervals.count == 1 {
        // A rate that was typed is its own name.
        (profile.name == only.rate.text ? [] : [profile.name.printable]) + [only.rate.echoText]
      } else {
        [
          profile.name.printable, counted(profile.intervals.count, "interval"), mean,
        ]
      }
    return rates + [latency] + profile.notes.map(\.printable)
  }

  /// The mean rate, and of what it is the mean where something else follows.
  private var mean: String {
    let mean = "mean \(profile.meanRate.rounded.text)"
    guard profile.afterwards == .holdsLast, let held = profile.intervals.last else { return mean }
    return "\(mean) over \(durations.text(profile.length.roundedToMilliseconds)), "
      + "then \(held.rate.rounded.text) held"
  }

  private var latency: String {
    let latencies = profile.intervals.map(\.latency.roundedToMicroseconds)
    let least = latencies.min() ?? .zero
    let most = latencies.max() ?? .zero
    return least == most
      ? "latency \(durations.shortText(most))"
      : "latency \(durations.shortText(least)) to \(durations.shortText(most))"
  }
}
