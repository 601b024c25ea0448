package import PlayheadAnalysis
package import PlayheadModel

/// Everything that a report on how a file or a ladder plays over many networks is made from.
package struct OverviewReport: Sendable {
  /// What was played, and by which player; all but the link holds for each of the networks.
  package var setting: SessionSetting
  /// How it went.
  package var overview: Overview
  /// The sessions over its networks, with their rows, for pictures; empty if nobody asked.
  package var sessions: [Session] = []

  /// A report on `overview`, which was played in `setting`.
  package init(_ setting: SessionSetting, _ overview: Overview) {
    self.setting = setting
    self.overview = overview
  }

  /// What the minimum rate is held against: a name, and rates of what was played; `nil` if unknown.
  var ownRate: (name: String, text: String)? {
    switch setting.subject {
    case .file(let media, _):
      return media.averageRate.map { ("file rate", "\($0.rounded.text) on average") }
    case .ladder(let ladder):
      let rates = ladder.media.ladder.lanes[0].levels.map(\.bitRate)
      guard let lowest = rates.first, let highest = rates.last, highest > .zero else { return nil }
      return (
        "levels",
        lowest == highest
          ? "\(lowest.text) declared" : "\(lowest.text) to \(highest.text) declared"
      )
    }
  }
}
