/// The order in which the bytes of a rendition are read, as runs of bytes of its resources.
///
/// Read positions count along the runs. A file in byte order is one run, where the position is the
/// offset; segments are one run each.
public struct ReadingOrder: Hashable, Sendable {
  /// The runs in order, at least one; each starts where the one before it ends.
  public let runs: [Run]
  /// Whether resources are read from first to last, each from its first byte on.
  let isStraight: Bool

  /// Bytes of one resource that are read one after the other.
  public struct Run: Hashable, Sendable, BitwiseCopyable {
    /// The number of the resource in its presentation.
    public let resource: Int
    /// The bytes of the resource, by offset.
    public let bytes: ByteRange
    /// The position of the first of them.
    public let start: ReadPosition

    /// The position after the last of them.
    public var end: ReadPosition { start + bytes.count }

    /// The read position of the byte at offset zero of the resource, if the run had it.
    var shift: Int64 { start.bytes - bytes.lowerBound }
  }

  /// The order of `runs`, one after the other.
  ///
  /// - Precondition: there is at least one run.
  public init(_ runs: [(resource: Int, bytes: ByteRange)]) {
    precondition(!runs.isEmpty, "a reading order without runs")
    var end = ReadPosition.zero
    self.runs = runs.map { run in
      defer { end = end + run.bytes.count }
      return Run(resource: run.resource, bytes: run.bytes, start: end)
    }
    isStraight =
      runs.allSatisfy { $0.bytes.lowerBound == 0 }
      && zip(runs, runs.dropFirst()).allSatisfy { $0.resource < $1.resource }
  }

  /// The order of resources of these sizes, each from its first byte to its last, one after the
  /// other; the first of them is number `first`.
  init(wholeResources sizes: [Int64], from first: Int) {
    self.init(
      sizes.isEmpty
        ? [(first, ByteRange(0, 0))]
        : sizes.enumerated().map { (first + $0.offset, ByteRange(0, $0.element)) })
  }

  /// The order with `count` bytes more at its end, or fewer.
  func growing(by count: Int64) -> ReadingOrder {
    guard count != 0 else { return self }
    var runs = runs.map { (resource: $0.resource, bytes: $0.bytes) }
    let last = runs[runs.count - 1].bytes
    runs[runs.count - 1].bytes = ByteRange(
      last.lowerBound, max(last.lowerBound, last.upperBound + count))
    return ReadingOrder(runs)
  }

  /// The position after the last byte.
  public var end: ReadPosition { runs[runs.count - 1].end }

  /// The run that contains `position`; the last run for positions after all of them.
  public func run(at position: ReadPosition) -> Run { runs[number(at: position)] }

  /// The end of the run that contains `position`; none for the last, whose resource may be cut
  /// short.
  func runEnd(at position: ReadPosition) -> ReadPosition {
    let number = number(at: position)
    return number + 1 < runs.count ? runs[number].end : .never
  }

  private func number(at position: ReadPosition) -> Int {
    guard runs.count > 1 else { return 0 }
    return min(runs.partitionPoint { $0.end > position }, runs.count - 1)
  }
}
