/// The levels that hls.js switches between: of the same codecs, and not to another frame rate
/// against the direction of the switch.
struct HLSJSCodecTier {
  /// The first four characters of the codecs, by which they are the same; empty for any.
  private let codecs: String
  /// The frame rate to compare with, in thousandths; zero for any.
  private let frameRate: Int64
  /// The lowest bit rate, of all codecs, in bits per second; zero if codecs are not declared.
  let minimumBitRate: Double
  /// The lowest level of these codecs.
  let lowestLevel: Int?

  /// The levels that `level` can be followed by.
  init(of level: Level) {
    codecs = Self.codecs(of: level)
    frameRate = level.frameRateThousandths ?? 0
    minimumBitRate = 0
    lowestLevel = nil
  }

  /// The levels to start among: of the most efficient codecs of which one fits `bandwidth`.
  init(startingAmong levels: [Level], bandwidth: Double) {
    let declared = levels.filter { !Self.codecs(of: $0).isEmpty }
    let lowest = declared.first?.bitsPerSecond ?? 0
    var chosen: String?
    var seen: Set<String> = []
    let sets = declared.map(Self.codecs).filter { seen.insert($0).inserted }
    for candidate in sets {
      let members = declared.filter { Self.codecs(of: $0) == candidate }
      let fits =
        members[0].bitsPerSecond <= max(lowest, bandwidth)
        && (members.map(Self.shorterSide).min() ?? 0)
          <= max(1080, declared.map(Self.shorterSide).min() ?? 0)
        && Self.slowest(members) <= max(30_000, Self.slowest(declared))
      guard sets.count == 1 || fits else { continue }
      if let chosen, Self.preference(of: candidate) >= Self.preference(of: chosen) { continue }
      chosen = candidate
    }
    codecs = chosen ?? ""
    frameRate = declared.isEmpty ? 0 : Self.slowest(declared)
    minimumBitRate = lowest
    lowestLevel = levels.firstIndex { chosen == Self.codecs(of: $0) }
  }

  /// Whether `level` is one of these, for a switch up or none.
  func admits(_ level: Level, isUp: Bool) -> Bool {
    if !codecs.isEmpty, Self.codecs(of: level) != codecs { return false }
    let other = level.frameRateThousandths ?? 0
    return isUp ? frameRate <= other : frameRate == 0 || frameRate >= other
  }

  private static func shorterSide(_ level: Level) -> Int {
    level.resolution.map { min($0.width, $0.height) } ?? 0
  }

  private static func slowest(_ levels: [Level]) -> Int64 {
    levels.map { $0.frameRateThousandths ?? 0 }.min() ?? 0
  }

  /// The declared codecs, video first, four characters each.
  private static func codecs(of level: Level) -> String {
    let codes = level.codecs.map { String($0.prefix(4)) }
    let video = codes.filter { videoPreferences[$0] != nil }.prefix(1)
    let audio = codes.filter { videoPreferences[$0] == nil && !texts.contains($0) }.prefix(1)
    return (video + audio).joined(separator: ",")
  }

  /// How much the player prefers other codecs, as the weights of its table.
  private static func preference(of codecs: String) -> Double {
    var sum = 0.0
    for code in codecs.split(separator: ",").map(String.init) {
      if let video = videoPreferences[code] {
        sum = (video * 2 + sum) / (sum > 0 ? 3 : 2)
      } else {
        sum = ((audioPreferences[code] ?? 1) + sum) / (sum > 0 ? 2 : 1)
      }
    }
    return sum
  }

  private static let texts: Set = ["stpp", "wvtt"]
  private static let videoPreferences: [String: Double] = [
    "avc1": 1, "avc3": 1, "av01": 0.8, "dav1": 0.8, "dva1": 1, "dvav": 1, "dvh1": 0.7, "dvhe": 0.7,
    "hev1": 0.75, "hvc1": 0.75, "mp4v": 1, "vp08": 1, "vp09": 0.9,
  ]
  private static let audioPreferences: [String: Double] = [
    "ac-3": 0.95, "ec-3": 0.9, "fLaC": 0.9, "flac": 0.9, "alac": 0.9,
  ]
}
