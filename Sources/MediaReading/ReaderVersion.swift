import CCurl
import CFFmpeg

/// What reads media: the libraries, in the versions that are linked at run time.
///
/// The same file can be read differently by another version, so whatever is recorded of a reading
/// should say which one it was.
public struct ReaderVersion: Hashable, Sendable, Codable {
  /// One library.
  public struct Library: Hashable, Sendable, Codable {
    /// Its name, such as `libavformat`.
    public var name: String
    /// Its version, such as `59.27.100`.
    public var version: String
  }

  /// The libraries: FFmpeg's libavformat, libavcodec and libavutil, and libcurl.
  public let libraries: [Library]

  /// Those that this process runs with.
  public static var linked: ReaderVersion {
    var libraries = [
      Library(name: "libavformat", version: text(avformat_version())),
      Library(name: "libavcodec", version: text(avcodec_version())),
      Library(name: "libavutil", version: text(avutil_version())),
    ]
    if let facts = unsafe curl_version_info(CURLVERSION_FIRST),
      let version = unsafe facts.pointee.version
    {
      libraries.append(Library(name: "libcurl", version: unsafe String(cString: version)))
    }
    return ReaderVersion(libraries: libraries)
  }

  /// FFmpeg packs a version into a number: major, then minor and micro of eight bits each.
  private static func text(_ number: UInt32) -> String {
    "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)"
  }
}
