import PlayheadModel

/// How the audio of hls.js, apart from video, waits for the first video of a live event in parts,
/// which tells the origin of timestamps.
///
/// It looks every 100 ms, and as its playlist comes. Every other look finds that it has to wait,
/// and the next one ends that wait (`WAITING_INIT_PTS` of `doTick` and `loadFragment`,
/// `src/controller/audio-stream-controller.ts`), so that video may be noticed two looks later.
struct VideoWait: Hashable, Sendable {
  /// When it began to look regularly.
  let beginning: WallTime
  /// When it looked last.
  private(set) var latest: WallTime
  /// Whether the latest look found that it has to wait.
  private(set) var isWaiting = true
  /// Whether video was there at that look.
  private(set) var isOver = false
  /// Whether video is there.
  private(set) var hasVideo = false

  private static let interval = WallTime.milliseconds(100)

  /// A wait that a look at `time` begins, of a player that looks regularly since `beginning`.
  init(since time: WallTime, lookingSince beginning: WallTime) {
    (self.beginning, latest) = (beginning, time)
  }

  /// When it looks next by itself.
  var next: WallTime {
    let passed = max(0, (latest - beginning).nanoseconds)
    let count = passed / Self.interval.nanoseconds + 1
    return beginning + Self.interval * count
  }

  /// Takes the looks that it makes by itself up to `time`.
  mutating func advance(to time: WallTime) {
    while !isOver, next <= time { look(at: next, afterOthers: false) }
  }

  /// Looks at `time`, besides those that it makes by itself.
  mutating func look(at time: WallTime) { look(at: time, afterOthers: true) }

  private mutating func look(at time: WallTime, afterOthers: Bool) {
    if afterOthers { advance(to: time) }
    guard !isOver else { return }
    latest = max(latest, time)
    if isWaiting {
      isWaiting = false
    } else if hasVideo {
      isOver = true
    } else {
      isWaiting = true
    }
  }

  /// Video is there at `time`: a player between two waits goes on at once.
  mutating func noteVideo(at time: WallTime) {
    advance(to: time)
    hasVideo = true
    if !isWaiting { isOver = true }
  }
}
