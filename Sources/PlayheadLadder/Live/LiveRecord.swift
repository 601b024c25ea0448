package import PlayheadModel

/// What happened at the edge of a live event that was played.
package struct LiveRecord: Hashable, Sendable {
  /// The event.
  package let event: LiveEvent
  /// Where the playhead was, at all times at which its motion changed: in between it moved evenly.
  package internal(set) var course: [Place] = []
  /// Where the player joined; `nil` if it did not.
  package internal(set) var start: MediaTime?
  /// How far from the edge that was, as the player reckons.
  package internal(set) var holdBack: MediaTime = .zero
  /// How far from the camera that was as the player joined: what it would keep to, had it not to
  /// load anything before it starts.
  package internal(set) var targetLatency: MediaTime = .zero
  /// What the latency consisted of as playback started; `nil` if it did not.
  package internal(set) var budget: LatencyBudget?
  /// The number of manifests that were loaded again.
  package internal(set) var reloadCount = 0
  /// How many of them listed nothing new.
  package internal(set) var unchangedCount = 0
  /// The requests for segments that were not there.
  package internal(set) var refusedCount = 0
  /// The jumps back into the window, or to where the player would join.
  package internal(set) var jumps: [Jump] = []
  /// The rates at which the player chose to play, and from when on.
  package internal(set) var rates: [RateChange] = []

  /// Where the playhead is at a wall time.
  package struct Place: Hashable, Sendable, BitwiseCopyable {
    /// When.
    package var wallTime: WallTime
    /// Where.
    package var playhead: MediaTime
  }

  /// A jump of the player's own.
  package struct Jump: Hashable, Sendable, BitwiseCopyable {
    /// When.
    package var wallTime: WallTime
    /// From where to where.
    package var range: TimeRange
  }

  /// A change of the playback rate by the player.
  package struct RateChange: Hashable, Sendable, BitwiseCopyable {
    /// When.
    package var wallTime: WallTime
    /// The rate from then on.
    package var rate: PlaybackRate
  }

  /// Of `event`, with nothing played.
  init(_ event: LiveEvent) { self.event = event }

  /// Notes where playback starts, though the playhead may stand until there is sound.
  mutating func begin(_ place: Place) {
    if course.isEmpty { course.append(place) }
  }

  /// Notes that the playhead moves evenly from one place to another.
  mutating func move(from start: Place, to end: Place) {
    if course.last != start { course.append(start) }
    // Of an even motion, only the ends are kept.
    if course.count > 1, course[course.count - 2].leads(to: end, through: start) {
      course[course.count - 1] = end
    } else {
      course.append(end)
    }
  }
}

extension LiveRecord.Place {
  /// Whether `middle` lies on an even motion at the normal rate, or at rest, from here to `end`.
  fileprivate func leads(to end: Self, through middle: Self) -> Bool {
    let wall = (end.wallTime - wallTime).nanoseconds
    let media = (end.playhead - playhead).nanoseconds
    let wallPart = (middle.wallTime - wallTime).nanoseconds
    let mediaPart = (middle.playhead - playhead).nanoseconds
    return (media == wall && mediaPart == wallPart) || (media == 0 && mediaPart == 0)
  }
}

/// What a latency consists of, from the camera to the viewer; the parts add up to it.
package struct LatencyBudget: Hashable, Sendable {
  /// Encoding, packaging and the CDN: the delay of the event.
  package var publishing: MediaTime
  /// What is captured of a segment that is not complete yet.
  package var segment: MediaTime
  /// What is published and not yet listed, as far as the player knows.
  package var manifest: MediaTime
  /// What is listed and not loaded yet.
  package var loading: MediaTime
  /// What is loaded.
  package var buffer: MediaTime

  /// All of it.
  package var total: MediaTime { publishing + segment + manifest + loading + buffer }
}
