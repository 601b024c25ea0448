import POSIX
import PlayheadKit
import Synchronization

/// A thread that looks at clusters of Matroska before it is their turn; see ``MatroskaScan``.
final class ClustersAhead {
  /// Where it begins.
  let start: Int64
  private let work: Work
  private var thread: pthread_t?

  /// How a file is shared out between the thread and the one that comes after it.
  struct Rounds {
    /// How many bytes both look at in one go.
    var bytes: Int64 = 256 << 20
    /// The fewest that are worth a thread.
    var fewestBytes: Int64 = 16 << 20
    /// The most blocks that are kept.
    var maximumBlocks = 1 << 18
  }

  /// What was found and nobody took yet.
  private struct Finds {
    /// The blocks, in parts.
    var parts: [[SeenBlock]] = []
    /// How many parts were taken.
    var taken = 0
    /// Where that ended, or why.
    var end: Result<MatroskaBlocks, ReadFailure>?
  }

  private final class Work: Sendable {
    let finds = Mutex(Finds())
    let isCancelled = Atomic(false)

    /// Looks at the blocks that follow `blocks`.
    func look(from blocks: MatroskaBlocks, to end: Int64, _ lengths: [Int?], atMost limit: Int) {
      let partLength = 1024
      var blocks = blocks
      var count = 0
      do throws(ReadFailure) {
        var isOver = false
        while !isOver, !isCancelled.load(ordering: .relaxed) {
          var part: [SeenBlock] = []
          part.reserveCapacity(partLength)
          while part.count < partLength, !isOver {
            guard count < limit, blocks.place < end, let block = try blocks.nextSeen(lengths) else {
              isOver = true
              break
            }
            part.append(block)
            count += 1
          }
          let found = part
          finds.withLock { $0.parts.append(found) }
        }
        let last = blocks
        finds.withLock { $0.end = .success(last) }
      } catch {
        finds.withLock { $0.end = .failure(error) }
      }
    }
  }

  /// Looks at the blocks of `file` from a cluster behind `blocks` on; `nil` if that is not worth
  /// it, or the system permits no thread.
  ///
  /// - Parameters:
  ///   - file: what the blocks are of.
  ///   - blocks: what stands where the other thread begins.
  ///   - lengths: of how many bytes the lengths of units of H.264 are, by the number of the track.
  ///   - rounds: how much is looked at.
  ///   - share: how many of so many bytes are left to who comes from the beginning.
  /// - Throws: what the search for a cluster cannot read.
  init?(
    _ file: InputFile, after blocks: MatroskaBlocks, _ lengths: [Int?], _ rounds: Rounds,
    share: (Int64) -> Int64
  ) throws(ReadFailure) {
    let count = min(file.size - blocks.place, rounds.bytes)
    let end = blocks.place + count
    // What is fetched from afar is fetched in order.
    guard !file.isDistant, count >= rounds.fewestBytes,
      let start = try file.matroskaCluster(from: blocks.place + share(count), to: end)
    else { return nil }
    let first = blocks.jumped(to: start)
    let work = Work()
    let thread = Threads.start {
      work.look(from: first, to: end, lengths, atMost: rounds.maximumBlocks)
    }
    guard let thread else { return nil }
    self.start = start
    self.work = work
    self.thread = thread
  }

  /// Looks at later clusters of `file` while a demuxer opens it; `nil` if it has no samples that
  /// are known by the heads of blocks, or that is not worth it.
  static func early(in file: InputFile) -> ClustersAhead? {
    // Whatever is wrong with the file, who opens it finds.
    guard !file.isDistant, let tracks = try? MatroskaTrack.all(in: file), !tracks.isEmpty,
      tracks.values.allSatisfy(\.isKnownByHeads)
    else { return nil }
    var blocks = MatroskaBlocks(file)
    guard (try? blocks.next()) != nil else { return nil }
    return try? ClustersAhead(file, after: blocks, tracks.unitLengths, Rounds()) { count in
      // A demuxer reads the first megabytes; until it has, tens of them are looked at.
      max(8 << 20, count / 16 * 7 - 32 << 20)
    }
  }

  deinit {
    work.isCancelled.store(true, ordering: .relaxed)
    join()
  }

  /// The blocks that follow those taken before, for which it waits; `nil` once there are no others.
  func next() -> [SeenBlock]? {
    func take() -> [SeenBlock]? {
      work.finds.withLock { finds in
        guard finds.taken < finds.parts.count else { return nil }
        defer { finds.taken += 1 }
        // Nobody has to keep it.
        let part = finds.parts[finds.taken]
        finds.parts[finds.taken] = []
        return part
      }
    }
    if let part = take() { return part }
    join()
    return take()
  }

  /// Where it ended, for which it waits.
  func end() throws(ReadFailure) -> MatroskaBlocks {
    join()
    guard let end = work.finds.withLock({ $0.end }) else {
      preconditionFailure("a thread ends only after it has said where")
    }
    return try end.get()
  }

  private func join() {
    if let thread { Threads.join(thread) }
    thread = nil
  }
}

extension InputFile {
  /// How far a cluster is looked for.
  private static let searchedForCluster: Int64 = 16 << 20

  /// Where something begins from `start` on, and before `end`, that looks like a cluster of
  /// Matroska; `nil` if nothing does.
  fileprivate func matroskaCluster(from start: Int64, to end: Int64) throws(ReadFailure) -> Int64? {
    let step = 1 << 20
    var place = start
    while place < min(end, start + Self.searchedForCluster) {
      // What it begins with has to be there, too.
      let bytes = try self.bytes(step + 2 * MatroskaElement.headBytes, at: place)
      var offset = 0
      while offset < min(step, bytes.count),
        let hit = bytes[offset...].firstIndex(of: UInt8(MatroskaElement.cluster >> 24)), hit < step
      {
        offset = hit + 1
        let at = place + Int64(hit)
        if let cluster = MatroskaElement(bytes[hit...].prefix(MatroskaElement.headBytes), at: at),
          cluster.identifier == MatroskaElement.cluster, let clusterEnd = cluster.end,
          clusterEnd <= size,
          // Its timestamp, or a checksum before it.
          let first = bytes.dropFirst(Int(cluster.content - place)).first,
          first == UInt8(MatroskaElement.clusterTime) || first == 0xBF
        {
          return at
        }
      }
      place += Int64(step)
    }
    return nil
  }
}
