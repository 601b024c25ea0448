/// How much of a file is decoded.
public enum DecodeMode: String, Sendable, CaseIterable {
  /// Every frame of media that lasts up to ``longestAuto``, nothing of longer media.
  case auto
  /// Every frame.
  case all
  /// Sync samples only.
  case keyframes
  /// Nothing.
  case none

  /// The longest media that ``auto`` decodes.
  public static let longestAuto: MediaTime = .seconds(60)

  /// The mode for media that lasts `duration`, which is not ``auto``.
  package func resolved(for duration: MediaTime) -> DecodeMode {
    guard self == .auto else { return self }
    return duration <= Self.longestAuto ? .all : .none
  }

  /// The mode as it applied to media that was decoded.
  package var whereDecoded: DecodeMode { self == .auto ? .all : self }
}
