package import PlayheadModel

/// How a ladder is read, as far as somebody asks for it; what it leaves open follows from the
/// manifest and the player.
package struct LadderReadingSetting: Hashable, Sendable {
  /// The language of the audio; `nil` for the manifest's choice.
  package var language: String?
  /// Whether a live playlist is played as if it ended with what it lists.
  package var isAsVoD = false
  /// What is fetched of segments at URLs; `nil` for ``SegmentReading/auto``.
  package var segments: SegmentReading?
  /// The codecs that can be played, by the first parts of their names; `nil` for the player's.
  package var codecs: [String]?
  /// Whether a manifest on disk may name URLs.
  package var allowsRemote = false
  /// The bit rate of levels that declare none, where sizes follow from rates.
  package var assumedRate: BitRate?
  /// The key of segments encrypted as a whole; `nil` for the one that the playlist names.
  package var key: KeyArgument?
  /// The wall time that a licence server takes; `nil` if licences cost nothing.
  package var licenceTime: WallTime?
  /// Whether departures from the standards are refused that players pass over.
  package var isStrict = false

  /// Nothing is asked for.
  package init() {}

  /// What can be asked for, by the keys of suites and plans.
  package enum Key: String, CaseIterable, Sendable {
    case language, asVoD, segments, codecs, allowRemote, assumeRate, key, license, strict

    /// The option of the command line that says the same.
    package var option: String {
      switch self {
      case .asVoD: "--as-vod"
      case .allowRemote: "--allow-remote"
      case .assumeRate: "--assume-rate"
      default: "--\(rawValue)"
      }
    }
  }

  /// `hint` with the keys of suites beside options that it names.
  package static func namingKeys(in hint: String) -> String {
    [Key.asVoD, .allowRemote].reduce(hint) { hint, key in
      hint.replacing(
        key.option, with: "\(key.option) (in a suite, reading: {\(key.rawValue): true})")
    }
  }

  /// What is asked for, exact, in the words of suites; a key is secret, and only `given`.
  package var parts: [(key: Key, text: String)] {
    let texts: KeyValuePairs<Key, String?> = [
      .language: language, .asVoD: isAsVoD ? "true" : nil, .segments: segments?.rawValue,
      .codecs: codecs?.joined(separator: ","), .allowRemote: allowsRemote ? "true" : nil,
      .assumeRate: assumedRate.map { "\($0.bitsPerSecond)bit/s" },
      .key: key.map { _ in "given" },
      .license: licenceTime.map { "\($0.secondsText)s" }, .strict: isStrict ? "true" : nil,
    ]
    return texts.compactMap { entry in entry.value.map { (entry.key, $0) } }
  }

  /// What is asked for as one text; `nil` if nothing is.
  package var text: String? {
    let words = parts.map { $0.text == "true" ? $0.key.rawValue : "\($0.key.rawValue) \($0.text)" }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// The codecs that `text` lists with commas between them.
  package static func codecs(parsing text: some StringProtocol) throws(GrammarError) -> [String] {
    let codecs = text.split(separator: ",").map { String($0.filter { $0 != " " }) }
    guard !codecs.isEmpty, !codecs.contains("") else {
      throw GrammarError(
        text: String(text), problem: "a codec is missing", hint: "write avc1,mp4a")
    }
    return codecs
  }

  /// The bit rate that `text` is, exactly.
  package static func rate(parsing text: some StringProtocol) throws(GrammarError) -> BitRate {
    try BitRate(parsingExactly: text, unit: .required)
  }
}
