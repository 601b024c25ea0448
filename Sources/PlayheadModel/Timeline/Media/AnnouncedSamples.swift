/// The samples of a track that its container's tables announce, whether or not the file holds them.
public struct AnnouncedSamples: Hashable, Sendable, Codable {
  /// How many samples there are.
  public var count: Int
  /// From the decode time of the first to the end of the last, by the container's clock.
  public var range: TimeRange
  /// Whether the table lists all samples of the file; those of a fragmented file list only the
  /// fragments that could be read.
  public var isComplete: Bool

  /// An announcement of `count` samples.
  public init(count: Int, range: TimeRange, isComplete: Bool) {
    self.count = count
    self.range = range
    self.isComplete = isComplete
  }
}
