import PlayheadKit

/// A track's table of composition offsets (`ctts`): for each run of samples, how much later than
/// decoded they are shown.
struct CompositionOffsets {
  /// The entries as in the file, eight bytes each: as numbers they would take twice the memory.
  private let table: [UInt8]
  /// The number of samples in all runs.
  let sampleCount: Int

  private static let stride = 8

  /// The offsets in the entries `table`; `nil` if FFmpeg would not take them as they are.
  init?(_ table: [UInt8]) {
    self.table = table
    var samples = 0
    for number in 0..<(table.count / Self.stride) {
      let run = Self.run(number, of: table)
      // FFmpeg passes over the one, and drops a table with the other.
      guard run.count > 0, run.offset.magnitude < 1 << 28 else { return nil }
      samples &+= run.count
    }
    sampleCount = samples
  }

  /// The run numbered `number`: how many samples it has, and their offset in the track's time base.
  subscript(number: Int) -> (count: Int, offset: Int64) { Self.run(number, of: table) }

  private static func run(_ number: Int, of table: [UInt8]) -> (count: Int, offset: Int64) {
    func word(at place: Int) -> UInt32 {
      let high = UInt32(table[place]) &<< 24 | UInt32(table[place &+ 1]) &<< 16
      return high | UInt32(table[place &+ 2]) &<< 8 | UInt32(table[place &+ 3])
    }
    let place = number * stride
    return (Int(word(at: place)), Int64(Int32(bitPattern: word(at: place + 4))))
  }
}
