import CFFmpeg

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a cached reading depends on: were any of it different, the reading could be.
struct CacheKey: Codable, Equatable {
  /// The absolute path or the URL.
  var location: String
  /// The size in bytes.
  var bytes: Int64
  /// What tells one content at the location from another: a modification time, or a validator
  /// that a server gave.
  var revision: String
  /// How much was decoded.
  var decodeMode: String
  /// The tracks decoded, where they were named.
  var tracks: [Int]?
  /// The reader's version and that of the libraries it reads with.
  var reader: String

  /// Changed whenever the same file would be read differently, or be written down differently.
  static let readerVersion = 2

  init(location: String, bytes: Int64, revision: String, mode: DecodeMode, tracks: [Int]?) {
    self.location = location
    self.bytes = bytes
    self.revision = revision
    decodeMode = mode.rawValue
    self.tracks = tracks.map { Set($0).sorted() }
    reader = "\(Self.readerVersion)-\(avformat_version())-\(avcodec_version())"
  }

  /// The key of what a server has at `url`; `nil` if it says nothing to recognise that by.
  init?(url: String, response: ResponseHeaders, mode: DecodeMode, tracks: [Int]?) {
    guard let revision = response.entityTag ?? response.lastModified else { return nil }
    self.init(
      location: url, bytes: response.contentLength ?? -1, revision: revision, mode: mode,
      tracks: tracks)
  }

  /// The key as bytes, the same for equal keys.
  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(self)
  }

  /// A name for the key's file.
  func fileName() throws -> String {
    let hash = try Hash(.sha256)
    try unsafe encoded().withUnsafeBytes { unsafe hash.update($0) }
    return hexText(hash.finish()) + ReadingCache.suffix
  }
}
