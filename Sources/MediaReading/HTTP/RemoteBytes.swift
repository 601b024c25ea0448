import PlayheadKit
import Synchronization

/// A resource of a server that sends parts, of which those that are read are fetched.
///
/// What came is kept in a nameless file for as long as this lives, so nothing is fetched twice.
final class RemoteBytes: ByteSource, Sendable {
  let size: Int64
  private let server: RangeFetch
  private let state: Mutex<State>
  /// Called with the bytes fetched and the bytes needed, as far as is known.
  private let progress: @Sendable (Int64, Int64) -> Void

  private struct State: ~Copyable {
    let file: TemporaryFile
    var held: ByteRangeSet
    var plan: FetchPlan
  }

  /// What must not show in errors.
  private let address: ShownAddress

  /// The resource of `server`, of which the beginning has come; what `blocks` has of it is not
  /// fetched again.
  init(
    _ server: RangeFetch, beginningWith resource: consuming DownloadedResource,
    _ blocks: KeptBlocks?, progress: @escaping @Sendable (Int64, Int64) -> Void
  ) {
    size = server.size
    self.server = server
    address = ShownAddress(server.url)
    self.progress = progress
    let count = resource.size
    var held = ByteRangeSet()
    held.insert(ByteRange(0, count))
    let file = resource.intoFile()
    blocks?.restore(to: file, held: &held)
    state = Mutex(State(file: file, held: held, plan: FetchPlan(size: server.size)))
  }

  var isDistant: Bool { true }

  /// The bytes that are there.
  var held: ByteRangeSet { state.withLock { $0.held } }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  {
    guard offset >= 0, offset < size, buffer.count > 0 else { return 0 }
    let (descriptor, count) = try state.withLock { (state) throws(ReadFailure) in
      if state.held.firstMissing(from: offset) == offset {
        let range = state.plan.next(at: offset, held: state.held)
        try fetch([range], at: offset, &state)
      }
      let available = min(Int64(buffer.count), state.held.firstMissing(from: offset) - offset)
      return (state.file.descriptor, Int(available))
    }
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
    let read = unsafe try FileBytes.read(descriptor, into: part, at: offset)
    guard read > 0 else { throw ReadFailure(offset: offset, reason: "the temporary file was cut") }
    return read
  }

  func willRead(_ ranges: [ByteRange]) throws(ReadFailure) {
    try state.withLock { (state) throws(ReadFailure) in
      let requests = state.plan.requests(for: ranges, held: state.held)
      guard let first = requests.first else { return }
      try fetch(requests, at: first.lowerBound, &state)
    }
  }

  private func fetch(
    _ ranges: [ByteRange], at offset: Int64, _ state: inout State
  ) throws(ReadFailure) {
    do {
      try server.fetch(ranges, into: state.file, held: &state.held) { left in
        let fetched = server.meter.bytes
        progress(fetched, fetched + left)
      }
    } catch {
      throw ReadFailure(offset: offset, error.hidingSecrets(of: address))
    }
  }
}
