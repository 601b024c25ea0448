package import PlayheadModel

/// The first instant at which two sessions part: the first of their events that differ.
package struct Parting: Hashable, Sendable {
  /// The number of events before it, which are the same in both.
  package let sharedEvents: Int
  /// What happens next in the reference; `nil` if nothing more does.
  package let reference: Event?
  /// What happens next in the other session; `nil` if nothing more does.
  package let other: Event?
  /// When, in wall time: the earlier of both events.
  package let wallTime: WallTime

  /// The first difference of two lists of events in the order of the model; `nil` if they are
  /// equal.
  package init?(from reference: [Event], to other: [Event]) {
    let shared = zip(reference, other).prefix { $0 == $1 }.count
    let events = (
      reference: shared < reference.count ? reference[shared] : nil,
      other: shared < other.count ? other[shared] : nil
    )
    guard let time = [events.reference, events.other].compactMap(\.self).map(\.wallTime).min()
    else { return nil }
    sharedEvents = shared
    (self.reference, self.other) = events
    wallTime = time
  }
}

extension Event {
  /// Whether a viewer sees or hears it.
  package var isNoticed: Bool {
    switch kind {
    case .playbackStarted, .playbackStalled, .playbackResumed, .playbackContinued,
      .didPlayToEndTime, .playbackLooped, .seekStarted, .gapJumped, .rate, .paused:
      true
    case .play, .pause, .playImmediately, .seekFinished, .pathChanged, .requestSent,
      .requestDropped, .opened, .loadingFinished, .backBufferDropped, .isPlaybackBufferEmpty,
      .isPlaybackBufferFull, .isPlaybackLikelyToKeepUp, .waiting, .stallEnded, .startupEnded,
      .waitEnded:
      false
    }
  }
}
