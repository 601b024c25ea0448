/// Compares codecs as RFC 6381 writes them: those that a manifest declares and those of the media.
struct CodecComparison {
  /// The declared codecs.
  let declared: [String]

  /// The first of the `measured` codecs that is declared as something else, or not at all; `nil` if
  /// all are.
  func mistaken(_ measured: [String]) -> String? {
    measured.first { codec in !declared.contains { Self.matches($0, codec) } }
  }

  /// The first declared codec of a kind that none of the `measured` ones is of; `nil` if there is
  /// none.
  ///
  /// What is not known here, or may not be among what was measured, such as subtitles, is passed
  /// over.
  func unused(_ measured: [String]) -> String? {
    let kinds = Set(measured.compactMap(Self.kind))
    return declared.first { codec in Self.kind(codec).map { !kinds.contains($0) } ?? false }
  }

  /// The kinds of codecs, by whatever name a declaration has for them.
  private enum Kind {
    case avc, hevc, av1, vp9, vp8, aac, mp3, ac3, eac3, opus, flac, alac
  }

  private static func kind(_ codec: String) -> Kind? {
    let parts = parts(codec)
    switch parts[0] {
    case "avc1", "avc2", "avc3", "avc4": return .avc
    case "hvc1", "hev1", "dvh1", "dvhe": return .hevc
    case "av01": return .av1
    case "vp09", "vp9": return .vp9
    case "vp08", "vp8": return .vp8
    case "mp3": return .mp3
    case "ac-3": return .ac3
    case "ec-3": return .eac3
    case "opus": return .opus
    case "flac": return .flac
    case "alac": return .alac
    case "mp4a":
      let type = parts.count > 1 ? parts[1] : ""
      if ["69", "6b"].contains(type) || parts.count > 2 && parts[2] == "34" { return .mp3 }
      if type == "a5" { return .ac3 }
      if type == "a6" { return .eac3 }
      if type == "ad" { return .opus }
      return .aac
    default: return nil
    }
  }

  private static func parts(_ codec: String) -> [String] {
    codec.lowercased().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether a declared codec is what was measured, as far as both tell.
  private static func matches(_ declared: String, _ measured: String) -> Bool {
    let kind = kind(declared)
    guard kind == self.kind(measured) else { return false }
    switch kind {
    case .avc:
      guard let one = avc(declared), let other = avc(measured) else { return true }
      return one == other
    case .hevc:
      guard let one = hevc(declared), let other = hevc(measured) else { return true }
      return one == other
    case .aac:
      guard let one = objectType(declared), let other = objectType(measured) else { return true }
      // Spectral band replication need not be in the configuration: then it tells the type of its
      // core.
      return one == other || other == 2 && [5, 29].contains(one)
    case .av1, .vp9, .vp8, .mp3, .ac3, .eac3, .opus, .flac, .alac: return true
    case nil: return declared == measured
    }
  }

  /// The profile and the level of H.264, which old declarations have in decimals; `nil` if they are
  /// missing.
  private static func avc(_ codec: String) -> [Int]? {
    let parts = parts(codec)
    if parts.count == 2, parts[1].utf8.count == 6, let number = Int(parts[1], radix: 16) {
      return [number >> 16, number & 0xFF]
    }
    let numbers = parts.dropFirst().compactMap { Int($0) }
    return numbers.count == 2 && parts.count == 3 ? numbers : nil
  }

  /// The profile and the level of HEVC; `nil` if they are missing.
  private static func hevc(_ codec: String) -> [Int]? {
    let parts = parts(codec)
    guard parts.count >= 4, let profile = Int(parts[1].filter(\.isNumber)),
      let level = Int(parts[3].dropFirst())
    else { return nil }
    return [profile, level]
  }

  /// The object type of MPEG-4 audio; `nil` if it is missing.
  private static func objectType(_ codec: String) -> Int? {
    let parts = parts(codec)
    return parts.count == 3 ? Int(parts[2]) : nil
  }
}
