/// The requests a streaming player sends to open a file.
public struct OpeningTraffic: Hashable, Sendable {
  /// The bytes they fetch.
  public let bytes: Int64
  /// How many requests there are.
  public let requests: Int
  /// Whether one of them fetches the end of the file before the media.
  public let readsEndFirst: Bool
}

extension Presentation {
  /// The requests that opening takes from a player that reads through gaps of up to `gap` bytes
  /// rather than send another request.
  public func openingTraffic(readingThrough gap: Int64) -> OpeningTraffic {
    let requests = openingRequests(readingThrough: gap)
    let first = mediaBytes.ranges.first?.lowerBound ?? 0
    return OpeningTraffic(
      bytes: requests.reduce(0) { $0 + $1.count }, requests: requests.count,
      readsEndFirst: requests.contains {
        $0.lowerBound > first && $0.upperBound >= mediaBytes.end
      })
  }
}
