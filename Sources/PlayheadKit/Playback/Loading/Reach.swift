/// The loaded media and bytes for a playhead.
struct Reach: Hashable, Sendable {
  /// The loaded range around it; `nil` if none.
  var loaded: TimeRange?
  /// The position before which all bytes needed from it on have arrived.
  var position: Int64 = 0
}

extension Presentation {
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
