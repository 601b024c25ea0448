import CFFmpeg
import PlayheadKit

/// Reads some samples of a track to see that their stand-ins are read alike.
final class StandInCheck {
  private let file: InputFile
  private let walk: UnitWalk
  private let parser: Parser
  private let key: Parser.Finding
  private let other: Parser.Finding

  /// The most that is read of a sample.
  static let headBytes = 4096
  /// The most that a sample can have to be read.
  private static let sampleBytes: Int64 = 16 << 20

  /// The check of a track; `nil` if the stand-ins themselves are not read as what they stand for.
  init?(
    _ file: InputFile, _ parameters: UnsafeMutablePointer<AVCodecParameters>, _ walk: UnitWalk,
    key: StandIn, other: StandIn
  ) {
    guard let parser = unsafe Parser(parameters) else { return nil }
    self.file = file
    self.walk = walk
    self.key = parser.read(key.sample(key.head.count + 1))
    self.other = parser.read(other.sample(other.head.count + 1))
    self.parser = parser
    guard self.key.isKey, !self.other.isKey else { return nil }
  }

  /// The samples to read of those numbered `numbers`: of each of so many stretches the largest that
  /// is no key frame, as one that the table does not list would be, and of some a key frame.
  static func suspects(
    _ numbers: Range<Int>, stretches: Int, entry: (Int) -> SparseMovieTrack.Entry?
  ) -> [SparseMovieTrack.Entry] {
    var suspects: [SparseMovieTrack.Entry] = []
    let count = min(stretches, numbers.count)
    for stretch in 0..<count {
      let start = numbers.lowerBound + numbers.count * stretch / count
      let end = numbers.lowerBound + numbers.count * (stretch + 1) / count
      var largest: SparseMovieTrack.Entry?
      var key: SparseMovieTrack.Entry?
      for number in start..<end {
        guard let entry = entry(number) else { continue }
        if entry.isKey {
          key = key ?? entry
        } else if entry.size > largest?.size ?? 0 {
          largest = entry
        }
      }
      if let largest { suspects.append(largest) }
      if let key, stretch % 4 == 0 { suspects.append(key) }
    }
    return suspects
  }

  /// What is read of the sample of an entry.
  static func head(of entry: SparseMovieTrack.Entry) -> ByteRange {
    let start = max(0, entry.offset)
    let count = max(0, min(entry.size, Int64(headBytes)))
    return ByteRange(start, start > Int64.max - count ? start : start + count)
  }

  /// Fetches what is read of the samples of `entries`.
  func willRead(_ entries: [SparseMovieTrack.Entry]) throws(ReadFailure) {
    try file.willRead(entries.filter { $0.size <= Self.sampleBytes }.map(Self.head))
  }

  /// Whether the sample of an entry is read as its stand-in is.
  func agrees(_ entry: SparseMovieTrack.Entry) throws(ReadFailure) -> Bool {
    guard entry.size > 0, entry.size <= Self.sampleBytes else { return entry.size == 0 }
    let head = try file.bytes(Int(min(entry.size, Int64(Self.headBytes))), at: entry.offset)
    // Past the end of a file that was cut short there is nothing to look at.
    guard head.count == min(entry.size, Int64(Self.headBytes)) else { return true }
    guard let slice = walk.firstSlice(in: head),
      head.count == entry.size || slice + walk.lengthBytes + StandIn.sliceBytes <= head.count
    else { return false }
    let sample = head + [UInt8](repeating: 0, count: Int(entry.size) - head.count)
    return parser.read(sample) == (entry.isKey ? key : other)
  }
}
