import PlayheadKit

/// The bytes of a file: which of them opening it reads, and which its played samples want.
struct OracleBytes {
  let fileSize: Int
  /// The places that opening the file reads, in order, some of them again and again.
  let opening: [Int]
  /// The places of the media's bytes among them, if it reads any.
  let probed: [Int]
  /// Where the last read of the headers ends.
  let headersEnd: Int?
  /// How far back another track's sample of a second later lies at most.
  let sampleDistance: Int
  /// The place of the byte at each read position.
  let places: [Int]
  /// The read position of the byte at each place; none if no played sample has it.
  let positions: [Int?]
  /// The positions of the wanted bytes, in order.
  let wanted: [Int]
  /// Where the last of them ends.
  let wantedEnd: Int
  /// How many wanted bytes there are before each position.
  private let wantedBefore: [Int]
  private let block: Int?

  init(
    _ index: MediaIndex, _ reading: OracleReading, block: Int?, probed: [Int],
    scanned: [Range<Int>]
  ) {
    fileSize = Int(index.bytes)
    self.block = block
    let size = fileSize
    func blocks(_ read: Range<Int>) -> [Int] {
      guard let block else { return Array(read) }
      let end = (read.upperBound + block - 1) / block * block
      return Array(read.lowerBound / block * block..<min(end, size))
    }
    self.probed = probed
    var probes: [Range<Int>] = []
    for place in probed {
      if let last = probes.last, last.upperBound == place {
        probes[probes.count - 1] = last.lowerBound..<place + 1
      } else {
        probes.append(place..<place + 1)
      }
    }
    opening =
      index.openingReads.flatMap { blocks(Int($0.lowerBound)..<Int($0.upperBound)) }
      + (scanned + probes).filter { !$0.isEmpty }.flatMap(blocks)
    places = reading.places
    sampleDistance = reading.sampleDistance
    headersEnd = index.openingReads.last.map { Int($0.upperBound) }
    var positions = [Int?](repeating: nil, count: fileSize)
    for (position, place) in places.enumerated() { positions[place] = position }
    self.positions = positions
    wantedEnd = Int(reading.samples.map(\.needs).max() ?? 0)
    var isWanted = [Bool](repeating: false, count: places.count)
    for sample in reading.samples {
      for byte in Int(min(sample.offset, sample.needs))..<Int(sample.needs) {
        isWanted[byte] = true
      }
    }
    var wanted: [Int] = []
    var wantedBefore = [0]
    wantedBefore.reserveCapacity(places.count + 1)
    for byte in isWanted.indices {
      if isWanted[byte] { wanted.append(byte) }
      wantedBefore.append(wanted.count)
    }
    self.wanted = wanted
    self.wantedBefore = wantedBefore
  }

  /// The first wanted byte from `position` on whose place is not there; `nil` if all are.
  func firstMissing(from position: Int, _ isCached: [Bool]) -> Int? {
    var number = wantedBefore[min(position, places.count)]
    while number < wanted.count {
      if !isCached[places[wanted[number]]] { return wanted[number] }
      number += 1
    }
    return nil
  }

  /// The end of the last wanted byte before `position` that is not there; 0 if all are.
  func endOfMissing(before position: Int, _ isCached: [Bool]) -> Int {
    var number = wantedBefore[min(position, places.count)]
    while number > 0 {
      number -= 1
      if !isCached[places[wanted[number]]] { return wanted[number] + 1 }
    }
    return 0
  }

  /// Whether whole blocks are requested.
  var hasBlocks: Bool { block != nil }

  /// Where the block begins that has the byte at `place`.
  func blockStart(_ place: Int) -> Int {
    guard let block, place < fileSize else { return place }
    return place / block * block
  }

  /// Up to where bytes are of use once all before `place` have come, of a request that began
  /// before.
  func usable(_ place: Int) -> Int { blockStart(place) }
}
