/// Several ranges, one after the other as if they were one file: an initialization section and the
/// segments that follow it.
protocol JoinedSource: ByteSource, Sendable {
  /// The number of the range that holds the byte at `offset`.
  func part(at offset: Int64) -> Int

  /// Where a range begins.
  func start(of part: Int) -> Int64
}
