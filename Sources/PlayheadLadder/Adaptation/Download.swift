package import PlayheadModel

/// A finished or abandoned download.
package struct Download: Hashable, Sendable {
  /// What was asked for.
  package var content: Content
  /// The kind of the lane that it was for.
  package var lane: LadderLane.Kind
  /// The number of the level.
  package var level: Int
  /// The number of the segment in its level; `nil` for anything else.
  package var segment: Int?
  /// The bytes that came.
  package var bytes: Int64
  /// The length of media that they hold; zero for anything but a segment.
  package var mediaDuration: MediaTime
  /// When the request was sent, or, of one that the player looked into before, from when it counts.
  package var sent: WallTime
  /// When the first byte was there.
  package var firstByte: WallTime
  /// When the last byte was there, or the download was abandoned.
  package var end: WallTime
  /// When the player had parsed and appended what came.
  package var processed: WallTime
  /// Whether it was abandoned.
  package var isAbandoned: Bool
  /// Whether it is a range of a file, of which others are asked for too.
  package var isPart: Bool
  /// Whether it came in chunks, as its server made them.
  package var isInChunks: Bool
  /// Whether it is a part of a segment after which the player asks for the next one before it
  /// measures anything.
  package var isInRun = false
  /// Of a segment that came in chunks, the throughput that these tell in bits per millisecond;
  /// `nil` of what came otherwise.
  package var chunkThroughput: Double?

  /// What a request asks for.
  package enum Content: String, CaseIterable, Hashable, Sendable {
    /// A multivariant playlist or an MPD.
    case manifest
    /// A media playlist.
    case playlist
    /// An initialization section.
    case initialization
    /// A segment index.
    case index
    /// The key of encrypted segments, or a licence.
    case key
    /// A segment.
    case segment
  }

  /// A download of `bytes`, which takes the player no time unless `processed` says so.
  package init(
    _ content: Content, lane: LadderLane.Kind, level: Int, segment: Int? = nil, bytes: Int64,
    mediaDuration: MediaTime = .zero, sent: WallTime, firstByte: WallTime, end: WallTime,
    processed: WallTime? = nil, isAbandoned: Bool = false, isPart: Bool = false,
    isInChunks: Bool = false
  ) {
    self.content = content
    self.lane = lane
    self.level = level
    self.segment = segment
    self.bytes = bytes
    self.mediaDuration = mediaDuration
    self.sent = sent
    self.firstByte = firstByte
    self.end = end
    self.processed = processed ?? end
    self.isAbandoned = isAbandoned
    self.isPart = isPart
    self.isInChunks = isInChunks
  }
}

/// A download that is running while another one ends.
package struct OpenDownload: Hashable, Sendable {
  /// The kind of the lane that it is for.
  package var lane: LadderLane.Kind
  /// When the request was sent.
  package var sent: WallTime
  /// When the first byte was there; `nil` if none is.
  package var firstByte: WallTime?
  /// The bytes that have come.
  package var bytes: Int64

  /// A download of which `bytes` have come.
  package init(lane: LadderLane.Kind, sent: WallTime, firstByte: WallTime?, bytes: Int64) {
    self.lane = lane
    self.sent = sent
    self.firstByte = firstByte
    self.bytes = bytes
  }
}

/// How far a running download of a segment has come.
package struct DownloadProgress: Hashable, Sendable {
  /// The number of the level.
  package var level: Int
  /// The number of the segment in its level.
  package var segment: Int
  /// The bytes that have come.
  package var bytes: Int64
  /// All bytes of the segment.
  package var totalBytes: Int64
  /// When the request was sent.
  package var sent: WallTime
  /// When the first byte was there; `nil` if none is.
  package var firstByte: WallTime?
  /// The number of times that the rule has looked at this download, this time included.
  package var looks: Int
  /// How many bytes the player expects of a part by those of its segment that it has loaded; `nil`
  /// if that is not how it does.
  package var expectedBytes: Int64?

  /// A download of `totalBytes`, of which `bytes` have come.
  package init(
    level: Int, segment: Int, bytes: Int64, totalBytes: Int64, sent: WallTime,
    firstByte: WallTime?, looks: Int
  ) {
    self.level = level
    self.segment = segment
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.sent = sent
    self.firstByte = firstByte
    self.looks = looks
  }
}

/// When a rule looks at a running download.
package struct ProgressInterval: Hashable, Sendable {
  /// The wall time from one look to the next, at least.
  package var wallTime: WallTime
  /// The bytes from one look to the next, at least.
  package var bytes: Int64
  /// Whether looks are at multiples of `wallTime` since the request was sent, rather than at the
  /// earliest instant at which both have passed since the look before.
  package var isTimer: Bool
  /// When the first look is, where looks are no timer.
  package var start: Start
  /// Whether a lane with one level is looked at, too, by a rule that learns from all of them.
  package var isOfAllLanes: Bool

  /// When a rule first looks at a download.
  package enum Start: String, CaseIterable, Hashable, Sendable {
    /// After the interval, from when the request was sent.
    case sent
    /// After the interval, from the first byte.
    case firstByte
    /// With the first byte.
    case atFirstByte
  }

  /// A look after each `wallTime` and `bytes`.
  package init(
    _ wallTime: WallTime, bytes: Int64 = 0, isTimer: Bool = false, from start: Start = .firstByte,
    ofAllLanes isOfAllLanes: Bool = false
  ) {
    self.wallTime = wallTime
    self.bytes = bytes
    self.isTimer = isTimer
    self.start = start
    self.isOfAllLanes = isOfAllLanes
  }
}
