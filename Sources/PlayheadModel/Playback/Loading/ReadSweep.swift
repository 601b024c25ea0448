/// What a request brings that sweeps through a file, by how far it has come.
///
/// While nothing is cached of what is still to come, that depends on nothing else: it takes one
/// look-up, whatever the order in which a player reads and the blocks that it requests.
final class ReadSweep: Sendable {
  /// How far media is loaded once all before a place has come.
  let loading: LoadingCurve
  private let map: ReadMap
  private let blocks: Blocks
  /// For each part in reading order, the number of the first part from it on that a request does
  /// not reach which has brought all parts before it.
  private let stops: [Int32]

  /// What a sweep depends on, besides its rendition.
  struct Key: Hashable, Sendable {
    var blockBytes: Int64?
    var seekBack: Int64?
    var readThrough: Int64
    var loadedOver: TrackCombination
  }

  /// A sweep through a file of `size` bytes, of which `map` tells where the wanted ones lie; of
  /// these in reading order, `loading` is loaded.
  init(_ key: Key, _ map: ReadMap, size: Int64, loading: LoadingCurve) {
    let blocks = Blocks(key.blockBytes, of: size)
    self.map = map
    self.blocks = blocks
    self.loading =
      map.isStraight && key.blockBytes == nil
      ? loading
      : loading.moved { ReadPosition(blocks.end(of: map.end(before: $0).bytes)) }
    var stops = [Int32](repeating: Int32(clamping: map.parts.count), count: map.parts.count)
    for (number, part) in map.parts.enumerated().reversed() {
      let end = blocks.end(of: map.end(beforePart: number).bytes)
      let isReached =
        part.place.bytes < end
        ? key.seekBack.map { part.place.bytes >= blocks.kept($0, before: end) } ?? true
        : blocks.start(of: part.place.bytes) - end <= key.readThrough
      if !isReached {
        stops[number] = Int32(clamping: number)
      } else if number + 1 < stops.count {
        stops[number] = stops[number + 1]
      }
    }
    self.stops = stops
  }

  /// The position before which all wanted bytes have come once all before `place` has, if none came
  /// otherwise; `nil` if all have.
  func position(at place: ReadPosition) -> ReadPosition? {
    map.firstPosition(from: ReadPosition(blocks.start(of: place.bytes)))
  }

  /// Before which place everything has to have come so that all wanted bytes before `position`
  /// have.
  func place(before position: ReadPosition) -> ReadPosition {
    ReadPosition(blocks.end(of: map.end(before: position).bytes))
  }

  /// How far a request that ends at `end` goes on from `position`, of which nothing later is
  /// cached, and where it ends then; `nil` if it has to be found out part by part.
  ///
  /// Nothing can be gone back to before `earliest`.
  func leap(
    from position: ReadPosition, endingAt end: ReadPosition, goingBackTo earliest: ReadPosition
  ) -> (position: ReadPosition, end: ReadPosition)? {
    let number = map.number(at: position)
    guard number < stops.count, map.parts[number].position >= position,
      blocks.end(of: map.end(beforePart: number).bytes) == end.bytes,
      map.firstPlace(fromPart: number) >= earliest
    else { return nil }
    let stop = Int(stops[number])
    guard stop > number else { return nil }
    return (
      map.parts[stop - 1].end, ReadPosition(blocks.end(of: map.end(beforePart: stop).bytes))
    )
  }
}
