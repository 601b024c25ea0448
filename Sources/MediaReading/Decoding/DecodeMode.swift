/// How much of a file is decoded.
public enum DecodeMode: String, Sendable, CaseIterable {
  /// Every frame.
  case all
  /// Sync samples only.
  case keyframes
  /// Nothing.
  case none
}
