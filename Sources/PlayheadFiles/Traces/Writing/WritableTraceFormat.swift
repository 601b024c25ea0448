public import PlayheadModel

/// A trace format that profiles can be written in.
public enum WritableTraceFormat: String, CaseIterable, Sendable {
  /// Sabre's JSON, as ``TraceFormat/sabre``.
  case sabre
  /// CSV with a header, as ``TraceFormat/csv``.
  case csv
  /// Pensieve's two columns, as ``TraceFormat/pensieve``.
  case pensieve
  /// Mahimahi's list, as ``TraceFormat/mahimahi``.
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
