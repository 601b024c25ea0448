import PlayheadLadder
import PlayheadModel

/// How a level would be without one of its faults.
extension Level {
  /// Gives every segment the bytes of its length at the mean rate.
  mutating func holdMeanRate() {
    cut(as: self, spreading: [(.zero, 0), (length, bytes)])
  }

  /// Replaces segments that are missing or truncated by whole ones, at the mean rate of the others.
  mutating func fillSegments() {
    let present = segments.filter(\.isPresent)
    let length = present.reduce(MediaTime.zero) { $0 + $1.duration }
    let size = present.reduce(Int128(0)) { $0 + Int128($1.resource.bytes) }
    for place in segments.indices where !segments[place].isPresent {
      let segment = segments[place]
      let share =
        length > .zero
        ? size * Int128(segment.duration.nanoseconds) / Int128(length.nanoseconds) : 0
      segments[place] = LadderSegment(
        LadderResource(
          segment.resource.name, bytes: max(segment.resource.bytes, Int64(clamping: share))),
        initialization: segment.initialization, declared: segment.declared,
        isDiscontinuity: segment.isDiscontinuity, initializationTag: segment.initializationTag)
    }
  }

  /// Lets what a segment shows last until the next one begins.
  mutating func closeGaps() {
    for place in segments.indices.dropLast() {
      let (shown, next) = (segments[place].shown, segments[place + 1].shown)
      guard segments[place].isPresent, next.start > shown.end else { continue }
      segments[place].measured = TimeRange(start: shown.start, end: next.start)
    }
  }

  /// Has each segment show what it is declared to.
  mutating func moveAsDeclared() {
    for place in segments.indices where segments[place].isPresent {
      segments[place].measured = segments[place].declared
    }
  }

  /// Declares each segment as long as it is, one after the other.
  mutating func declareMeasuredLengths() {
    var end = segments[0].declared.start
    for place in segments.indices {
      var length = segments[place].shown.duration
      if place + 1 < segments.count, segments[place + 1].measured != nil {
        length = segments[place + 1].shown.start - segments[place].shown.start
      }
      let next = end + max(length, .resolution)
      segments[place].declared = TimeRange(start: end, end: next)
      end = next
    }
  }

  /// Cuts segments that are longer than `limit` into equal parts of at most `length`.
  mutating func cutSegments(beyond limit: MediaTime, to length: MediaTime) {
    segments = segments.flatMap { segment -> [LadderSegment] in
      let shown = segment.shown.duration.nanoseconds
      guard shown > limit.nanoseconds, segment.isPresent else { return [segment] }
      return segment.parts((shown - 1) / length.nanoseconds + 1)
    }
  }

  /// Cuts the level at multiples of `length`, with its bytes spread over time as they are.
  mutating func cut(every length: MediaTime) {
    let initialization = segments[0].initialization
    var cuts = self
    let count = max(1, (self.length.nanoseconds - 1) / length.nanoseconds + 1)
    cuts.segments = (0..<count).map { number in
      let end = number == count - 1 ? self.length : length * (number + 1)
      return LadderSegment(
        segments[0].resource, initialization: initialization,
        declared: TimeRange(start: length * number, end: max(end, length * number)))
    }
    cut(as: cuts)
  }

  /// Cuts the level where `other` is cut, with its bytes spread over time as they are.
  mutating func cut(as other: Level) {
    var course: [(time: MediaTime, bytes: Int64)] = [(.zero, 0)]
    var sum: Int64 = 0
    for segment in segments {
      let (next, isTooLarge) = sum.addingReportingOverflow(segment.resource.bytes)
      for part in segment.parts where !isTooLarge && part.bytes < segment.resource.bytes {
        course.append((max(course[course.count - 1].time, part.end), sum + part.bytes))
      }
      sum = isTooLarge ? .max : next
      course.append((max(course[course.count - 1].time, segment.shown.end), sum))
    }
    cut(as: other, spreading: course)
  }

  /// Cuts the level where `other` is cut; `course` has the bytes up to times, which do not fall.
  private mutating func cut(
    as other: Level, spreading course: [(time: MediaTime, bytes: Int64)]
  ) {
    let initialization = segments[0].initialization
    let hasOwnCuts = segments.count == other.segments.count
    // Where media can be played up to before all of a segment is in.
    var ends = segments.flatMap { $0.parts.map(\.end) }.sorted()[...]
    var before: Int64 = 0
    var place = 0
    func carried(by time: MediaTime) -> Int64 {
      while place + 1 < course.count - 1, course[place + 1].time < time { place += 1 }
      return Self.bytes(at: time, from: course[place], to: course[place + 1])
    }
    segments = other.segments.enumerated().map { number, segment in
      let end = number == other.segments.count - 1 ? .bound : segment.shown.end
      var parts: [LadderSegment.Part] = []
      while let next = ends.first, next < segment.shown.end {
        ends.removeFirst()
        let count = carried(by: next) - before
        guard next > segment.shown.start, count > parts.last?.bytes ?? 0,
          next > parts.last?.end ?? segment.shown.start
        else { continue }
        parts.append(LadderSegment.Part(bytes: count, end: next))
      }
      let bytes = max(before, carried(by: end))
      defer { before = bytes }
      var cut = segment
      cut.resource = LadderResource(segment.resource.name, bytes: bytes - before)
      cut.parts = parts.filter { $0.bytes < bytes - before }
      guard hasOwnCuts || segment.initialization == initialization else {
        return LadderSegment(
          cut.resource, initialization: initialization, declared: cut.declared,
          measured: cut.measured, parts: cut.parts)
      }
      return cut
    }
  }

  /// The bytes up to `time`, which lies between two points of a course or behind them.
  private static func bytes(
    at time: MediaTime, from start: (time: MediaTime, bytes: Int64),
    to end: (time: MediaTime, bytes: Int64)
  ) -> Int64 {
    guard time < end.time, start.time < end.time else { return end.bytes }
    let passed = Int128(max(.zero, time - start.time).nanoseconds)
    let share =
      Int128(end.bytes - start.bytes) * passed
      / Int128((end.time - start.time).nanoseconds)
    return start.bytes + Int64(share)
  }

  /// A level of half the bit rate, cut at the same times.
  var halved: Level {
    var level = self
    level.bitRate = BitRate(bitsPerSecond: bitRate.bitsPerSecond / 2)
    level.averageBitRate = averageBitRate.map { BitRate(bitsPerSecond: $0.bitsPerSecond / 2) }
    level.manifestIndex = manifestIndex + 1
    for place in segments.indices {
      level.segments[place].resource = LadderResource(
        segments[place].resource.name, bytes: segments[place].resource.bytes / 2)
      for part in segments[place].parts.indices { level.segments[place].parts[part].bytes /= 2 }
    }
    return level
  }

  /// The bytes of all segments, at most as many as can be counted.
  private var bytes: Int64 {
    Int64(clamping: segments.reduce(Int128(0)) { $0 + Int128($1.resource.bytes) })
  }

  /// When the last segment ends.
  private var length: MediaTime { segments.last?.shown.end ?? .zero }
}

extension LadderSegment {
  /// The segment in `count` parts of equal length and size.
  fileprivate func parts(_ count: Int64) -> [LadderSegment] {
    func part(_ range: TimeRange, _ number: Int64) -> TimeRange {
      func edge(_ number: Int64) -> MediaTime {
        let share = Int128(range.duration.nanoseconds) * Int128(number) / Int128(count)
        return range.start + MediaTime(nanoseconds: Int64(share))
      }
      return TimeRange(start: edge(number), end: edge(number + 1))
    }
    return (0..<count).map { number in
      let bytes = Int128(resource.bytes)
      let size = bytes * Int128(number + 1) / Int128(count) - bytes * Int128(number) / Int128(count)
      return LadderSegment(
        LadderResource(resource.name, bytes: Int64(size)), initialization: initialization,
        declared: part(declared, number), measured: measured.map { part($0, number) },
        startsWithSync: startsWithSync, isDiscontinuity: isDiscontinuity && number == 0)
    }
  }
}
