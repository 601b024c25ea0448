package import PlayheadModel

/// A network named by a text, such as the value of `--network`.
package enum NetworkArgument: Hashable, Sendable {
  /// A profile file, by its path as written.
  case file(String)
  /// A profile that the text itself describes, as a rate or as parts.
  case profile(BandwidthProfile)
  /// A built-in network.
  case preset(NetworkPreset)

  /// Parses `text` without touching the file system.
  ///
  /// A preset's name, in any case, is that preset, even where it could be a rate (`3g`). The form
  /// of a rate (`1.5M`, `800 kb/s`) or of parts (`10s@800k,5s@0,1.2M`) is a profile; it holds its
  /// last part if that has no duration, and repeats otherwise. A file of such a name needs its
  /// folder, as in `./1.5M`. Anything else with a `/` or an extension is a path.
  ///
  /// - Throws: ``GrammarError`` if `text` is none of these, or looks like one but is malformed.
  package init(parsing text: some StringProtocol) throws(GrammarError) {
    let text = Substring(text)
    if let preset = NetworkPreset(named: text) {
      self = .preset(preset)
      return
    }
    switch Form(of: text) {
    case .parts:
      self = .profile(try InlineProfile(parsing: text).profile)
    case .rate:
      // Of mobile networks some are presets; the others are not to become gigabits.
      if text.count == 2, text.last?.lowercased() == "g", let digit = text.first,
        "23456".contains(digit)
      {
        throw GrammarError(
          text: String(text), problem: "\(text) could be a mobile network or a rate",
          hint: "write \(digit)Gbit/s, or a preset that 'playhead networks' lists")
      }
      let rate = try Self.rate(text)
      do throws(ProfileError) {
        self = .profile(try BandwidthProfile(name: rate.text, rate: rate))
      } catch {
        throw GrammarError(text: String(text), problem: error.description)
      }
    case .path:
      self = .file(String(text))
    case .name:
      let nearest = text.nearest(in: NetworkPreset.allNames)
      throw GrammarError(
        text: String(text), problem: "unknown network",
        hint: nearest.map { "did you mean \($0)?" }
          ?? "'playhead networks' lists all; write a rate as 1.5Mbit/s, a path as ./\(text)")
    case .nothing:
      throw GrammarError(
        text: "", problem: "missing network",
        hint: "write a rate such as 1.5Mbit/s, or the path of a profile")
    }
  }

  /// Parses `text` as a rate; an invalid rate that is nearly a preset's name is reported as such.
  private static func rate(_ text: Substring) throws(GrammarError) -> BitRate {
    do {
      return try BitRate(parsing: text)
    } catch {
      var unit = text
      _ = WrittenDecimal(taking: &unit)
      // A unit that is often written wrong or left out, as in 3m, is what was meant.
      let isTrap = unit.isEmpty || RateUnits.isTrap(unit)
      guard !isTrap, let nearest = text.nearest(in: NetworkPreset.allNames) else { throw error }
      throw GrammarError(
        text: error.text, problem: "unknown network and invalid rate",
        hint: "did you mean \(nearest)?")
    }
  }

  /// What a text looks like, valid or not.
  private enum Form {
    case rate, parts, path, name, nothing

    init(of text: Substring) {
      if text.isEmpty {
        self = .nothing
      } else if InlineProfile.isMeant(by: text) {
        self = .parts
      } else if Self.isNumberWithUnit(text) {
        self = .rate
      } else if text.contains("/") || Self.hasExtension(text) {
        self = .path
      } else {
        self = text.first.map { $0.isNumber || "-−.".contains($0) } ?? false ? .rate : .name
      }
    }

    /// Whether `text` is a number followed by letters, perhaps with `/s` at the end.
    private static func isNumberWithUnit(_ text: Substring) -> Bool {
      var rest = text
      if rest.first == "-" { rest.removeFirst() }
      guard WrittenDecimal(taking: &rest) != nil else { return false }
      let unit = rest.drop(while: \.isUnitSpace)
      let end = unit.drop(while: \.isLetter)
      return end.isEmpty || end == "/s" && end.startIndex > unit.startIndex
    }

    /// Whether `text` ends in a file extension rather than in decimals.
    private static func hasExtension(_ text: Substring) -> Bool {
      guard let point = text.lastIndex(of: "."), let first = text[point...].dropFirst().first else {
        return false
      }
      let stem = text[..<point]
      return !stem.isEmpty && (first.isLetter || !stem.allSatisfy(\.isNumber))
    }
  }
}
