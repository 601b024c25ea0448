package import PlayheadLadder
package import PlayheadModel
package import PlayheadRegression

/// A file, a ladder or a URL of a sweep.
package struct SweepMedia: Hashable, Sendable {
  /// What of a sweep's media is played how.
  package enum Kind: String, Hashable, Sendable {
    /// A media file.
    case file
    /// HLS, DASH or another ladder.
    case ladder
  }

  /// What it is called: as it was written or found.
  package var name: String
  /// The path or URL.
  package var location: String
  /// What it is.
  package var kind: Kind
  /// The format of a ladder; `nil` if it is not known, or of a file.
  package var format: Ladder.Format?
  /// How much it counts beside others.
  package var weight: Double

  package init(
    name: String, location: String, kind: Kind, format: Ladder.Format? = nil, weight: Double = 1
  ) {
    self.name = name
    self.location = location
    self.kind = kind
    self.format = format
    self.weight = weight
  }
}

/// A network of a sweep, read and shaped.
package struct SweepNetwork: Sendable {
  /// What it is called, with what was done to it.
  package var name: String
  /// What `--network` takes for it.
  package var argument: String
  /// The options that shape it, as they are typed.
  package var options: [String]
  /// The class that samples are stratified by.
  package var category: String
  /// How much it counts beside others.
  package var weight: Double
  /// The network with everything done to it.
  package var link: NetworkLink
  /// The digest of everything that decides how bytes flow.
  package var digest: String

  package init(
    name: String, argument: String, options: [String], category: String? = nil,
    weight: Double = 1, link: NetworkLink
  ) {
    self.name = name
    self.argument = argument
    self.options = options
    self.weight = weight
    self.link = link
    self.category = category ?? NetworkCategory(of: link.profile.meanRate).rawValue
    digest = RecordedNetwork(link.profile).digest
  }
}

/// The class of a network by its mean rate.
package enum NetworkCategory: String, CaseIterable, Hashable, Sendable {
  case under1 = "under 1 Mbit/s"
  case under3 = "1 to 3 Mbit/s"
  case under10 = "3 to 10 Mbit/s"
  case under30 = "10 to 30 Mbit/s"
  case fast = "30 Mbit/s and more"

  /// The class of a network whose mean rate is `rate`.
  package init(of rate: BitRate) {
    self =
      switch rate.bitsPerSecond {
      case ..<1_000_000: .under1
      case ..<3_000_000: .under3
      case ..<10_000_000: .under10
      case ..<30_000_000: .under30
      default: .fast
      }
  }
}

/// A player of a sweep.
package struct SweepPlayer: Hashable, Sendable {
  /// What it is called.
  package var name: String
  /// What `--player` takes for it where it plays ladders.
  package var argument: String
  /// What `--player` takes for it where it plays files.
  package var argumentOfFiles: String
  /// How much it counts beside others.
  package var weight: Double
  /// Plays files; `nil` if it plays none.
  package var ofFiles: BufferingPolicy?
  /// Plays ladders; `nil` if it plays none.
  package var ofLadders: LadderPlayer?

  package init(
    name: String, argument: String, argumentOfFiles: String? = nil, weight: Double = 1,
    ofFiles: BufferingPolicy?, ofLadders: LadderPlayer?
  ) {
    self.name = name
    self.argument = argument
    self.argumentOfFiles = argumentOfFiles ?? argument
    self.weight = weight
    self.ofFiles = ofFiles
    self.ofLadders = ofLadders
  }

  /// Whether it plays media of `kind`.
  package func plays(_ kind: SweepMedia.Kind) -> Bool {
    kind == .file ? ofFiles != nil : ofLadders != nil
  }

  /// Whether it plays `media`.
  package func plays(_ media: SweepMedia) -> Bool {
    guard plays(media.kind) else { return false }
    guard let format = media.format, let player = ofLadders else { return true }
    return player.plays(format)
  }
}

/// A rule of adaptation of a sweep.
package struct SweepRule: Hashable, Sendable {
  /// What it is called: `default` is the player's own.
  package var name: String
  /// The rule; `nil` for the player's own.
  package var choice: RuleChoice?

  package init(name: String, choice: RuleChoice?) {
    self.name = name
    self.choice = choice
  }

  /// The player's own.
  package static let own = SweepRule(name: "default", choice: nil)
}

/// Changes of a sweep that are tried together, or none.
package struct SweepVariant: Sendable {
  /// Why changes cannot be made; the compiler counts no error that is thrown as a use of an import.
  package typealias Refusal = CaseError

  /// What it is called: `none`, or the changes with a plus sign between them.
  package var name: String
  /// The changes as `--what-if` takes them.
  package var changes: [String]
  /// What the changes are, with the contents of what they name.
  package var identity: String
  /// The kinds of media that have it.
  package var kinds: Set<SweepMedia.Kind>
  /// A case with the changes; of a ladder also whether its rule is the player's own.
  package var apply: @Sendable (Scenario, _ isOwnRule: Bool) throws(CaseError) -> Scenario

  package init(
    name: String, changes: [String], identity: String, kinds: Set<SweepMedia.Kind>,
    apply: @escaping @Sendable (Scenario, Bool) throws(CaseError) -> Scenario
  ) {
    self.name = name
    self.changes = changes
    self.identity = identity
    self.kinds = kinds
    self.apply = apply
  }

  /// No change.
  package static let none = SweepVariant(
    name: "none", changes: [], identity: "", kinds: [.file, .ladder],
    apply: { (planned, _) throws(CaseError) in planned })
}

/// How ladders of a sweep are played live.
package struct LiveManner: Hashable, Sendable {
  /// The event, as far as somebody asks for it.
  package var setting: LiveSetting
  /// Whether players catch up by their playback rate.
  package var catchesUp = false
  /// The highest rate at which they do; `nil` for each player's own.
  package var catchUpRate: PlaybackRate?

  package init(_ setting: LiveSetting) { self.setting = setting }

  /// Everything that decides how sessions play, as one text.
  var text: String {
    let event = setting.event
    var parts = [
      "join \(setting.join?.secondsText ?? "middle")",
      "window \(setting.window?.secondsText ?? "manifest")",
      "holdBack \(setting.holdBack?.secondsText ?? "manifest")",
      "delay \(event.delay.secondsText)", "clock \(event.clockOffset.secondsText)",
      "reports \(event.reportsRenditions)",
      "skip \(event.skipUntil?.secondsText ?? "none")",
    ]
    for (segment, time) in event.lateness.sorted(by: { $0.key < $1.key }) {
      parts.append("late \(segment)+\(time.secondsText)")
    }
    for time in event.staleTimes {
      parts.append("stale \(time.lowerBound.secondsText)-\(time.upperBound.secondsText)")
    }
    if catchesUp { parts.append("catchUp \(catchUpRate?.text ?? "own")") }
    return parts.joined(separator: ", ")
  }
}

/// How every session of a sweep is played, besides its axes.
package struct SweepManner: Hashable, Sendable {
  /// How the network's rate reaches a request.
  package var transport = Transport.fluid
  /// What the user does.
  package var actions: [UserAction] = []
  /// The maximum wall time of a session; `nil` for the default.
  package var limit: WallTime?
  /// How ladders are read.
  package var reading = LadderReadingSetting()
  /// The requests of ladders that fail.
  package var faults: [RequestFault] = []
  /// The live event as which ladders are played; `nil` on demand.
  package var live: LiveManner?
  /// The options that say so, as they are typed.
  package var options: [String] = []

  package init() {}
}
