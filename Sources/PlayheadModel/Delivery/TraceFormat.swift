/// A file format for bandwidth profiles.
public enum TraceFormat: String, CaseIterable, Sendable {
  /// Playhead's own YAML, or JSON of the same keys.
  case playhead
  /// Sabre's JSON: a list of `duration_ms`, `bandwidth_kbps` and `latency_ms`.
  case sabre
  /// CSV with headings that name quantities and units: `seconds` or `duration_seconds`, `kbps` and,
  /// optionally, `latency_ms`, or others such as `t_ms;Mbit/s`, and those of Lumos5G and Puffer.
  case csv
  /// The 4G and 5G logs of Raca et al.: CSV with a header of `Timestamp` and `DL_bitrate`.
  case raca
  /// Pensieve's two columns, seconds and Mb/s.
  case pensieve
  /// Mahimahi's list of the milliseconds at which 1500 bytes may pass.
  case mahimahi
  /// The HSDPA logs from Norway: unix time, uptime, latitude, longitude, bytes, milliseconds.
  case norway
  /// Oboe's two columns, milliseconds and kb/s.
  case oboe
  /// One column of kb/s, a row for each second.
  case rates
  /// The JSON of `iperf3 -J`.
  case iperf3
  /// A HAR file of a browser or a proxy.
  case har
  /// An access log with CMCD.
  case cmcd
}

extension TraceFormat {
  /// A short description of the format.
  public var contents: String {
    switch self {
    case .playhead: "YAML that begins with playhead: network/1"
    case .sabre: "JSON with duration_ms, bandwidth_kbps and latency_ms"
    case .csv: "columns seconds, kbps and latency_ms, or others with units"
    case .raca: "columns Timestamp and DL_bitrate"
    case .pensieve: "seconds and Mb/s"
    case .mahimahi: "milliseconds, one for each 1500 bytes"
    case .norway: "unix time, uptime, latitude, longitude, bytes and milliseconds"
    case .oboe: "milliseconds and kb/s"
    case .rates: "kb/s, one for each second"
    case .iperf3: "JSON of iperf3 with intervals"
    case .har: "JSON of a browser with log.entries"
    case .cmcd: "an access log with CMCD"
    }
  }
}
