/// Where the wanted bytes of a rendition lie, for a loader that does not just read on.
///
/// A *place* is the read position that a byte would have if the file were read from first to last:
/// its offset. Requests count in places, media counts in read positions.
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

    /// The place of the byte at `position`, which it contains.
    func place(of position: ReadPosition) -> ReadPosition { place + (position - self.position) }
  }

  /// The parts in reading order.
  let parts: [Part]
  /// How places follow each other; `nil` if in reading order.
  private let layout: Layout?
  /// Whether sets of cached bytes count in read positions even where these are not places, for a
  /// player that caches what it reads as it reads it.
  var cachesPositions = false

  /// How the places of parts follow each other that are not in reading order.
  private final class Layout: Sendable {
    /// The numbers of the parts in the order of their places.
    let byPlace: [Int]
    /// For each of them, the earliest position of it and those behind it.
    let earliest: [ReadPosition]
    /// For each part in reading order, the end of the last place of it and those before it.
    let farthest: [ReadPosition]
    /// For each part in reading order, the first place of it and those after it.
    let nearest: [ReadPosition]

    init(_ parts: [Part]) {
      byPlace = parts.indices.sorted { parts[$0].place < parts[$1].place }
      var earliest = byPlace.map { parts[$0].position }
      var farthest = parts.map(\.placeEnd)
      var nearest = parts.map(\.place)
      for number in parts.indices.dropFirst() {
        farthest[number] = max(farthest[number], farthest[number - 1])
      }
      for number in parts.indices.dropLast().reversed() {
        earliest[number] = min(earliest[number], earliest[number + 1])
        nearest[number] = min(nearest[number], nearest[number + 1])
      }
      (self.earliest, self.farthest, self.nearest) = (earliest, farthest, nearest)
    }
  }

  init(_ rendition: Rendition) {
    guard rendition.order.isStraight else {
      parts = rendition.order.runs.map {
        Part(position: $0.start, place: ReadPosition($0.bytes.lowerBound), count: $0.bytes.count)
      }
      layout = Layout(parts)
      return
    }
    parts = rendition.wantedBytes.ranges.map {
      Part(position: $0.lowerBound, place: $0.lowerBound, count: $0.count)
    }
    layout = nil
  }

  /// Whether places are in reading order.
  var isStraight: Bool { layout == nil }

  /// Whether sets of cached bytes count in read positions, which may be places too.
  var tellsPositions: Bool { layout == nil || cachesPositions }

  // MARK: Places and positions

  /// The number of the first part of which something is at `position` or later.
  func number(at position: ReadPosition) -> Int {
    parts.partitionPoint { $0.end > position }
  }

  /// The place of the first wanted byte at `position` or later.
  func place(of position: ReadPosition) -> ReadPosition {
    guard let part = parts[from: number(at: position)] else { return .never }
    return part.place(of: max(position, part.position))
  }

  /// The end of the last place of the wanted bytes before `position`; zero if there are none.
  func end(before position: ReadPosition) -> ReadPosition {
    let number = parts.partitionPoint { $0.position >= position } - 1
    guard number >= 0 else { return .zero }
    let end = parts[number].place(of: min(position, parts[number].end))
    return max(end, self.end(beforePart: number))
  }

  /// The same for the bytes of all parts before the one of a number.
  func end(beforePart number: Int) -> ReadPosition {
    guard number > 0 else { return .zero }
    return layout?.farthest[number - 1] ?? parts[number - 1].placeEnd
  }

  /// The first place of the wanted bytes at `position` or later; `never` if there are none.
  func firstPlace(from position: ReadPosition) -> ReadPosition {
    let number = number(at: position)
    guard let part = parts[from: number] else { return .never }
    return min(part.place(of: max(position, part.position)), firstPlace(fromPart: number + 1))
  }

  /// The same for the bytes of the part of a number and those after it.
  func firstPlace(fromPart number: Int) -> ReadPosition {
    guard number < parts.count else { return .never }
    return layout?.nearest[number] ?? parts[number].place
  }

  /// The first position of the wanted bytes whose place is `place` or behind it; `nil` if there are
  /// none.
  func firstPosition(from place: ReadPosition) -> ReadPosition? {
    guard let layout else {
      return parts[from: number(at: place)].map { max($0.position, place) }
    }
    let number = layout.byPlace.partitionPoint { parts[$0].placeEnd > place }
    guard number < layout.byPlace.count else { return nil }
    let part = parts[layout.byPlace[number]]
    let own = part.position + max(0, place - part.place)
    return number + 1 < layout.earliest.count ? min(own, layout.earliest[number + 1]) : own
  }

  // MARK: What is cached

  /// The first missing bytes from `position` on that lie in one piece, besides those `cached` and
  /// those of `arrived`, by place; `nil` if none is missing.
  func missing(
    from position: ReadPosition, besides cached: ReadRangeSet, _ arrived: [ReadRange] = []
  ) -> Part? {
    guard tellsPositions else { return missingPlaces(from: position, besides: cached, arrived) }
    var position = position
    while let part = parts[from: number(at: position)] {
      position = max(position, part.position)
      var next = cached.firstMissing(from: position)
      for range in arrived where range.lowerBound <= next && next < range.upperBound {
        next = range.upperBound
      }
      if next == position {
        let end = min(part.end, cached.nextStart(from: position) ?? part.end)
        return Part(position: position, place: part.place(of: position), count: end - position)
      }
      position = next
    }
    return nil
  }

  /// The same where what is cached counts in places, which are not in reading order.
  private func missingPlaces(
    from position: ReadPosition, besides cached: ReadRangeSet, _ arrived: [ReadRange]
  ) -> Part? {
    var number = number(at: position)
    while let part = parts[from: number] {
      var place = part.place(of: max(position, part.position))
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

  /// The first position of `positions` that is neither cached nor has its place before `place`; the
  /// end of them if none is.
  func read(
    _ positions: ReadRange, before place: ReadPosition, besides cached: ReadRangeSet
  ) -> ReadPosition {
    if tellsPositions, cached.end <= positions.lowerBound {
      let first = firstPosition(from: place) ?? positions.upperBound
      if first >= positions.lowerBound { return min(first, positions.upperBound) }
    }
    var position = positions.lowerBound
    while position < positions.upperBound, let part = missing(from: position, besides: cached),
      part.position < positions.upperBound
    {
      let count = min(part.count, positions.upperBound - part.position, place - part.place)
      guard count > 0 else { return part.position }
      position = part.position + count
    }
    return positions.upperBound
  }

  /// The end of the last wanted byte before `position` that is not in `cached`; zero if none is
  /// missing.
  func endOfMissing(before position: ReadPosition, besides cached: ReadRangeSet) -> ReadPosition {
    guard tellsPositions else { return endOfMissingPlaces(before: position, besides: cached) }
    var position = position
    while true {
      position = cached.endOfMissing(before: position)
      let number = parts.partitionPoint { $0.position >= position } - 1
      guard number >= 0 else { return .zero }
      guard parts[number].end < position else { return position }
      position = parts[number].end
    }
  }

  private func endOfMissingPlaces(
    before position: ReadPosition, besides cached: ReadRangeSet
  ) -> ReadPosition {
    for part in parts[..<parts.partitionPoint { $0.position >= position }].reversed() {
      let missing = cached.endOfMissing(before: part.place(of: min(position, part.end)))
      if missing > part.place { return part.position + (missing - part.place) }
    }
    return .zero
  }

  /// Removes the bytes before `position` from `cached`.
  func discard(before position: ReadPosition, from cached: inout ReadRangeSet) {
    guard !tellsPositions else {
      cached.remove(before: position)
      return
    }
    for part in parts[..<parts.partitionPoint { $0.position >= position }] {
      cached.remove(ReadRange(part.place, part.place(of: min(position, part.end))))
    }
  }

  /// Removes the bytes before `position`, as far as their places are in `range`, from `cached`,
  /// which counts in places.
  func discard(
    before position: ReadPosition, in range: ReadRange, from cached: inout ReadRangeSet
  ) {
    guard let layout else {
      cached.remove(before: position)
      return
    }
    var number = layout.byPlace.partitionPoint { parts[$0].placeEnd > range.lowerBound }
    while number < parts.count, parts[layout.byPlace[number]].place < range.upperBound {
      let part = parts[layout.byPlace[number]]
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
