extension BandwidthProfile {
  /// A copy that holds its last interval instead of repeating.
  public func holdingLast() -> BandwidthProfile {
    guard afterwards != .holdsLast else { return self }
    return replacing(afterwards: .holdsLast, note: "holds its last interval")
  }
}
