package import PlayheadModel
package import PlayheadPictures

/// Which pictures of the media a report shows: of what is at the playhead at some instants.
///
/// These are evenly spread, and those at which playback stalls.
package struct FilmPlan {
  /// A picture that is wanted.
  package struct Wanted: Hashable, Sendable {
    /// When it is shown; of a file, when the key frame before is.
    package var time: MediaTime
    /// The segment of a ladder that it is in; `nil` of a file.
    package var segment: Segment?
  }

  /// A segment of a ladder.
  package struct Segment: Hashable, Sendable {
    /// The number of its level.
    package var level: Int
    /// Its number in that.
    package var number: Int
    /// When it begins.
    package var start: MediaTime
  }

  /// What is wanted, each once, in order of its time.
  package private(set) var wanted: [Wanted] = []
  /// The number of the video track of a file; `nil` of a ladder, or without video.
  package let track: Int?
  /// When which is at the playhead, in order.
  private var instants: [(place: Int64, wanted: Int)] = []
  /// What is wanted, the most important first.
  private var ranks: [Int] = []
  private let durations: TextStyle.Durations

  /// As many stalls have a picture of their own.
  package static let picturedStalls = 12
  /// The bytes of all pictures of a document, before they are written in base 64.
  package static let budget = 150_000

  /// Evenly spread instants: three in each cell of a strip on a wide page, so that zooming shows
  /// more.
  private static let spread = 3 * FilmStrip.wideCells

  init(_ pictured: PicturedSession, _ durations: TextStyle.Durations) {
    self.durations = durations
    track = pictured.video?.track
    let session = pictured.session
    let end = session.elapsed
    var places: [(wall: WallTime, media: MediaTime, rank: Int)] = (0..<Self.spread).map { number in
      let wall = WallTime(
        nanoseconds: Int64(
          Int128(end.nanoseconds) * Int128(2 * number + 1) / Int128(2 * Self.spread)))
      let rank = number % 9 == 4 ? 0 : number % 3 == 1 ? 1 : 3
      return (wall, Self.mediaTime(at: wall, session.ticks), rank)
    }
    for stall in session.stalls.prefix(Self.picturedStalls) {
      places.append((stall.start, stall.mediaTime, 2))
    }
    places.sort { ($0.wall, $0.rank) < ($1.wall, $1.rank) }
    var found: [(place: Int64, wanted: Wanted, rank: Int)] = []
    for place in places {
      guard let wanted = Self.wanted(at: place.wall, place.media, in: pictured) else { continue }
      found.append((place.wall.axisPlace, wanted, place.rank))
    }
    wanted = Set(found.map(\.wanted)).sorted {
      ($0.time, $0.segment?.level ?? 0) < ($1.time, $1.segment?.level ?? 0)
    }
    let numbers = Dictionary(uniqueKeysWithValues: wanted.enumerated().map { ($1, $0) })
    instants = found.compactMap { one in numbers[one.wanted].map { (one.place, $0) } }
    var isRanked: Set<Int> = []
    for (_, wanted, _) in found.enumerated().sorted(by: {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }).map(\.element) {
      guard let number = numbers[wanted], isRanked.insert(number).inserted else { continue }
      ranks.append(number)
    }
  }

  /// What is wanted of the media time `time`, which is at the playhead at `wall`.
  private static func wanted(
    at wall: WallTime, _ time: MediaTime, in pictured: PicturedSession
  ) -> Wanted? {
    if let video = pictured.video {
      let place = video.keyframes.partitionPoint { $0 > time }
      return video.keyframes.isEmpty ? nil : Wanted(time: video.keyframes[max(0, place - 1)])
    }
    guard let lane = pictured.lanes.first, lane.hasVideo else { return nil }
    let own = lane.segments.filter {
      $0.begun <= wall && $0.bytes > 0 && $0.damage == nil && $0.shown.start <= time
        && time < $0.shown.end
    }.max { ($0.begun, $0.wallTime) < ($1.begun, $1.wallTime) }
    return own.map {
      Wanted(
        time: time,
        segment: Segment(level: $0.level, number: $0.segment, start: $0.shown.start))
    }
  }

  /// The media time at the playhead at `wall`, as far as rows tell.
  private static func mediaTime(at wall: WallTime, _ ticks: [Tick]) -> MediaTime {
    let next = ticks.partitionPoint { $0.wallTime > wall }
    guard next > 0 else { return .zero }
    let row = ticks[next - 1]
    guard next < ticks.count, ticks[next].mediaTime > row.mediaTime else { return row.mediaTime }
    let length = Int128((ticks[next].wallTime - row.wallTime).nanoseconds)
    let passed = Int128((wall - row.wallTime).nanoseconds)
    let media = Int128((ticks[next].mediaTime - row.mediaTime).nanoseconds)
    // A jump of a seek is no playing.
    guard length > 0, media <= 2 * length else { return row.mediaTime }
    return row.mediaTime + MediaTime(nanoseconds: Int64(media * passed / length))
  }

  /// The strip of `pictures`, by the number of what was wanted, of at most `budget` bytes.
  package func film(
    of pictures: [Int: (time: MediaTime, jpeg: [UInt8])], budget: Int = FilmPlan.budget
  ) -> FilmStrip? {
    var frames: [FilmStrip.Frame] = []
    var numbers: [Int: Int] = [:]
    var bytes = 0
    for number in ranks {
      guard let picture = pictures[number] else { continue }
      let frame = FilmStrip.Frame(
        title: "picture at \(durations.text(picture.time, places: 1)) of the media",
        jpeg: picture.jpeg)
      if let known = frames.firstIndex(of: frame) {
        numbers[number] = known
      } else if bytes + frame.jpeg.count <= budget {
        bytes += frame.jpeg.count
        numbers[number] = frames.count
        frames.append(frame)
      }
    }
    var steps: [FilmStrip.Step] = []
    for instant in instants {
      guard let frame = numbers[instant.wanted], steps.last?.frame != frame else { continue }
      steps.append(FilmStrip.Step(from: steps.isEmpty ? 0 : instant.place, frame: frame))
    }
    return frames.isEmpty ? nil : FilmStrip(frames: frames, steps: steps)
  }
}
