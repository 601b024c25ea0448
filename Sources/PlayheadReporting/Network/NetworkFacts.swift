package import PlayheadModel

/// A network as headers describe it.
package struct NetworkFacts {
  package let profile: BandwidthProfile
  /// The network's name as it was written; `nil` if nobody wrote one.
  var asked: String?
  var durations = TextStyle.Durations.clock
  /// The wall time of the session over it; zero where there is none.
  var elapsed = WallTime.zero

  package init(
    profile: BandwidthProfile, asked: String? = nil, durations: TextStyle.Durations = .clock,
    elapsed: WallTime = .zero
  ) {
    self.profile = profile
    self.asked = asked
    self.durations = durations
    self.elapsed = elapsed
  }

  /// The name unless it is the rate, the rates, the latency, and how the network was shaped.
  package var facts: [String] {
    let rates =
      if let only = profile.intervals.first, profile.intervals.count == 1 {
        // A rate that was typed is its own name.
        (profile.name == only.rate.text ? [] : [profile.name.printable]) + [only.rate.echoText]
      } else {
        [
          profile.name.printable, counted(profile.intervals.count, "interval"), mean,
        ]
      }
    return rates + [latency] + profile.notes.map(\.printable) + repeats + otherMeanings
  }

  /// The mean rate of one pass, and what follows it.
  private var mean: String {
    let mean = "mean \(profile.meanRate.rounded.text)"
    guard profile.length > .zero else { return mean }
    let pass = "\(mean) over \(durations.text(profile.length.roundedToMilliseconds))"
    guard profile.afterwards == .holdsLast, let held = profile.intervals.last else {
      // The notes on a few intervals end with this.
      return profile.notes.contains("then repeats") ? pass : "\(pass), then repeats"
    }
    return "\(pass), then \(held.rate.rounded.text) held"
  }

  /// What else the name could have meant.
  private var otherMeanings: [String] {
    guard let asked else { return [] }
    let others = NetworkPreset.others(named: asked).map { "\($0.name) (\($0.down.text))" }
    return others.isEmpty
      ? [] : ["\(asked.printable) could also mean \(others.joined(separator: " or "))"]
  }

  /// How often it began again in the session.
  private var repeats: [String] {
    switch profile.repeatCount(within: elapsed) {
    case 0: []
    case let count: ["repeated \(SummaryText.times(Int(count))) in this session"]
    }
  }

  private var latency: String {
    // Rounding keeps their order, and a trace can have millions of them.
    let latencies = profile.intervals.lazy.map { $0.latency.roundedToMicroseconds }
    let least = latencies.min() ?? .zero
    let most = latencies.max() ?? .zero
    return least == most
      ? "latency \(durations.shortText(most))"
      : "latency \(durations.shortText(least)) to \(durations.shortText(most))"
  }
}
