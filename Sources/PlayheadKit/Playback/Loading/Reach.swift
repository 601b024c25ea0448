/// What is in for a playhead.
struct Reach: Hashable, Sendable {
  /// The media loaded around it; `nil` if none is.
  var loaded: TimeRange?
  /// The position before which all bytes are in that reading for it takes.
  var position: Int64 = 0
}

extension Presentation {
  /// The media that the bytes from `start` to `position` are enough for; `nil` if they are for none.
  func loadedRange(from start: Int64, to position: Int64) -> TimeRange? {
    let beginning = start == 0 ? .zero : decoding.time(reaching: start)
    let end = loading.end(at: position)
    guard let beginning, beginning <= end else { return nil }
    return TimeRange(start: beginning, end: end)
  }

  /// The requests that opening takes of a player that reads through `gap` unwanted bytes.
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
