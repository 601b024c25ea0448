public import PlayheadModel

extension MediaDamage {
  /// What is missing or undecodable, one clause each, without a full stop; none if nothing is.
  public var findings: [String] {
    var findings: [String] = []
    if let interruption {
      findings.append(
        "reading stopped at byte \(interruption.offset) of \(bytes): \(interruption.reason)")
    }
    // Samples that are missing say more than the bytes that they had.
    if let announcedBytes, missingSamples == 0 {
      findings.append(
        "the file ends after \(bytes) of \(announcedBytes) bytes that the container announces")
    }
    if let shortfall {
      findings.append(
        "the container announces \(shortfall.announced.text(places: 3)), "
          + "the file holds \(shortfall.held.text(places: 3))")
    }
    return findings + tracks.flatMap(\.findings) + (levels ?? []).map(\.finding)
  }
}

extension MediaDamage.Level {
  /// What is missing of the level.
  fileprivate var finding: String {
    "\(name): \(missingSegments) of \(counted(segments, "segment")) missing or truncated "
      + "(\(missingTime.text(places: 3))), from \(start.text(places: 3)) on: \(reason)"
  }
}

extension MediaDamage.Track {
  /// What is wrong with the track.
  fileprivate var findings: [String] {
    let name = "track \(number) (\(kind.rawValue))"
    var findings: [String] = []
    if missingSamples > 0 {
      let all = announcedSamples.map { " of \($0)" } ?? ""
      let time = missingTime > .zero ? " (\(missingTime.text(places: 3)))" : ""
      findings.append(
        "\(name): \(missingSamples)\(all) samples missing\(time), from \(end.text(places: 3)) on")
    } else if isLastSampleCut {
      findings.append("\(name): the file ends within the last sample, at \(end.text(places: 3))")
    }
    if let undecodable, !undecodable.isEmpty {
      let time = undecodable.reduce(MediaTime.zero) { $0 + $1.duration }
      let shown =
        undecodable.count > Self.maximumStretches + 1 ? Self.maximumStretches : undecodable.count
      let stretches = undecodable.prefix(shown).map {
        "from \($0.start.text(places: 3)) to \($0.end.text(places: 3))"
      }
      let rest = undecodable.count - shown
      findings.append(
        "\(name): \(time.text(places: 3)) undecodable, "
          + (stretches + (rest > 0 ? ["\(rest) more stretches"] : [])).joined(separator: ", "))
    }
    return findings
  }

  /// More stretches than this are counted rather than listed, unless it is only one more.
  private static let maximumStretches = 3
}
