import PlayheadModel

extension CaseResult {
  /// What is wrong with the media, a line each, and how to allow it where the case fails by it;
  /// none if nothing is wrong.
  ///
  /// The first line says what it is about; the others continue it.
  var damageLines: [String] {
    guard let damage, damage.isDamaged else { return [] }
    var lines = damage.findings
    lines[0] = "media damaged\(isDamageRefused ? "" : ", allowed"): \(lines[0])"
    guard isDamageRefused else { return lines }
    // A case that stands in a file is changed there.
    return lines + ["allow with \(checkCase.mark == nil ? "--allow-damage" : "allowDamage: true")"]
  }

  /// What is unusual about the media though nothing is missing, a line each; none if nothing is
  /// unusual.
  var mediaLines: [String] { setting?.remarks.map { "media: \($0)" } ?? [] }

  /// Why nobody knows whether the media is damaged, as it was not decoded and nothing is missing;
  /// `nil` if somebody does, or of a ladder.
  var unknownDamage: String? {
    guard let damage, damage.verdict == nil else { return nil }
    if let tracks = damage.undecodedTracks {
      return tracks.map(\.sentence).joined(separator: "; ") + "; damage unknown"
    }
    return setting?.decoded == DecodeMode.none
      ? "media not decoded, damage unknown; add --decode=all" : nil
  }
}
