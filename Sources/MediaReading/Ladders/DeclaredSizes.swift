import PlayheadKit
import PlayheadManifests

extension ManifestLevel {
  /// The mean bit rate that is declared, else the peak; `nil` if neither is.
  fileprivate var declaredRate: BitRate? {
    [averageBitRate, bitRate].compactMap(\.self).first { $0 > .zero }
  }
}

/// The sizes of a level's segments by what the manifest declares, without a look at them.
struct DeclaredSizes {
  /// The bit rate of its segments, which may have estimates of their own; `nil` if none is known.
  let rate: BitRate?
  /// What is assumed, a clause each.
  let notes: [String]
  private let level: String

  /// What audio apart takes at most in a playlist that declares no rate for it.
  private static let maximumAudioRate = BitRate(bitsPerSecond: 128_000)

  /// The sizes of `level` of the lane numbered `lane`; `assumed` is the rate where none is
  /// declared.
  init(of level: ManifestLevel, lane: Int, in manifest: Manifest, assumed: BitRate?) {
    self.level = level.name
    var notes = [
      "nothing of its segments is fetched: sizes follow from declared bit rates, and peaks are not known"
    ]
    let isOfHLS = manifest.format == .hls
    let known = level.declaredRate
    let rate = known ?? (lane == 0 || !isOfHLS ? assumed : nil)
    // A variant's rate is that of everything that plays with it, so audio has half of it at most.
    let lowest =
      manifest.lanes[0].levels.compactMap { $0.declaredRate ?? assumed }.min()
    let audio = min(
      Self.maximumAudioRate,
      lowest.map { BitRate(bitsPerSecond: $0.bitsPerSecond / 2) } ?? Self.maximumAudioRate)
    if isOfHLS, lane > 0, rate == nil {
      self.rate = audio
      notes.append("audio that is apart is taken for \(audio.text) of its variant's bit rate")
    } else if isOfHLS, lane == 0, manifest.lanes.count > 1, let rate {
      self.rate = BitRate(bitsPerSecond: rate.bitsPerSecond - audio.bitsPerSecond)
    } else {
      self.rate = rate
    }
    self.notes = notes
  }

  /// The bytes of `segment`, rounded up.
  ///
  /// - Throws: an error on `manifest`, a name, if neither a range nor a rate is declared.
  func bytes(
    of segment: ManifestSegment, in manifest: String
  ) throws(MediaReadingError) -> Int64 {
    if let bytes = segment.bytes { return bytes }
    let length = segment.uncutLength ?? segment.declared.duration
    guard length > .zero else { return 0 }
    guard let rate = segment.declaredBitRate ?? rate, rate > .zero else {
      throw .notMedia(
        name: manifest,
        reason: "it declares no bit rate of \(level), from which sizes could follow; "
          + "--assume-rate gives one")
    }
    let bits = Int128(rate.bitsPerSecond) * Int128(length.nanoseconds)
    return Int64(clamping: (bits + 7_999_999_999) / 8_000_000_000)
  }
}
