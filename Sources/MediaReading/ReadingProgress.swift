/// How far a long piece of reading has come.
public struct ReadingProgress: Sendable, Equatable {
  /// What is being done.
  public var phase: Phase
  /// The units done so far, bytes of the file.
  public var completed: Int64
  /// The units there are, bytes of the file; `nil` if unknown.
  public var total: Int64?

  /// What a reader spends its time on.
  public enum Phase: Sendable, Equatable {
    /// A URL is downloaded.
    case downloading
    /// The file's index is made.
    case indexing
    /// Frames are decoded.
    case decoding
  }

  /// The share done, in 0…1; `nil` if the total is unknown.
  public var fraction: Double? {
    guard let total, total > 0 else { return nil }
    return min(1, max(0, Double(completed) / Double(total)))
  }
}
