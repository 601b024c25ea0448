import PlayheadKit

/// Finds the network that an argument means.
enum NetworkLoading {
  /// A profile of more bytes than this is taken for a mistake: it would be days of milliseconds.
  private static let mostBytes = 256 << 20

  static func profile(_ argument: NetworkArgument) throws(Failure) -> BandwidthProfile {
    switch argument {
    case .preset(let preset): preset.profile
    case .profile(let profile): profile
    case .file(let path): try profile(at: path)
    }
  }

  private static func profile(at path: String) throws(Failure) -> BandwidthProfile {
    let contents: [UInt8]
    do {
      contents = try WholeFile.read(path, atMost: mostBytes)
    } catch {
      throw Failure(error, reading: "network profile")
    }
    do {
      return try BandwidthProfile(contents: contents, name: path)
    } catch {
      throw Failure(error, in: path)
    }
  }
}
