import PlayheadKit
import Synchronization

@testable import MediaReading
@testable import PlayheadModel

/// A file as one on a server: what is read is fetched before, and each turn of fetching is
/// remembered.
final class DistantSource: ByteSource, Sendable {
  private struct State {
    var held = ByteRangeSet()
    var turns: [[ByteRange]] = []
  }

  private let source: InputFile
  private let state = Mutex(State())

  /// The file `source`, of which the first `head` bytes are there.
  init(_ source: InputFile, head: Int64) {
    self.source = source
    state.withLock { $0.held.insert(ByteRange(0, min(head, source.size))) }
  }

  var size: Int64 { source.size }
  var isDistant: Bool { true }

  /// What was fetched, turn by turn.
  var turns: [[ByteRange]] { state.withLock { $0.turns } }

  func willRead(_ ranges: [ByteRange]) throws(ReadFailure) {
    fetch(ranges)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  {
    let count = try unsafe source.read(into: buffer, at: offset)
    fetch([ByteRange(offset, offset + Int64(count))])
    return count
  }

  private func fetch(_ ranges: [ByteRange]) {
    state.withLock { state in
      let ends = ranges.map { ByteRange($0.lowerBound, min($0.upperBound, size)) }
      let missing = ends.filter { $0.count > 0 }.flatMap { state.held.missing(from: $0) }
      guard !missing.isEmpty else { return }
      state.turns.append(missing)
      for range in missing { state.held.insert(range) }
    }
  }
}
