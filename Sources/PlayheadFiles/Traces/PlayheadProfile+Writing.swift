public import PlayheadModel

extension BandwidthProfile {
  /// The same under another name.
  package func renamed(_ name: String) -> BandwidthProfile {
    BandwidthProfile(unchecked: name, intervals, afterwards, jitter: jitter, notes: notes)
  }

  /// The profile in Playhead's own YAML, which reads as the same profile.
  ///
  /// - Parameter comment: lines that say what it is for.
  /// - Returns: the text of the file.
  /// - Precondition: its latency does not vary within an interval.
  public func yaml(comment: [String] = []) -> String {
    precondition(jitter == nil, "the format has no jitter")
    var lines = comment.map { "# " + $0.filter { !$0.isNewline } }
    lines.append("playhead: network/1")
    lines.append("name: \(name.yamlScalar)")
    if afterwards == .holdsLast { lines.append("afterwards: hold") }
    lines.append("intervals:")
    for (number, interval) in intervals.enumerated() {
      let isHeld = afterwards == .holdsLast && number == intervals.count - 1
      var parts: [String] = []
      if !isHeld { parts.append("duration: \(interval.duration.secondsText)s") }
      parts.append("rate: \(interval.rate.text.filter { $0 != " " })")
      if interval.latency > .zero { parts.append("latency: \(interval.latency.secondsText)s") }
      if interval.loss.millionths > 0 {
        parts.append("loss: \(interval.loss.percentText.filter { $0 != " " })")
      }
      let path = [
        interval.path.contains(.expensive) ? "expensive" : nil,
        interval.path.contains(.constrained) ? "constrained" : nil,
      ].compactMap(\.self)
      if !path.isEmpty { parts.append("path: [\(path.joined(separator: ", "))]") }
      lines.append("  - {\(parts.joined(separator: ", "))}")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension String {
  /// The text as a scalar of YAML, in quotes.
  package var yamlScalar: String {
    var printer = JSONPrinter(openLevels: 0)
    printer.print(.string(self))
    return String(decoding: printer.bytes, as: UTF8.self)
  }
}
