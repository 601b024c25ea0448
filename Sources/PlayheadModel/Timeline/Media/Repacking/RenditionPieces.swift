/// A rendition taken apart into access units, in reading order, so that it can be packed in another
/// way.
///
/// Samples themselves are not kept, but the positions at which each track has its next one are, and
/// the bytes between two of them are those of the later one. The container's framing counts to the
/// access unit behind it; unwanted bytes in longer runs, such as those of tracks that are not
/// played, lie behind the media once it is packed again.
struct RenditionPieces {
  /// The bytes of an access unit.
  struct Piece: BitwiseCopyable {
    /// The place of its track in ``Rendition/trackLoading``.
    var track: Int
    var bytes: Int64
    /// The media time up to which its track can be played without it.
    var due: MediaTime
  }

  let rendition: Rendition
  /// The pieces in reading order.
  let pieces: [Piece]
  /// The positions at which the pieces of each track end, in order.
  private let ends: [[ReadPosition]]

  /// Unwanted bytes in longer runs than this are left out.
  private static let longestFraming: Int64 = 64 << 10

  /// The pieces of `rendition`; `nil` unless it is the file from its first byte to its last.
  init?(_ rendition: Rendition) {
    guard rendition.order.isStraight else { return nil }
    self.rendition = rendition
    let units = rendition.trackLoading.map(\.units)
    ends = units.map { $0.map(\.end) }
    var pieces: [Piece] = []
    pieces.reserveCapacity(units.reduce(0) { $0 + $1.count })
    var next = [Int](repeating: 0, count: units.count)
    let wanted = rendition.wantedBytes.ranges
    var range = 0
    var last = wanted.first?.lowerBound ?? .zero
    while true {
      var first: Int?
      for track in units.indices where next[track] < units[track].count {
        let end = units[track][next[track]].end
        if first.map({ end < units[$0][next[$0]].end }) ?? true { first = track }
      }
      guard let track = first else { break }
      let unit = units[track][next[track]]
      next[track] += 1
      var bytes = max(0, unit.end - last)
      last = max(last, unit.end)
      while range + 1 < wanted.count, wanted[range].upperBound < last {
        let gap = wanted[range + 1].lowerBound - wanted[range].upperBound
        if gap > Self.longestFraming { bytes = max(0, bytes - gap) }
        range += 1
      }
      pieces.append(Piece(track: track, bytes: bytes, due: unit.due))
    }
    guard !pieces.isEmpty else { return nil }
    self.pieces = pieces
  }

  /// The most that one track is ahead of what is due of another as bytes are read, in media time.
  var skew: MediaTime {
    var latest = [MediaTime?](repeating: nil, count: ends.count)
    var skew = MediaTime.zero
    for piece in pieces {
      for (track, due) in latest.enumerated() where track != piece.track {
        if let due { skew = max(skew, due - piece.due) }
      }
      latest[piece.track] = max(latest[piece.track] ?? piece.due, piece.due)
    }
    return skew
  }

  /// The pieces in the order in which they are due.
  var byDueTime: [Piece] {
    var byTrack = [[Piece]](repeating: [], count: ends.count)
    for piece in pieces { byTrack[piece.track].append(piece) }
    var next = [Int](repeating: 0, count: ends.count)
    var sorted: [Piece] = []
    sorted.reserveCapacity(pieces.count)
    for _ in pieces {
      var first: Int?
      for track in byTrack.indices where next[track] < byTrack[track].count {
        let due = byTrack[track][next[track]].due
        if first.map({ due < byTrack[$0][next[$0]].due }) ?? true { first = track }
      }
      guard let first else { break }
      sorted.append(byTrack[first][next[first]])
      next[first] += 1
    }
    return sorted
  }

  /// The pieces with those of the track at `place` resized so that it has the same rate throughout.
  func resized(at place: Int) -> [Piece] {
    let course = rendition.trackLoading[place].slots
    let total = bytes(at: place)
    let (start, end) = (course.first ?? .zero, course.last ?? .zero)
    let length = Int128((end - start).nanoseconds)
    return resized(at: place) { number, _ in
      guard length > 0 else { return total }
      let share = Int128((course[min(number, course.count - 1)] - start).nanoseconds)
      return Int64(Int128(total) * share / length)
    }
  }

  /// The pieces with those of the track at `place` resized in proportion so that its mean rate is
  /// `rate`.
  func scaled(at place: Int, to rate: BitRate) -> [Piece] {
    let total = Int128(bytes(at: place))
    let course = rendition.trackLoading[place].slots
    let length = Int128(((course.last ?? .zero) - (course.first ?? .zero)).nanoseconds)
    let wanted = length * Int128(rate.bitsPerSecond) / Int128(BitRate.quantaPerByte)
    return resized(at: place) { _, before in
      total > 0 ? Int64(clamping: wanted * Int128(before) / total) : 0
    }
  }

  /// The pieces with those of the track at `place` as large as fits, as early as fits, into a leaky
  /// bucket of `size` bytes, full as the first is taken, which fills at `rate`.
  func filling(at place: Int, size: Int64, rate: BitRate) -> [Piece] {
    let course = rendition.trackLoading[place].slots
    return resized(at: place) { number, _ in
      guard number > 0, let start = course.first else { return 0 }
      let time = Int128((course[min(number - 1, course.count - 1)] - start).nanoseconds)
      let bits = time * Int128(rate.bitsPerSecond)
      return Int64(clamping: Int128(size) + bits / Int128(BitRate.quantaPerByte))
    }
  }

  /// The bytes of the track at `place`.
  private func bytes(at place: Int) -> Int64 {
    pieces.reduce(Int64(0)) { $0 + ($1.track == place ? $1.bytes : 0) }
  }

  /// The pieces where `bytes` are those of the track at `place` before a number of its pieces,
  /// which gets that number and how many bytes there were.
  private func resized(at place: Int, before bytes: (Int, Int64) -> Int64) -> [Piece] {
    var (number, old, new) = (0, Int64(0), bytes(0, 0))
    return pieces.map { piece in
      guard piece.track == place else { return piece }
      number += 1
      old += piece.bytes
      var resized = piece
      let next = bytes(number, old)
      resized.bytes = next - new
      new = next
      return resized
    }
  }

  /// The rendition with its access units in the order of `pieces` and of their sizes, one after the
  /// other.
  ///
  /// - Parameters:
  ///   - pieces: those of each track in their own order.
  ///   - keyframes: the presentation times of the video's sync samples, or of the only track's.
  ///   - duration: the length of the presentation.
  /// - Returns: the rendition, for which byte order is the order of any demuxer.
  func packed(_ pieces: [Piece], keyframes: [MediaTime], duration: MediaTime) -> Rendition {
    var position = rendition.wantedBytes.ranges.first?.lowerBound ?? .zero
    let start = position
    var starts = ends.map { _ in [ReadPosition]() }
    var newEnds = starts
    for piece in pieces {
      starts[piece.track].append(position)
      position = position + piece.bytes
      newEnds[piece.track].append(position)
    }
    let tracks = rendition.trackLoading.indices.map { number in
      rendition.trackLoading[number].moved(from: ends[number], to: newEnds[number])
    }
    let hasVideo = tracks.contains { $0.kind == .video }
    func curve(_ aspect: TrackTimeline.Aspect) -> PositionCurve {
      let timelines = tracks.indices.map { number in
        let loading = rendition.trackLoading[number]
        let isLeading = loading.kind == .video || !hasVideo
        return loading.timeline(
          aspect, starts: starts[number], ends: ends[number],
          keyframes: isLeading && loading.kind == .video ? keyframes : nil, duration: duration)
      }
      return PositionCurve(
        timelines.filter { !$0.shown.isEmpty }, origin: .zero, end: duration, endPosition: position)
    }
    // What opening reads behind the media moves with the media's end.
    let end = rendition.wantedBytes.end.bytes
    let growth = position - start - self.pieces.reduce(Int64(0)) { $0 + $1.bytes }
    let openingReads = rendition.openingReads.map { read in
      read.lowerBound < end
        ? read : ByteRange(read.lowerBound + growth, read.upperBound + growth)
    }
    return Rendition(
      order: ReadingOrder(bytes: max(0, rendition.order.end.bytes + growth)),
      openingReads: openingReads, sampleDistance: 0,
      isTransportStream: rendition.isTransportStream,
      loading: LoadingCurve(combining: tracks.map(\.curve), over: .allTracks), trackLoading: tracks,
      decoding: curve(.groupOffset), firstByteToShow: curve(.offset),
      wantedBytes: WantedBytes(
        position > start ? [ReadRange(start, position)] : [], end: position),
      resourceBytes: rendition.resourceBytes)
  }
}
