public import PlayheadModel

/// A trace format that profiles can be written in.
public enum WritableTraceFormat: String, CaseIterable, Sendable {
  /// Sabre's JSON, as `sabre`.
  case sabre
  /// CSV with a header, as `csv`.
  case csv
  /// Pensieve's two columns, as `pensieve`.
  case pensieve
  /// Mahimahi's list, as `mahimahi`.
  case mahimahi

  /// The same format for reading.
  public var format: TraceFormat {
    switch self {
    case .sabre: .sabre
    case .csv: .csv
    case .pensieve: .pensieve
    case .mahimahi: .mahimahi
    }
  }
}
