extension BandwidthProfile {
  /// Reads a profile from the contents of a file, in whichever format they are.
  ///
  /// Line ends are LF or CRLF, and the last line needs none. In the formats that are not JSON,
  /// blank lines and lines that begin with `#` are passed over. What says nothing about latency
  /// has none.
  ///
  /// - Parameters:
  ///   - contents: all bytes of the file.
  ///   - name: what to call the profile in reports.
  ///   - format: the format of the file; `nil` tells it by the contents.
  /// - Throws: ``ProfileError`` if the contents break the rules of their format, with the line
  ///   where they do; without `format`, also if they are in none that is known, or could be in
  ///   more than one, which are then its ``ProfileError/candidates``.
  public init(
    contents: [UInt8], name: String, format: TraceFormat? = nil
  ) throws(ProfileError) {
    if format == .playhead || format == nil && PlayheadProfile.isLikely(contents, name: name) {
      self = try PlayheadProfile(contents: contents, name: name).profile
      return
    }
    let text = try TraceText(contents)
    let format = if let format { format } else { try TraceFormat(detecting: text) }
    let list =
      switch format {
      case .playhead: preconditionFailure("Playhead's own profiles are read above")
      case .sabre: try SabreTrace.read(text)
      case .csv: try CSVTrace.read(text)
      case .raca: try RacaTrace.read(text)
      case .pensieve: try PensieveTrace.read(text)
      case .mahimahi: try MahimahiTrace.read(text)
      case .norway: try NorwayTrace.read(text)
      case .oboe: try OboeTrace.read(text)
      }
    try self.init(name: name, intervals: list.intervals, afterwards: list.afterwards)
  }
}
