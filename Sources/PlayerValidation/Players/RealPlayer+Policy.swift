package import PlayheadKit

extension RealPlayer {
  /// The built-in policy of this player, as it is on a machine of this many processor cores; `nil`
  /// if there is none.
  package func policy(cores: Int) -> BufferingPolicy? {
    guard var parameters = PlayerPreset.named(rawValue)?.parameters else { return nil }
    // Its preset states the threads for two cores.
    if self == .mpv { parameters.tracks.decoderThreads = min(16, cores + 1) }
    return try? BufferingPolicy(parameters)
  }
}
