/// The requests a streaming player sends to open a file.
package struct OpeningTraffic: Hashable, Sendable {
  /// The bytes they fetch.
  package let bytes: Int64
  /// How many requests there are.
  package let requests: Int
  /// Whether one of them fetches the end of the file before the media.
  package let readsEndFirst: Bool
}

extension Presentation {
  /// The requests that opening takes from a player that reads through gaps of up to `gap` bytes
  /// rather than send another request, requests aligned blocks of `blockBytes`, if that is given,
  /// and goes back up to `seekBack` bytes in what a request brought, or else anywhere; for one that
  /// reads the first access units too, in the order in which it reads.
  package func openingTraffic(
    readingThrough gap: Int64, inBlocksOf blockBytes: Int64? = nil,
    goingBack seekBack: Int64? = nil,
    until end: OpeningEnd = .headers, in order: ReadOrder = .byte
  ) -> OpeningTraffic {
    let requests = rendition(in: order).openingRequests(
      readingThrough: gap, inBlocksOf: blockBytes, goingBack: seekBack, until: end,
      of: resourceBytes)
    return OpeningTraffic(
      bytes: requests.reduce(0) { $0 + $1.count }, requests: requests.count,
      readsEndFirst: rendition.isEndRead(by: requests))
  }
}

extension Presentation {
  /// The requests that opening takes from a player with `policy`.
  package func openingTraffic(by policy: BufferingPolicy) -> OpeningTraffic {
    let parameters = policy.parameters
    return openingTraffic(
      readingThrough: parameters.readThrough, inBlocksOf: parameters.blockBytes,
      goingBack: parameters.seekBack, until: parameters.openedWith, in: parameters.readOrder)
  }
}

extension Rendition {
  /// Whether one of `requests` for opening fetches the end of a file before its media.
  fileprivate func isEndRead(by requests: [ByteRange]) -> Bool {
    let first = (wantedBytes.ranges.first?.lowerBound ?? .zero).bytes
    let end = wantedBytes.end.bytes
    return requests.contains { $0.lowerBound > first && $0.upperBound >= end }
  }
}
