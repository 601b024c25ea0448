import PlayheadModel

/// What there is to know of a metric.
package struct MetricRow {
  /// Its name, with the unit at its end or before the level.
  package let name: String
  /// The kind of its values.
  package let kind: SessionMetric.Kind
  /// Its label in a table; a ratio's says what it is a share of.
  package let label: String
  /// The label where there is little room.
  package let shortLabel: String
  /// The direction in which it improves.
  package let better: SessionMetric.Preference
  /// What it measures of what a viewer notices; `nil` of a metric that measures no such thing, as a
  /// buffer level, or only what follows from others, as the time elapsed.
  package let noticed: SessionMetric.Noticed?
  /// When it is not worth a row; `nil` if it always is.
  package let rests: Resting?
  /// Whether its plain name keeps the unit, as without it the name would not say what is measured.
  let keepsUnit: Bool
  /// Other names by which people look for it, in lower case.
  let otherNames: [String]
  /// Its value in a session; `nil` if that has none.
  let value: (SessionSummary) -> MetricValue?

  /// When a metric is not worth a row in a table for people.
  package enum Resting: Hashable, Sendable {
    /// When it has no value.
    case atNil
    /// When it has none, or there was nothing to count.
    case atNothing
  }

  init(
    _ name: String, _ kind: SessionMetric.Kind, _ label: String, short: String? = nil,
    better: SessionMetric.Preference = .none, noticed: SessionMetric.Noticed? = nil,
    rests: Resting? = nil, keepsUnit: Bool = false, also otherNames: [String] = [],
    _ value: @escaping (SessionSummary) -> MetricValue?
  ) {
    self.name = name
    self.kind = kind
    self.label = label
    shortLabel = short ?? label
    self.better = better
    self.noticed = noticed
    self.rests = rests
    self.keepsUnit = keepsUnit
    self.otherNames = otherNames
    self.value = value
  }
}
