import PlayheadKit

/// The bytes of a file: which of them opening it reads, and which its played samples want.
struct OracleBytes {
  let fileSize: Int
  /// The bytes that opening the file reads, in order, some of them again and again.
  let opening: [Int]
  /// The offsets of the wanted bytes, in order.
  let wanted: [Int]
  /// Where the last of them ends.
  let wantedEnd: Int
  /// How many wanted bytes there are before each offset.
  private let wantedBefore: [Int]

  init(_ index: MediaIndex, _ played: [Sample]) {
    fileSize = Int(index.bytes)
    opening = index.openingReads.flatMap { Array(Int($0.lowerBound)..<Int($0.upperBound)) }
    wantedEnd = Int(played.map(\.needs).max() ?? 0)
    var isWanted = [Bool](repeating: false, count: fileSize)
    for sample in played {
      for byte in Int(min(sample.offset, sample.needs))..<Int(sample.needs) {
        isWanted[byte] = true
      }
    }
    var wanted: [Int] = []
    var wantedBefore = [0]
    wantedBefore.reserveCapacity(fileSize + 1)
    for byte in 0..<fileSize {
      if isWanted[byte] { wanted.append(byte) }
      wantedBefore.append(wanted.count)
    }
    self.wanted = wanted
    self.wantedBefore = wantedBefore
  }

  /// The first wanted byte from `position` on that is not there; `nil` if all are.
  func firstMissing(from position: Int, _ isCached: [Bool]) -> Int? {
    var place = wantedBefore[position]
    while place < wanted.count {
      if !isCached[wanted[place]] { return wanted[place] }
      place += 1
    }
    return nil
  }

  /// The end of the last wanted byte before `position` that is not there; 0 if all are.
  func endOfMissing(before position: Int, _ isCached: [Bool]) -> Int {
    var place = wantedBefore[position]
    while place > 0 {
      place -= 1
      if !isCached[wanted[place]] { return wanted[place] + 1 }
    }
    return 0
  }
}
