import PlayheadKit
import Synchronization

/// Ranges of resources of servers that send parts, joined; of each, what is read is fetched, once.
///
/// What came is kept in a nameless file for as long as this lives.
final class DistantParts: JoinedSource {
  /// A range of a resource.
  struct Part {
    /// The resource.
    var server: RangeFetch
    var range: ByteRange
  }

  private let parts: [Part]
  private let starts: [Int64]
  let size: Int64
  private let state: Mutex<State>
  /// Called with the number of a part once something of it is read.
  private let progress: @Sendable (Int) -> Void

  private struct State: ~Copyable {
    let file: TemporaryFile
    var held = ByteRangeSet()
    var plan: FetchPlan
  }

  /// The bytes of `parts` in order.
  ///
  /// - Precondition: there is a part.
  init(
    _ parts: [Part], progress: @escaping @Sendable (Int) -> Void
  ) throws(TemporaryFileError) {
    precondition(!parts.isEmpty, "no parts to join")
    var starts: [Int64] = []
    var size: Int64 = 0
    for part in parts {
      starts.append(size)
      size += part.range.count
    }
    self.parts = zip(parts, starts).map { part, start in
      var part = part
      part.server.shift = start - part.range.lowerBound
      return part
    }
    self.starts = starts
    self.size = size
    self.progress = progress
    let file = try TemporaryFile(in: parts[0].server.options.directory)
    state = Mutex(State(file: file, plan: FetchPlan(size: size)))
  }

  var isDistant: Bool { true }

  func countAtHand(from offset: Int64) -> Int64 {
    state.withLock { $0.held.firstMissing(from: offset) - offset }
  }

  func part(at offset: Int64) -> Int { max(0, starts.partitionPoint { $0 > offset } - 1) }

  func start(of part: Int) -> Int64 { starts[part] }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  {
    guard offset >= 0, offset < size, buffer.count > 0 else { return 0 }
    let (descriptor, count) = try state.withLock { (state) throws(ReadFailure) in
      if state.held.firstMissing(from: offset) == offset {
        // What lies around it in other resources would take requests of its own.
        let wanted = state.plan.next(at: offset, held: state.held)
        try fetch(clipped(wanted, to: part(at: offset)), of: part(at: offset), &state)
      }
      let available = min(Int64(buffer.count), state.held.firstMissing(from: offset) - offset)
      return (state.file.descriptor, Int(available))
    }
    let wanted = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
    let read = unsafe try FileBytes.read(descriptor, into: wanted, at: offset)
    guard read > 0 else { throw ReadFailure(offset: offset, reason: "the temporary file was cut") }
    return read
  }

  func willRead(_ ranges: [ByteRange]) throws(ReadFailure) {
    try state.withLock { (state) throws(ReadFailure) in
      for range in state.plan.requests(for: ranges, held: state.held) {
        let last = part(at: range.upperBound - 1)
        for number in part(at: range.lowerBound)...last {
          try fetch(clipped(range, to: number), of: number, &state)
        }
      }
    }
  }

  /// What of `range` lies in a part.
  private func clipped(_ range: ByteRange, to number: Int) -> ByteRange {
    let end = starts[number] + parts[number].range.count
    let start = max(range.lowerBound, starts[number])
    return ByteRange(start, max(start, min(range.upperBound, end)))
  }

  private func fetch(
    _ range: ByteRange, of number: Int, _ state: inout State
  ) throws(ReadFailure) {
    guard range.count > 0 else { return }
    let server = parts[number].server
    let own = ByteRange(range.lowerBound - server.shift, range.upperBound - server.shift)
    progress(number)
    do {
      try server.fetch([own], into: state.file, held: &state.held) { _ in }
    } catch {
      throw ReadFailure(
        offset: range.lowerBound, error.hidingSecrets(of: ShownAddress(server.url)))
    }
  }
}
