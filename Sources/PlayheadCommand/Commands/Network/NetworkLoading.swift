import PlayheadKit

/// Loads the network that an argument names.
enum NetworkLoading {
  /// The profile of `argument`; `format` is a file's format, `nil` detects it from the contents.
  static func profile(
    _ argument: NetworkArgument, format: TraceFormat?
  ) throws(Failure) -> BandwidthProfile {
    switch argument {
    case .file(let path): return try profile(at: path, format: format)
    case .preset(let preset): return try builtIn(preset.profile, format)
    case .profile(let profile): return try builtIn(profile, format)
    }
  }

  private static func builtIn(
    _ profile: BandwidthProfile, _ format: TraceFormat?
  ) throws(Failure) -> BandwidthProfile {
    guard let format else { return profile }
    throw Failure(
      badValue: format.rawValue, of: .networkFormat,
      why: "only a network read from a file has a format")
  }

  private static func profile(
    at path: String, format: TraceFormat?
  ) throws(Failure) -> BandwidthProfile {
    do {
      return try BandwidthProfile(path: path, format: format)
    } catch {
      switch error {
      case .unreadable(let error): throw Failure(error, reading: "network profile")
      case .malformed(let path, let error): throw Failure(error, in: path)
      }
    }
  }
}
