import PlayheadKit

/// Decides which bytes to ask a server for when some are read that are not there.
///
/// A request costs a round trip, and bytes that nobody reads cost their time. So a reader that
/// jumps gets little, one that goes on gets twice as much with each request, and little is passed
/// over.
struct FetchPlan {
  /// The size of the resource in bytes.
  let size: Int64
  private var lastEnd: Int64 = 0
  private var lastCount: Int64 = 0

  /// The least number of bytes of a request, and the most.
  static let leastBytes: Int64 = 32 << 10
  static let mostBytes: Int64 = 4 << 20
  /// The most that is fetched although it may not be read, rather than jumped over.
  static let nearbyBytes: Int64 = 64 << 10

  /// How many bytes are fetched as several parts at once, so that the connections which later parts
  /// need are open by then; more is a download, which is no hurry.
  static let dividedBytes: ClosedRange<Int64> = 256 << 10...64 << 20
  private static let divisions: Int64 = 6

  init(size: Int64) {
    self.size = size
  }

  /// The bytes to ask for as the one at `offset` is read, which is not among those `held`.
  mutating func next(at offset: Int64, held: ByteRangeSet) -> ByteRange {
    var start = offset
    var count = Self.leastBytes
    let gap = offset - lastEnd
    if lastCount > 0, gap >= 0, gap <= max(Self.nearbyBytes, lastCount / 4) {
      start = held.firstMissing(from: min(lastEnd, offset))
      if start > offset { start = offset }
      count = min(2 * lastCount, Self.mostBytes)
    } else {
      // A gap that is as small as that between two parts that are there.
      let end = held.endOfHeld(before: offset)
      if let end, offset - end <= Self.nearbyBytes { start = end }
    }
    count = max(count, offset - start + Self.leastBytes)
    let limit = start > size - count ? size : start + count
    let range = Self.trimmed(ByteRange(start, limit), offset: offset, held: held)
    (lastEnd, lastCount) = (range.upperBound, range.count)
    return range
  }

  /// The bytes of `range` without what is there at its end, or behind a part that is worth a gap.
  private static func trimmed(
    _ range: ByteRange, offset: Int64, held: ByteRangeSet
  ) -> ByteRange {
    let missing = held.missing(from: range)
    guard var end = missing.last?.upperBound else { return range }
    for (part, next) in zip(missing, missing.dropFirst())
    where part.upperBound > offset && next.lowerBound - part.upperBound > nearbyBytes {
      end = part.upperBound
      break
    }
    return ByteRange(range.lowerBound, max(end, offset + 1))
  }

  /// The requests for `ranges`, those close to each other as one, without what is `held`.
  ///
  /// The last one goes on for `ahead` bytes.
  func requests(
    for ranges: [ByteRange], held: ByteRangeSet, ahead: Int64 = 0
  ) -> [ByteRange] {
    var requests = requests(for: ranges, held: held)
    guard let last = requests.last else { return [] }
    let behind = ByteRange(last.upperBound, last.upperBound + min(ahead, size - last.upperBound))
    // Equal parts end together, so what follows the last one takes nothing from them.
    if let next = held.missing(from: behind).first, next.lowerBound == last.upperBound {
      requests[requests.count - 1].upperBound = next.upperBound
    }
    return requests
  }

  private func requests(for ranges: [ByteRange], held: ByteRangeSet) -> [ByteRange] {
    var wanted = ByteRangeSet()
    for range in ranges {
      let end = min(range.upperBound, size)
      if range.lowerBound < end { wanted.insert(ByteRange(max(0, range.lowerBound), end)) }
    }
    var requests: [ByteRange] = []
    for missing in wanted.ranges.flatMap({ held.missing(from: $0) }) {
      if let last = requests.last, missing.lowerBound - last.upperBound <= Self.nearbyBytes / 4 {
        requests[requests.count - 1].upperBound = missing.upperBound
      } else {
        requests.append(missing)
      }
    }
    guard requests.count == 1, Self.dividedBytes.contains(requests[0].count) else {
      return requests
    }
    return Self.divided(requests[0])
  }

  /// Parts of `range` of about the same size.
  private static func divided(_ range: ByteRange) -> [ByteRange] {
    let places = (0...divisions).map { range.lowerBound + range.count * $0 / divisions }
    return zip(places, places.dropFirst()).map { ByteRange($0, $1) }
  }
}

extension ByteRangeSet {
  /// The end of the last part that lies before `position`; `nil` if none does.
  fileprivate func endOfHeld(before position: Int64) -> Int64? {
    let place = ranges.partitionPoint { $0.upperBound > position }
    return place > 0 ? ranges[place - 1].upperBound : nil
  }
}
