public import PlayheadModel

extension BandwidthProfile {
  /// Parses a profile from the contents of a file.
  ///
  /// Line ends are LF or CRLF; the last line needs none. In the formats other than JSON, blank
  /// lines and lines that begin with `#` are skipped. The latency is zero where the format has
  /// none.
  ///
  /// - Parameters:
  ///   - contents: all bytes of the file.
  ///   - name: what to call the profile in reports.
  ///   - format: the format of the file; `nil` detects it from the contents.
  /// - Throws: ``ProfileError`` with the line if the contents are malformed. Without `format`, also
  ///   if the format is unknown or ambiguous; the possible formats are then its
  ///   ``ProfileError/candidates``.
  public init(
    contents: [UInt8], name: String, format: TraceFormat? = nil
  ) throws(ProfileError) {
    if format == .playhead || format == nil && PlayheadProfile.isLikely(contents, name: name) {
      self = try PlayheadProfile(contents: contents, name: name).profile
      return
    }
    let text = try TraceText(contents)
    let format = if let format { format } else { try TraceFormat(detecting: text) }
    let list = try format.intervals(in: text)
    let (afterwards, notes) = (list.afterwards, list.notes)
    try self.init(
      name: name, intervals: (consume list).joined(), afterwards: afterwards, notes: notes)
  }
}

extension TraceFormat {
  /// Reads a trace of this format, which is not Playhead's own, from `text` and then from `source`.
  func intervals(
    in text: TraceText, then source: TraceSource? = nil
  ) throws(ProfileError) -> IntervalList {
    if self == .sabre {
      var scanner = try JSONScanner(text, then: source)
      return try SabreTrace.read(&scanner)
    }
    if self == .iperf3 { return try IPerfTrace.read(text) }
    if self == .har { return try HARTrace.read(text) }
    var lines = TraceLines(text, then: source)
    return switch self {
    case .playhead, .sabre, .iperf3, .har: preconditionFailure("these have no lines")
    case .csv: try CSVTrace.read(&lines)
    case .raca: try RacaTrace.read(&lines)
    case .pensieve: try PensieveTrace.read(&lines)
    case .mahimahi: try MahimahiTrace.read(&lines)
    case .norway: try NorwayTrace.read(&lines)
    case .oboe: try OboeTrace.read(&lines)
    case .rates: try RateColumn.read(&lines)
    case .cmcd: try CMCDLog.read(&lines)
    }
  }
}
