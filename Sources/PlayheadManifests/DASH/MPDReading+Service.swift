import PlayheadLadder
import PlayheadModel

extension MPDReading {
  /// A playback rate of `ServiceDescription`; `nil` if it is none that can be played.
  static func rate(_ text: String?) -> PlaybackRate? {
    text.flatMap { try? PlaybackRate(parsing: $0) }.flatMap { $0.thousandths > 0 ? $0 : nil }
  }

  /// Whether players know how the time is told by this scheme of `UTCTiming`: dash.js and Shaka
  /// also by the wrong year of early drafts, Media3 by NTP, too.
  static func isKnownClock(_ scheme: String?) -> Bool {
    guard let scheme, scheme.hasPrefix("urn:mpeg:dash:utc:") else { return false }
    let parts = scheme.dropFirst("urn:mpeg:dash:utc:".count).split(separator: ":")
    let ways = ["http-head", "http-xsdate", "http-iso", "direct"]
    return parts.count == 2 && ways.contains { $0 == parts[0] }
      && ["2012", "2014"].contains { $0 == parts[1] }
  }
}

extension MPDUpdates {
  /// Notes when segments of a representation can be had: of several, what holds for all.
  mutating func note(_ availability: SegmentAvailability?, isFirst: Bool) {
    guard let availability, isFirst || availabilityOffset != nil else {
      (availabilityOffset, comesInChunks) = (nil, nil)
      return
    }
    availabilityOffset = min(availabilityOffset ?? availability.offset, availability.offset)
    let areChunks = availability.comesInChunks && (isFirst || comesInChunks == true)
    comesInChunks = areChunks ? true : nil
  }
}
