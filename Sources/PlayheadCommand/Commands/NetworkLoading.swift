import PlayheadKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the network that `--network` means.
enum NetworkLoading {
  static func profile(_ text: String) throws(Failure) -> BandwidthProfile {
    do {
      return try BandwidthProfile(name: text, rate: BitRate(parsing: text))
    } catch {
      throw Failure(.usage, "\(error)")
    }
  }
}
