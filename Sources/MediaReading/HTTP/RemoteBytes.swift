import PlayheadKit
import Synchronization

/// A resource of a server that sends parts, of which those that are read are fetched.
///
/// What came is kept in a nameless file for as long as this lives, so nothing is fetched twice. A
/// read waits for its own bytes only, while others are still on their way.
final class RemoteBytes: ByteSource, Sendable {
  let size: Int64
  private let transfers: RangeTransfers
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

  /// The resource of the server of `transfers`, of which the beginning has come; the file of that
  /// has what is `held` too.
  init(
    _ transfers: RangeTransfers, beginningWith resource: consuming DownloadedResource,
    held: ByteRangeSet, progress: @escaping @Sendable (Int64, Int64) -> Void
  ) {
    size = transfers.server.size
    self.transfers = transfers
    address = ShownAddress(transfers.server.url)
    self.progress = progress
    var held = held
    held.insert(ByteRange(0, resource.size))
    state = Mutex(
      State(file: resource.intoFile(), held: held, plan: FetchPlan(size: transfers.server.size)))
  }

  var isDistant: Bool { true }

  func countAtHand(from offset: Int64) -> Int64 {
    state.withLock { $0.held.firstMissing(from: offset) - offset }
  }

  /// The bytes that are there.
  var held: ByteRangeSet { state.withLock { $0.held } }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  {
    guard offset >= 0, offset < size, buffer.count > 0 else { return 0 }
    let wanted = min(Int64(buffer.count), size - offset)
    let (descriptor, count) = try state.withLock { (state) throws(ReadFailure) in
      try provide(ByteRange(offset, offset + wanted), &state)
      let available = min(wanted, state.held.firstMissing(from: offset) - offset)
      return (state.file.descriptor, Int(available))
    }
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
    let read = unsafe try FileBytes.read(descriptor, into: part, at: offset)
    guard read > 0 else { throw ReadFailure(offset: offset, reason: "the temporary file was cut") }
    return read
  }

  func willRead(_ ranges: [ByteRange]) throws(ReadFailure) {
    try fetch(ranges, ahead: 0)
  }

  func willRead(_ range: ByteRange, ahead: Int64) throws(ReadFailure) {
    try fetch([range], ahead: ahead)
  }

  private func fetch(_ ranges: [ByteRange], ahead: Int64) throws(ReadFailure) {
    try state.withLock { (state) throws(ReadFailure) in
      let missing = ranges.flatMap { state.held.missing(from: $0) }
      guard let first = missing.first else { return }
      let requests = state.plan.requests(for: missing, held: coming(state), ahead: ahead)
      try wait(for: missing, after: requests, at: first.lowerBound, &state)
    }
  }

  /// Fetches what of `wanted` is on its way; of what is not, the first byte with what is worth it.
  private func provide(_ wanted: ByteRange, _ state: inout State) throws(ReadFailure) {
    let offset = wanted.lowerBound
    guard state.held.firstMissing(from: offset) < wanted.upperBound else { return }
    let coming = coming(state)
    let end = min(coming.firstMissing(from: offset), wanted.upperBound)
    // How much a read gives must not depend on how much has come by now.
    if end > offset {
      try wait(for: [ByteRange(offset, end)], after: [], at: offset, &state)
    } else {
      let range = state.plan.next(at: offset, held: coming)
      try wait(for: [range], after: [range], at: offset, &state)
    }
  }

  /// What is there or on its way.
  private func coming(_ state: borrowing State) -> ByteRangeSet {
    transfers.rest.reduce(into: state.held) { $0.insert($1) }
  }

  /// Asks for `requests`, and waits until `ranges` are there.
  private func wait(
    for ranges: [ByteRange], after requests: [ByteRange], at offset: Int64, _ state: inout State
  ) throws(ReadFailure) {
    do throws(HTTPError) {
      try transfers.begin(requests)
      let meter = transfers.server.meter
      try transfers.run(
        into: state.file, held: &state.held,
        until: { held in ranges.allSatisfy { held.missing(from: $0).isEmpty } },
        progress: { left in progress(meter.bytes, meter.bytes + left) })
    } catch {
      throw ReadFailure(offset: offset, error.hidingSecrets(of: address))
    }
  }
}
