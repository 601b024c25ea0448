import PlayheadFiles
public import PlayheadModel

/// What a manifest refers to: a playlist, an initialization section, a segment, or a range of one.
public struct ManifestReference: Hashable, Sendable {
  /// Its URI as written in the manifest, templates and variables replaced, without its secrets.
  public let name: String
  /// Where it lies.
  public let location: ManifestLocation
  /// The range of bytes that is meant; `nil` for all of them.
  public let range: ByteRange?

  /// The `range` of what lies at `location`, which the manifest calls `name`.
  public init(name: String, location: ManifestLocation, range: ByteRange? = nil) {
    self.name = ShownAddress(reference: name).text
    self.location = location
    self.range = range
  }
}
