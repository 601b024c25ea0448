/// Where the wanted bytes of a rendition lie, for a loader that does not just read on.
///
/// A *place* is the read position that a byte would have if the resources were read from first to
/// last. Requests, and what is cached of them, count in places; media counts in read positions.
struct ReadMap: Sendable {
  /// Wanted bytes that lie in one piece.
  struct Part: Sendable, BitwiseCopyable {
    /// The read position of the first of them.
    var position: ReadPosition
    /// Its place.
    var place: ReadPosition
    var count: Int64

    var end: ReadPosition { position + count }
    var placeEnd: ReadPosition { place + count }
  }

  /// The parts in reading order.
  private let parts: [Part]
  /// Their numbers in the order of their places; empty if that is reading order.
  private let byPlace: [Int]

  init(_ rendition: Rendition) {
    let isStraight = rendition.order.isStraight
    parts =
      isStraight
      ? rendition.wantedBytes.ranges.map {
        Part(position: $0.lowerBound, place: $0.lowerBound, count: $0.count)
      }
      : rendition.order.runs.map {
        Part(position: $0.start, place: ReadPosition($0.bytes.lowerBound), count: $0.bytes.count)
      }
    let parts = parts
    byPlace = isStraight ? [] : parts.indices.sorted { parts[$0].place < parts[$1].place }
  }

  /// The place of the first wanted byte at `position` or later.
  func place(of position: ReadPosition) -> ReadPosition {
    guard let part = parts[from: parts.partitionPoint { $0.end > position }] else { return .never }
    return part.place + max(0, position - part.position)
  }

  /// The first missing bytes from `position` on that lie in one piece, besides those `cached` and
  /// those of `arrived`, by place; `nil` if none is missing.
  func missing(
    from position: ReadPosition, besides cached: ReadRangeSet, _ arrived: [ReadRange] = []
  ) -> Part? {
    var number = parts.partitionPoint { $0.end > position }
    while let part = parts[from: number] {
      var place = part.place + max(0, position - part.position)
      while place < part.placeEnd {
        var next = cached.firstMissing(from: place)
        for range in arrived where range.lowerBound <= next && next < range.upperBound {
          next = range.upperBound
        }
        if next == place {
          let end = min(part.placeEnd, cached.nextStart(from: place) ?? part.placeEnd)
          return Part(
            position: part.position + (place - part.place), place: place, count: end - place)
        }
        place = next
      }
      number += 1
    }
    return nil
  }

  /// The first position of `positions` that is neither cached nor has its place before `place`; the end
  /// of them if none is.
  func read(
    _ positions: ReadRange, before place: ReadPosition, besides cached: ReadRangeSet,
    _ heed: (ReadRange) -> Void = { _ in }
  ) -> ReadPosition {
    var position = positions.lowerBound
    while position < positions.upperBound, let part = missing(from: position, besides: cached),
      part.position < positions.upperBound
    {
      let count = min(part.count, positions.upperBound - part.position, place - part.place)
      guard count > 0 else { return part.position }
      heed(ReadRange(part.place, part.place + count))
      position = part.position + count
    }
    return positions.upperBound
  }

  /// The end of the last wanted byte before `position` that is not in `cached`; zero if none is
  /// missing.
  func endOfMissing(before position: ReadPosition, besides cached: ReadRangeSet) -> ReadPosition {
    for part in parts[..<parts.partitionPoint { $0.position >= position }].reversed() {
      let end = part.place + min(part.count, position - part.position)
      let missing = cached.endOfMissing(before: end)
      if missing > part.place { return part.position + (missing - part.place) }
    }
    return .zero
  }

  /// Removes the bytes before `position` from `cached`.
  func discard(before position: ReadPosition, from cached: inout ReadRangeSet) {
    guard !byPlace.isEmpty else {
      cached.remove(before: position)
      return
    }
    for part in parts[..<parts.partitionPoint { $0.position >= position }] {
      cached.remove(ReadRange(part.place, part.place + min(part.count, position - part.position)))
    }
  }

  /// Removes the bytes before `position`, as far as their places are in `range`, from `cached`.
  func discard(
    before position: ReadPosition, in range: ReadRange, from cached: inout ReadRangeSet
  ) {
    guard !byPlace.isEmpty else {
      cached.remove(before: position)
      return
    }
    var number = byPlace.partitionPoint { parts[$0].placeEnd > range.lowerBound }
    while number < byPlace.count, parts[byPlace[number]].place < range.upperBound {
      let part = parts[byPlace[number]]
      number += 1
      let kept = part.place + max(0, min(part.count, position - part.position))
      let (start, end) = (max(part.place, range.lowerBound), min(kept, range.upperBound))
      if start < end { cached.remove(ReadRange(start, end)) }
    }
  }
}

extension [ReadMap.Part] {
  fileprivate subscript(from number: Int) -> ReadMap.Part? {
    number < count ? self[number] : nil
  }
}
