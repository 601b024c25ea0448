/// The place that a seek leads to.
struct SeekPlace: Hashable, Sendable {
  /// The media time of the first frame shown.
  var shown: MediaTime
  /// The presentation time of the sync sample at which decoding begins.
  var decoded: MediaTime
}

extension Presentation {
  /// The place that a seek to `target` leads to.
  func place(of target: MediaTime, _ precision: SeekPrecision) -> SeekPlace {
    var shown = min(max(target, .zero), duration)
    let following = keyframes.partitionPoint { $0 > shown }
    var decoded = following > 0 ? keyframes[following - 1] : .zero
    if precision == .keyframe, !keyframes.isEmpty {
      if following == 0 {
        decoded = keyframes[0]
      } else if following < keyframes.count, keyframes[following] - shown < shown - decoded {
        decoded = keyframes[following]
      }
      shown = decoded
    }
    return SeekPlace(shown: shown, decoded: decoded)
  }
}
