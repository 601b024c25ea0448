package import PlayheadModel

/// A built-in player: values of a policy, each with its source and how well it is proven.
package struct PlayerPreset: Sendable, Hashable, Identifiable {
  /// Its name, as `--player` takes it.
  package let name: String
  /// The player and its versions, as a phrase.
  package let abstract: String
  /// The values in which it differs from the basic player, or confirms it.
  package let values: [Value]
  /// What the player does and the policy does not, a sentence each.
  package let omissions: [String]
  /// How many sessions of the player it predicts; `nil` if none were measured.
  package let agreement: Agreement?

  /// The name.
  package var id: String { name }

  /// How many sessions of a player on throttled links its preset predicts, of sessions that were
  /// not looked at while it was made.
  ///
  /// A startup agrees within 150 ms or 10 %, a stalled time within 300 ms or 10 %.
  package struct Agreement: Sendable, Hashable {
    /// The player and its version: `mpv 0.35.1`.
    package let player: String
    /// The sessions.
    package let sessions: Int
    /// Those whose number of stalls is predicted.
    package let stallCounts: Int
    /// Those whose startup is predicted.
    package let startups: Int
    /// Those whose stalled time is predicted.
    package let stalledTimes: Int
  }

  /// A value of a preset.
  package struct Value: Sendable, Hashable {
    /// The field.
    package let field: PolicyField
    /// The value as its source states it.
    let amount: Amount
    /// How well it is proven.
    package let evidence: Evidence
    /// The file and the constant that it comes from, or why it is assumed.
    package let source: String

    /// A value of `field` with its source.
    init(_ field: PolicyField, _ amount: Amount, _ evidence: Evidence, _ source: String) {
      self.field = field
      self.amount = amount
      self.evidence = evidence
      self.source = source
    }

    /// The value in whole units; `nil` for unlimited or none.
    package var units: Int64? { amount.units(field.row.unit) }

    /// The value as exact text: `200 ms`, `unlimited`.
    package var text: String { units.map(field.row.unit.text) ?? "unlimited" }
  }

  /// How well a value is proven.
  package enum Evidence: String, Sendable, Hashable, CaseIterable {
    /// Sessions of the player on throttled links agree with it.
    case measured
    /// The player's source or its maker's documentation says so.
    case documented
    /// Nobody publishes it.
    case assumed
  }

  /// An amount as a preset states it.
  enum Amount: Sendable, Hashable {
    case milliseconds(Int64)
    case kibibytes(Int64)
    case count(Int64)
    case factor(Int64)
    case thousandths(Int64)
    case word(String)
    case flag(Bool)
    case none

    static func seconds(_ seconds: Int64) -> Amount { .milliseconds(1000 * seconds) }
    static func mebibytes(_ bytes: Int64) -> Amount { .kibibytes(1024 * bytes) }

    /// The amount in whole units of `unit`; `nil` for none, or for a word that there is not.
    func units(_ unit: PolicyUnit) -> Int64? {
      switch (self, unit) {
      case (.milliseconds(let time), .time): time * 1_000_000
      case (.kibibytes(let bytes), .bytes): bytes << 10
      case (.count(let count), .count): count
      case (.factor(let factor), .factor): factor * 1_000_000
      case (.thousandths(let factor), .factor): factor * 1000
      case (.flag(let flag), .flag): flag ? 1 : 0
      case (.word(let word), .word(let words)): words.firstIndex(of: word).map(Int64.init)
      default: nil
      }
    }
  }

  init(
    _ name: String, _ abstract: String, _ values: [Value], omissions: [String] = [],
    agreement: Agreement? = nil
  ) {
    self.name = name
    self.abstract = abstract
    self.values = values
    self.omissions = omissions
    self.agreement = agreement
  }

  /// The same under another name, with some values replaced or added.
  func version(_ name: String, _ abstract: String, _ changes: [Value]) -> PlayerPreset {
    var values = values
    for change in changes {
      if let place = values.firstIndex(where: { $0.field == change.field }) {
        values[place] = change
      } else {
        values.append(change)
      }
    }
    return PlayerPreset(name, abstract, values, omissions: omissions)
  }

  /// The parameters of its policy.
  package var parameters: BufferingPolicy.Parameters {
    var parameters = BufferingPolicy.Parameters()
    parameters.name = name
    for value in values { parameters.set(value.field, to: value.units) }
    return parameters
  }
}

extension PlayerPreset {
  /// The built-in players, the basic one first.
  package static let all = [
    basic, avplayer, exoplayer, exoplayer15, mpv, chromium, firefox, webkitgtk, gstPlay, gstPlay3,
    vlc, ffplay,
  ]

  /// The built-in player of this name, in any case; `nil` if there is none.
  package static func named(_ name: some StringProtocol) -> PlayerPreset? {
    all.first { $0.name == name.lowercased() }
  }
}
