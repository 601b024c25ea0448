extension BandwidthProfile {
  /// Reads a profile from the contents of a file, in whichever format they are.
  ///
  /// So far this is Sabre's JSON, a list of `duration_ms`, `bandwidth_kbps` and `latency_ms`, and
  /// Playhead's own YAML, which begins with `playhead: network/1`.
  ///
  /// - Parameters:
  ///   - contents: all bytes of the file.
  ///   - name: what to call the profile in reports, unless it names itself; `.yaml` or `.yml` at its end
  ///     says what it is.
  /// - Throws: ``ProfileError`` if the format is unknown or the contents break its rules.
  public init(contents: [UInt8], name: String) throws(ProfileError) {
    let start = contents.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    let first = contents[start...].first { !Self.blanks.contains($0) }
    switch first {
    case nil:
      throw ProfileError(.whole, "a bandwidth profile is expected, and the file is empty")
    case _ where PlayheadProfile.isLikely(contents, name: name):
      self = try PlayheadProfile(contents: contents, name: name).profile
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      let intervals = try SabreTrace(contents: contents).intervals
      try self.init(name: name, intervals: intervals, afterwards: .repeats)
    default:
      throw ProfileError(
        .whole, "this is in no known format of bandwidth profiles; Sabre's JSON is one")
    }
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let blanks = " \t\r\n".utf8
}
