/// A network that is known by a name, with the nominal numbers of where it comes from.
///
/// Sources disagree about the same name, and some of them adjust what they publish (Chrome
/// multiplies throughput and latency by factors of its own); these are the published numbers.
public struct NetworkPreset: Hashable, Sendable {
  /// Who defines a preset.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// The throttling of Chrome's developer tools.
    case chrome = "Chrome DevTools"
    /// WebPageTest's connectivity profiles.
    case webPageTest = "WebPageTest"
    /// Apple's Network Link Conditioner.
    case apple = "Apple"

    /// Where the numbers are from, in words.
    public var detail: String {
      switch self {
      case .chrome: "Chrome DevTools, nominal; Chrome slows them further by factors of its own"
      case .webPageTest: "WebPageTest's connectivity profiles, nominal"
      case .apple: "Apple's Network Link Conditioner, after secondary sources"
      }
    }

    /// What the names of its presets begin with.
    var prefix: String {
      switch self {
      case .chrome: "chrome-"
      case .webPageTest: "wpt-"
      case .apple: "apple-"
      }
    }
  }

  /// Its full name: `wpt-3g`, `chrome-slow-4g`.
  public let name: String
  /// Who defines it.
  public let source: Source
  /// The rate towards the player.
  public let down: BitRate
  /// The rate from the player, which playing does not depend on here.
  public let up: BitRate
  /// The wall time from a request to its first byte: both ways, where the source has them apart.
  public let latency: MediaTime
  /// The share of packets that is lost, in 0…1.
  public let loss: Ratio
  /// Names that mean it too.
  public let otherNames: [String]

  /// The name without its source's prefix, and the source: `3g (WebPageTest)`.
  public var title: String { "\(bareName) (\(source.rawValue))" }

  /// The shortest of the names that mean it: `3g` for `wpt-3g`.
  public var shortestName: String { otherNames.first { $0.count < name.count } ?? name }

  /// The network as a profile that never changes; what its loss costs is not taken off.
  public var profile: BandwidthProfile {
    BandwidthProfile(
      unchecked: title,
      [BandwidthProfile.Interval(duration: .zero, rate: down, latency: latency, loss: loss)],
      .holdsLast, jitter: nil, notes: [])
  }

  /// The preset with this name, alias or ``title``, in whatever case; `nil` if there is none.
  public init?(named name: some StringProtocol) {
    let name = name.lowercased()
    let found = Self.all.first {
      $0.name == name || $0.otherNames.contains(name) || $0.title.lowercased() == name
    }
    guard let found else { return nil }
    self = found
  }

  /// Every name that means a preset, short ones before long ones of the same.
  package static let allNames: [String] = all.flatMap { $0.otherNames + [$0.name] }

  /// A preset of `source`, with rates in kbit/s and the delays that its latency is the sum of in ms.
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

  private var bareName: String { String(name.dropFirst(source.prefix.count)) }
}
