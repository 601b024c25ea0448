/// What mends a finding: options of `ffmpeg` between its input and its output.
public struct Remedy: Hashable, Sendable {
  /// The options, a word each.
  public let options: [String]
  /// The extension of the output, where it is not that of the input.
  public let container: String?
  /// What becomes of the media.
  public let effect: Effect

  /// What a remedy does to media.
  public enum Effect: Hashable, Sendable {
    /// Nothing: only the container is written anew.
    case rewrites
    /// Some of it is encoded again, from what is in the file.
    case encodes
    /// It is encoded again, and what is damaged in it is hidden rather than restored.
    case conceals
  }

  init(_ options: [String], container: String? = nil, _ effect: Effect = .rewrites) {
    self.options = options
    self.container = container
    self.effect = effect
  }
}
