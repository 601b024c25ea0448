/// The progress of a phase of reading.
///
/// It is counted in bytes, or in segments where these are asked for.
public struct ReadingProgress: Sendable, Equatable {
  /// The phase.
  public var phase: Phase
  /// The number completed.
  public var completed: Int64
  /// The total number; `nil` if unknown.
  public var total: Int64?

  /// A phase of reading.
  public enum Phase: Sendable, Equatable {
    /// Asking servers for the sizes of segments.
    case sizing
    /// Fetching the headers of segments.
    case timing
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
