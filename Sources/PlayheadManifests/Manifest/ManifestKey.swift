/// What segments are encrypted with: a key that is fetched, or a licence that is asked for.
package struct ManifestKey: Hashable, Sendable {
  /// Its URI as written, without its secrets; of a licence without one, what it is for.
  package let name: String
  /// Where it lies; `nil` for a licence, and where nothing may be loaded from.
  package let location: ManifestLocation?
  /// Its bytes, where the URI itself holds them; else `nil`.
  package let bytes: [UInt8]?
  /// Whether it is a licence of a system for digital rights management (DRM).
  package let isLicence: Bool
}

/// How the bytes of a segment or of an initialization section are encrypted as a whole.
package struct ManifestCipher: Hashable, Sendable {
  /// The number of the key among those of the level.
  package let key: Int
  /// The 16 bytes of the initialization vector.
  package let vector: [UInt8]
}
