import PlayheadKit

/// What a player that reads in byte order gets over the network, byte by byte.
struct OracleReading {
  struct Request {
    /// Where it starts in the file.
    var offset: Int
    /// How many bytes had come before it, and how many once it is over.
    var first: Int
    var end: Int
    /// The bytes of the file that it would bring if nobody dropped it.
    var rest: Int
  }

  private(set) var requests: [Request] = []
  /// How many bytes have to have come until opening the file is done.
  private(set) var openingEnd = 0
  /// Which of the bytes that come, counted from 1, is that of an offset; 0 if it never comes.
  private(set) var turn: [Int]
  private var count = 0
  private let fileSize: Int

  init(_ index: MediaIndex, tracks: [Int], readThrough: Int) {
    fileSize = Int(index.bytes)
    turn = [Int](repeating: 0, count: fileSize)
    for read in index.openingReads {
      for byte in Int(read.lowerBound)..<Int(read.upperBound) { self.read(byte, readThrough) }
    }
    openingEnd = count
    var isWanted = [Bool](repeating: false, count: fileSize)
    for sample in index.samples where tracks.contains(Int(sample.track)) {
      for byte in Int(sample.offset)..<Int(sample.needs) { isWanted[byte] = true }
    }
    for byte in 0..<fileSize where isWanted[byte] { self.read(byte, readThrough) }
  }

  private mutating func read(_ byte: Int, _ readThrough: Int) {
    guard turn[byte] == 0 else { return }
    if let open = requests.last {
      let here = open.offset + open.end - open.first
      if byte >= here, byte - here <= readThrough {
        for byte in here...byte { receive(byte) }
        return
      }
    }
    requests.append(Request(offset: byte, first: count, end: count, rest: fileSize - byte))
    receive(byte)
  }

  private mutating func receive(_ byte: Int) {
    count += 1
    if turn[byte] == 0 { turn[byte] = count }
    requests[requests.count - 1].end = count
    requests[requests.count - 1].rest -= 1
  }
}
