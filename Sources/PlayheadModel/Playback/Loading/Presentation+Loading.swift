/// How the bytes of a presentation are loaded and where seeks in it lead.
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

  /// The media that the bytes from `start` to `position` suffice for; `nil` if none.
  func loadedRange(from start: Int64, to position: Int64) -> TimeRange? {
    let beginning = start == 0 ? .zero : decoding.time(reaching: start)
    let end = loading.end(at: position)
    guard let beginning, beginning <= end else { return nil }
    return TimeRange(start: beginning, end: end)
  }

  /// The requests that open the file in a player that reads through gaps of up to `gap` bytes.
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
