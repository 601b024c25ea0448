package import PlayheadModel

/// A key or a licence without which segments of a level cannot be played.
package struct LevelKey: Hashable, Sendable, Codable {
  /// What is fetched.
  package let resource: LadderResource
  /// Whether it is a licence of a system for digital rights management (DRM).
  package let isLicence: Bool
  /// The wall time that its server takes to answer, besides the link's.
  package let serverTime: WallTime

  /// The key or licence `resource`, for which its server takes `serverTime`.
  package init(_ resource: LadderResource, isLicence: Bool = false, serverTime: WallTime = .zero) {
    self.resource = resource
    self.isLicence = isLicence
    self.serverTime = serverTime
  }
}
