extension BandwidthProfile {
  /// The same profile, but with its last interval held for ever in place of a repetition.
  public func holdingLast() -> BandwidthProfile {
    guard afterwards != .holdsLast else { return self }
    return replacing(afterwards: .holdsLast, note: "holds its last interval")
  }
}
