import PlayheadKit

/// The blocks of a Matroska file in their order, and what they begin with.
///
/// Looking at a block is a wait for memory, so a second thread looks at later clusters meanwhile.
/// What it found counts only once the walk from the beginning has come to the cluster that it began
/// with.
final class MatroskaScan {
  private let file: InputFile
  private var blocks: MatroskaBlocks
  private let lengths: [Int?]
  private let rounds: ClustersAhead.Rounds
  /// Who looks at later clusters.
  private var ahead: ClustersAhead?
  /// Whether the walk has come to where that began.
  private var takesAhead = false
  /// What was found ahead, and how much of it was taken.
  private var found: [SeenBlock] = []
  private var taken = 0
  /// How many blocks were found ahead in all.
  private(set) var countAhead = 0
  /// Where somebody may look ahead again.
  private var nextRound: Int64 = 0

  /// The blocks of `file` that follow `blocks`, whose tracks are `described`, of which a thread may
  /// already look at later ones.
  init(
    _ file: InputFile, after blocks: MatroskaBlocks, _ described: [UInt64: MatroskaTrack],
    ahead: ClustersAhead? = nil,
    rounds: ClustersAhead.Rounds = ClustersAhead.Rounds()
  ) {
    self.file = file
    self.blocks = blocks
    self.ahead = ahead
    self.rounds = rounds
    lengths = described.unitLengths
  }

  /// What lies around the block that came last.
  var window: ReadingWindow {
    get { blocks.window }
    _modify { yield &blocks.window }
  }

  /// Where the first cluster begins that begins at `sought` or behind it.
  var sought: Int64 {
    get { blocks.sought }
    set { blocks.sought = newValue }
  }

  /// That cluster, and where the last one ends, once all blocks were seen and nothing else; see
  /// ``MatroskaBlocks``.
  var clusters: ByteRange? {
    guard blocks.isCertain, let start = blocks.found, let end = blocks.clustersEnd else {
      return nil
    }
    return ByteRange(start, max(start, end))
  }

  /// Whether that cluster was met.
  var hasFound: Bool { blocks.found != nil }

  /// The next block; `nil` after the last one, or where there is more than this knows.
  func next() throws(ReadFailure) -> SeenBlock? {
    while true {
      if taken < found.count {
        defer { taken += 1 }
        return found[taken]
      }
      guard let ahead else { break }
      if !takesAhead {
        // Where it goes past that place, there is no such cluster. Nobody looks ahead for the one
        // that is sought.
        guard blocks.isCertain, blocks.place <= ahead.start else {
          self.ahead = nil
          break
        }
        guard blocks.isBetweenClusters, blocks.place == ahead.start else { break }
        guard blocks.found != nil else {
          self.ahead = nil
          break
        }
        takesAhead = true
      }
      if let part = ahead.next() {
        (found, taken) = (part, 0)
        countAhead += part.count
        continue
      }
      (found, taken, takesAhead) = ([], 0, false)
      self.ahead = nil
      blocks.goOn(from: try ahead.end())
      nextRound = blocks.place
    }
    if ahead == nil, blocks.found != nil, blocks.place >= nextRound { try lookAhead() }
    return try blocks.nextSeen(lengths)
  }

  /// Lets a thread look at later clusters if that is worth it.
  private func lookAhead() throws(ReadFailure) {
    nextRound = blocks.place + rounds.bytes
    ahead = try ClustersAhead(
      file, after: blocks, lengths, rounds, share: { $0 / 16 * 7 })
  }
}

/// A block, and what its picture is as far as its beginning tells.
struct SeenBlock: Equatable {
  var block: MatroskaBlock
  var picture: KeyPictures.Kind?
}

extension MatroskaBlocks {
  /// The next block, of tracks whose frames are H.264 with units after lengths of so many bytes, by
  /// number.
  mutating func nextSeen(_ lengths: [Int?]) throws(ReadFailure) -> SeenBlock? {
    guard let block = try next() else { return nil }
    guard block.head.track < lengths.count, let count = lengths[Int(block.head.track)] else {
      return SeenBlock(block: block)
    }
    return SeenBlock(block: block, picture: try picture(of: block, lengthBytes: count))
  }
}
