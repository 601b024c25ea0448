/// What segments are encrypted with: a key that is fetched, or a licence that is asked for.
public struct ManifestKey: Hashable, Sendable {
  /// Its URI as written, without its secrets; of a licence without one, what it is for.
  public let name: String
  /// Where it lies; `nil` for a licence, and where nothing may be loaded from.
  public let location: ManifestLocation?
  /// Its bytes, where the URI itself holds them; else `nil`.
  public let bytes: [UInt8]?
  /// Whether it is a licence of a system for digital rights management (DRM).
  public let isLicence: Bool
}

/// How the bytes of a segment or of an initialization section are encrypted as a whole.
public struct ManifestCipher: Hashable, Sendable {
  /// The number of the key among those of the level.
  public let key: Int
  /// The 16 bytes of the initialization vector.
  public let vector: [UInt8]
}
