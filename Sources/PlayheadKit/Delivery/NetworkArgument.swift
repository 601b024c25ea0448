/// What a text such as that of `--network` names.
public enum NetworkArgument: Hashable, Sendable {
  /// A file that holds a profile, by its path as written.
  case file(String)
  /// A profile that the text itself describes.
  case profile(BandwidthProfile)

  /// Tells what `text` names, without looking at any file.
  ///
  /// What has the form of a rate (`1.5M`, `800 kb/s`) is one; a file of such a name is written
  /// with its folder, as in `./1.5M`. Anything else with a `/` or an extension is a path.
  ///
  /// - Throws: ``GrammarError`` if `text` is neither, or looks like a rate and is none.
  public init(parsing text: some StringProtocol) throws(GrammarError) {
    let text = Substring(text)
    switch Form(of: text) {
    case .rate:
      let rate = try BitRate(parsing: text)
      do throws(ProfileError) {
        self = .profile(try BandwidthProfile(name: rate.text, rate: rate))
      } catch {
        throw GrammarError(text: String(text), problem: error.description)
      }
    case .path:
      self = .file(String(text))
    case .name:
      let nearest = nearestMatch(to: text, in: Self.names)
      throw GrammarError(
        text: String(text), problem: "no network has this name",
        hint: nearest.map { "did you mean \($0)?" }
          ?? "write a rate such as 1.5Mbit/s, or the path of a profile such as ./\(text)")
    case .nothing:
      throw GrammarError(
        text: "", problem: "a network is expected, and there is nothing",
        hint: "write a rate such as 1.5Mbit/s, or the path of a profile")
    }
  }

  /// The names of networks that are built in.
  private static let names: [String] = []

  /// What a text looks like, whether or not it then is.
  private enum Form {
    case rate, path, name, nothing

    init(of text: Substring) {
      if text.isEmpty {
        self = .nothing
      } else if Self.isNumberWithUnit(text) {
        self = .rate
      } else if text.contains("/") || Self.hasExtension(text) {
        self = .path
      } else {
        self = text.first.map { $0.isNumber || "-−.".contains($0) } ?? false ? .rate : .name
      }
    }

    /// Whether `text` is a number and letters, perhaps with `/s` at the end.
    private static func isNumberWithUnit(_ text: Substring) -> Bool {
      var rest = text
      if rest.first == "-" { rest.removeFirst() }
      guard WrittenDecimal(taking: &rest) != nil else { return false }
      let unit = rest.drop { $0 == " " }
      let end = unit.drop(while: \.isLetter)
      return end.isEmpty || end == "/s" && end.startIndex > unit.startIndex
    }

    /// Whether `text` ends as a file name does, and not as a number does after its point.
    private static func hasExtension(_ text: Substring) -> Bool {
      guard let point = text.lastIndex(of: "."), let first = text[point...].dropFirst().first else {
        return false
      }
      let stem = text[..<point]
      return !stem.isEmpty && (first.isLetter || !stem.allSatisfy(\.isNumber))
    }
  }
}
