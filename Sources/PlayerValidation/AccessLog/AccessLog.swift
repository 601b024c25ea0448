package import PlayheadKit

/// What `AVPlayerItem.accessLog()` and `errorLog()` say of a session on a device.
///
/// Apple's log has no stalls with their times: a comparison is of the startup, the number of
/// stalls, what was watched and the variants.
package struct AccessLog: Hashable, Sendable {
  /// An `AVPlayerItemAccessLogEvent`; the player begins a new one as it turns to another variant.
  package struct Event: Hashable, Sendable {
    /// `startupTime`: until the player was ready to play; `nil` if it is unknown.
    package var startup: WallTime?
    /// `numberOfStalls`; `nil` if it is unknown.
    package var stalls: Int64?
    /// `durationWatched`, in media time; `nil` if it is unknown.
    package var watched: MediaTime?
    /// `indicatedBitrate`: what the variant declares; `nil` if it is unknown.
    package var indicated: BitRate?
    /// `observedBitrate`; `nil` if it is unknown.
    package var observed: BitRate?
    /// `numberOfBytesTransferred`; `nil` if it is unknown.
    package var bytes: Int64?
    /// `numberOfMediaRequests`; `nil` if it is unknown.
    package var requests: Int64?
  }

  /// An `AVPlayerItemErrorLogEvent`.
  package struct Problem: Hashable, Sendable {
    /// `errorStatusCode`.
    package var status: Int64
    /// `errorDomain`, with `errorComment` if there is one.
    package var text: String
  }

  /// The events, in order; at least one.
  package var events: [Event]
  /// The errors, in order.
  package var problems: [Problem]

  /// The startup: that of the first event.
  package var startup: WallTime? { events[0].startup }
  /// The number of stalls; `nil` if no event has one.
  package var stalls: Int64? { sum(\.stalls) }
  /// The media that was watched; `nil` if it is unknown.
  package var watched: MediaTime? {
    sum { $0.watched?.nanoseconds }.map { MediaTime(nanoseconds: $0) }
  }
  /// The bytes that were transferred; `nil` if they are unknown.
  package var bytes: Int64? { sum(\.bytes) }
  /// The number of media requests; `nil` if it is unknown.
  package var requests: Int64? { sum(\.requests) }
  /// The bit rates of the variants, one after the other.
  package var variants: [BitRate] {
    events.compactMap(\.indicated).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  private func sum(_ value: (Event) -> Int64?) -> Int64? {
    let values = events.compactMap(value)
    return values.isEmpty ? nil : values.reduce(0) { $0.addingReportingOverflow($1).partialValue }
  }
}
