import Synchronization

/// Notes where a reading is, in memory that outlives its process, so that a crash can be placed;
/// and stops a reading where one crashed before.
///
/// Every demuxer that a reading opens is a pass. Whoever reads the same file again, on one thread,
/// goes through the same passes and packets.
final class ReadingTrace: Sendable {
  /// What a reading does.
  enum Activity: Int64, Codable {
    case none, opening, probing, demuxing, decoding, draining
    /// Several threads decode, and no place is noted.
    case decodingInParallel
  }

  /// A place in a reading.
  struct Place: Hashable, Sendable, Codable {
    var activity: Activity
    var pass: Int64
    /// How many packets the pass has read or begun to read.
    var packet: Int64
  }

  /// Where the notes are: an activity, a pass, a packet, and whether memory was short at the crash.
  private let address: UInt
  private let passes = Atomic<Int64>(0)
  private let isParallel = Atomic(false)
  /// Where earlier readings crashed.
  private let crashes: Set<Place>
  /// Whether to decode on one thread, so that a crash can be placed.
  let isSequential: Bool

  /// The number of bytes of the notes.
  static let noteBytes = 4 * MemoryLayout<Int64>.stride

  /// Where it is noted in the notes at `address` whether memory was short at a crash.
  static func shortage(of address: UInt) -> UnsafeMutablePointer<Int64>? {
    unsafe UnsafeMutablePointer(bitPattern: address + 3 * UInt(MemoryLayout<Int64>.stride))
  }

  /// A trace that notes places at the address `notes`, which must stay valid.
  init(notes: UInt, crashes: [Place], isSequential: Bool) {
    address = notes
    self.crashes = Set(crashes)
    self.isSequential = isSequential
  }

  fileprivate func nextPass() -> Int64 {
    passes.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  /// Notes that several threads decode from now on, or no longer.
  func decodeInParallel(_ isParallel: Bool) {
    note(Place(activity: .decodingInParallel, pass: 0, packet: 0))
    self.isParallel.store(isParallel, ordering: .relaxed)
  }

  private func note(_ place: Place) {
    guard !isParallel.load(ordering: .relaxed),
      let notes = unsafe UnsafeMutablePointer<Int64>(bitPattern: address)
    else { return }
    unsafe notes[0] = place.activity.rawValue
    unsafe notes[1] = place.pass
    unsafe notes[2] = place.packet
  }

  /// Notes a place; `false` if a reading crashed there before.
  fileprivate func enter(_ place: Place) -> Bool {
    guard crashes.isEmpty || !hasCrashed(at: place) else { return false }
    note(place)
    return true
  }

  private func hasCrashed(at place: Place) -> Bool {
    // All passes probe alike.
    if place.activity == .probing { return crashes.contains { $0.activity == .probing } }
    return crashes.contains(place)
  }
}

/// One demuxer's part of a trace.
final class ReadingPass {
  private let trace: ReadingTrace
  private let number: Int64
  private var packets: Int64 = 0

  /// The next pass of `trace`.
  init(of trace: ReadingTrace) {
    self.trace = trace
    number = trace.nextPass()
  }

  /// Notes what is done next; `false` if that crashed before.
  func enter(_ activity: ReadingTrace.Activity) -> Bool {
    if activity == .demuxing { packets += 1 }
    return trace.enter(ReadingTrace.Place(activity: activity, pass: number, packet: packets))
  }
}
