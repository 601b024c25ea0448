import PlayheadKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Everything a cached survey depends on.
struct CacheKey: Codable, Equatable {
  /// The absolute path, or the URL without its secrets.
  var location: String
  /// The size in bytes.
  var bytes: Int64
  /// The version of the content: a modification time, or the entity tag or date that a server sent.
  var revision: String
  /// How much was decoded; never ``DecodeMode/auto``, which stands for one of the others.
  var decodeMode: String
  /// The numbers of the decoded tracks; `nil` for the preferred ones.
  var tracks: [Int]?
  /// The versions of the reader and of FFmpeg's libraries.
  var reader: String

  /// Changed whenever the same file would be read differently, or be written down differently.
  static let readerVersion = 16

  init(location: String, bytes: Int64, revision: String, mode: DecodeMode, tracks: [Int]?) {
    self.location = location
    self.bytes = bytes
    self.revision = revision
    decodeMode = mode.rawValue
    self.tracks = tracks.map { Set($0).sorted() }
    let versions = FFmpegLibraries.versions
    reader = "\(Self.readerVersion)-\(versions.format)-\(versions.codec)"
  }

  /// The key of the resource at `address`; `nil` if the server sends neither a strong entity tag
  /// nor a date.
  ///
  /// Without its secrets, an address is the same each time that it is signed anew.
  init?(address: ShownAddress, response: ResponseHeaders, mode: DecodeMode, tracks: [Int]?) {
    guard let revision = response.revision else { return nil }
    self.init(
      location: address.text, bytes: response.contentLength ?? -1, revision: revision, mode: mode,
      tracks: tracks)
  }

  /// The key of the same content decoded as `mode` says.
  func decoded(_ mode: DecodeMode) -> CacheKey {
    var key = self
    key.decodeMode = mode.rawValue
    return key
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
