/// The progress of a phase of reading.
public struct ReadingProgress: Sendable, Equatable {
  /// The phase.
  public var phase: Phase
  /// The number of bytes completed.
  public var completed: Int64
  /// The total number of bytes; `nil` if unknown.
  public var total: Int64?

  /// A phase of reading.
  public enum Phase: Sendable, Equatable {
    /// Downloading a URL or copying a pipe.
    case downloading
    /// Indexing the file.
    case indexing
    /// Decoding frames.
    case decoding
  }

  /// The completed fraction in 0…1; `nil` if the total is unknown.
  public var fraction: Double? {
    guard let total, total > 0 else { return nil }
    return min(1, max(0, Double(completed) / Double(total)))
  }
}
