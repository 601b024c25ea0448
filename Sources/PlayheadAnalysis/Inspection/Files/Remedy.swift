/// What mends a finding: options of `ffmpeg`.
package struct Remedy: Hashable, Sendable {
  /// The options before the input, a word each.
  package let inputOptions: [String]
  /// The options between the input and the output, a word each.
  package let options: [String]
  /// The extension of the output, where it is not that of the input.
  package let container: String?
  /// What becomes of the media.
  package let effect: Effect

  /// What a remedy does to media.
  package enum Effect: Hashable, Sendable {
    /// Nothing: only the container is written anew.
    case rewrites
    /// The container is written anew without some tracks.
    case removes
    /// Some of it is encoded again, from what is in the file.
    case encodes
    /// It is encoded again, and what is damaged in it is hidden rather than restored.
    case conceals
  }

  init(
    _ options: [String], from inputOptions: [String] = [], container: String? = nil,
    _ effect: Effect = .rewrites
  ) {
    self.inputOptions = inputOptions
    self.options = options
    self.container = container
    self.effect = effect
  }
}
