/// A named network with the figures that its source publishes.
///
/// Sources disagree about the same name, and some adjust their figures in use (Chrome multiplies
/// throughput and latency by its own factors); these are the published ones.
package struct NetworkPreset: Hashable, Sendable {
  /// The publisher of a preset.
  package enum Source: String, Hashable, Sendable, CaseIterable {
    /// The throttling of Chrome's developer tools.
    case chrome = "Chrome DevTools"
    /// WebPageTest's connectivity profiles.
    case webPageTest = "WebPageTest"
    /// Apple's Network Link Conditioner.
    case apple = "Apple"

    /// The origin of the figures, in words.
    package var detail: String {
      switch self {
      case .chrome: "Chrome DevTools, nominal; Chrome slows them further by factors of its own"
      case .webPageTest: "WebPageTest's connectivity profiles, nominal"
      case .apple: "Apple's Network Link Conditioner, after secondary sources"
      }
    }

    /// The prefix of its presets' names.
    var prefix: String {
      switch self {
      case .chrome: "chrome-"
      case .webPageTest: "wpt-"
      case .apple: "apple-"
      }
    }
  }

  /// The full name: `wpt-3g`, `chrome-slow-4g`.
  package let name: String
  /// The publisher.
  package let source: Source
  /// The download rate.
  package let down: BitRate
  /// The upload rate, which playback here does not depend on.
  package let up: BitRate
  /// The wall time from a request to its first byte: the sum of both directions, where the source
  /// separates them.
  package let latency: WallTime
  /// The share of packets lost, 0…1.
  package let loss: Ratio
  /// Aliases.
  package let otherNames: [String]

  /// The name, then the source: `wpt-3g (WebPageTest)`.
  package var title: String { "\(name) (\(source.rawValue))" }

  /// A constant profile of the network, its rate not yet reduced by the loss.
  package var profile: BandwidthProfile {
    BandwidthProfile(
      unchecked: title,
      [BandwidthProfile.Interval(duration: .zero, rate: down, latency: latency, loss: loss)],
      .holdsLast, jitter: nil, notes: [])
  }

  /// The preset with this name, alias or ``title``, in whatever case; `nil` if there is none.
  package init?(named name: some StringProtocol) {
    let name = name.lowercased()
    let found = Self.all.first {
      $0.name == name || $0.otherNames.contains(name) || $0.title.lowercased() == name
    }
    guard let found else { return nil }
    self = found
  }

  /// The presets of other sources that `name` could mean too; none unless it is short for a preset.
  package static func others(named name: some StringProtocol) -> [NetworkPreset] {
    let name = name.lowercased()
    guard let found = NetworkPreset(named: name), found.name == found.source.prefix + name else {
      return []
    }
    return all.filter { $0 != found && $0.name == $0.source.prefix + name }
  }

  /// Every name and alias, the aliases of a preset before its full name.
  package static let allNames: [String] = all.flatMap { $0.otherNames + [$0.name] }

  /// A preset of `source`; rates in kbit/s, delays in ms, whose sum is the latency.
  init(
    _ bareName: String, of source: Source, down: Int64, up: Int64, delays: [Int64],
    lossPercent: Int64 = 0, formerly: String? = nil
  ) {
    name = source.prefix + bareName
    self.source = source
    self.down = BitRate(bitsPerSecond: down * 1000)
    self.up = BitRate(bitsPerSecond: up * 1000)
    latency = .milliseconds(delays.reduce(0, +))
    loss = Ratio(millionths: lossPercent * 10_000)
    let bare = source == .webPageTest ? [bareName] : []
    otherNames = bare + [formerly].compactMap { $0.map { source.prefix + $0 } }
  }

}
