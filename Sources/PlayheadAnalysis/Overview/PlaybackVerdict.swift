public import PlayheadModel

/// How a session went, in one word.
package enum PlaybackVerdict: String, CaseIterable, Hashable, Sendable {
  /// It started in time and played to the end without a stall or a frozen picture.
  case playsThrough
  /// It started in time and played to the end without a stall, but the picture froze meanwhile.
  case freezes
  /// It played to the end without a stall, but started late.
  case startsLate
  /// It played to the end, but stalled.
  case stalls
  /// It was left paused.
  case paused
  /// The limit of simulated time ended it.
  case limit
  /// The link never delivers what is missing, or a gap in the media is never passed over.
  case starved
}

extension SessionSummary {
  /// Whether playback started later than `limit`, in wall time spent waiting for the first frame.
  public func startsLate(after limit: WallTime) -> Bool { startup.map { $0 > limit } ?? false }

  /// How the session went, if playback has to start within `limit` of wall time.
  package func verdict(startupLimit limit: WallTime) -> PlaybackVerdict {
    switch endReason {
    case .paused: .paused
    case .limit: .limit
    case .starved, .gap, .error: .starved
    case .ended where stallCount > 0: .stalls
    case .ended where startsLate(after: limit): .startsLate
    case .ended: frozenCount > 0 ? .freezes : .playsThrough
    }
  }
}
