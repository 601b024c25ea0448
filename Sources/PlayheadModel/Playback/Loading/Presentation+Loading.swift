/// Where seeks in a presentation lead.
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

extension Rendition {
  /// The requests that open the first resource in a player that reads through gaps of up to `gap` bytes.
  func openingRequests(readingThrough gap: Int64) -> [ByteRange] {
    var cached = ByteRangeSet()
    var requests: [ByteRange] = []
    for read in openingReads {
      for missing in cached.missing(from: read) {
        if let open = requests.last?.upperBound, missing.lowerBound >= open,
          missing.lowerBound - open <= gap
        {
          cached.insert(ByteRange(open, missing.upperBound))
          requests[requests.count - 1].upperBound = missing.upperBound
        } else {
          cached.insert(missing)
          requests.append(missing)
        }
      }
    }
    return requests
  }
}

/// The place that a seek leads to.
struct SeekPlace: Hashable, Sendable {
  /// The media time of the first frame shown.
  var shown: MediaTime
  /// The presentation time of the sync sample at which decoding begins.
  var decoded: MediaTime
}
