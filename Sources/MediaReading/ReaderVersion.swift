import CCurl

/// The versions of the libraries that read media, as linked at run time.
///
/// Another version can read the same file differently, so recorded readings include it.
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

  /// The versions that this process runs with.
  public static var linked: ReaderVersion {
    let versions = FFmpegLibraries.versions
    var libraries = [
      Library(name: "libavformat", version: text(versions.format)),
      Library(name: "libavcodec", version: text(versions.codec)),
      Library(name: "libavutil", version: text(versions.util)),
    ]
    if let facts = unsafe curl_version_info(CURLVERSION_FIRST),
      let version = unsafe facts.pointee.version
    {
      libraries.append(Library(name: "libcurl", version: unsafe String(cString: version)))
    }
    return ReaderVersion(libraries: libraries)
  }

  /// The text of FFmpeg's packed version: major, then minor and micro of eight bits each.
  private static func text(_ number: UInt32) -> String {
    "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)"
  }
}
