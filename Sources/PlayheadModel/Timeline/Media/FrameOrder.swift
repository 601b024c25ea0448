/// The frames of a video track, in the order in which they are decoded and in the order in which
/// they are shown.
///
/// A decoder that holds *n* frames, no fewer than it has to put in order, gives out the frames in
/// presentation order: as many as were read less *n*, or all once the stream has ended. So what is
/// decoded at a read position is one look-up, whatever the decoder holds.
package struct FrameOrder: Hashable, Sendable {
  /// The maximum number of frames that precede one in decoding order and follow it in presentation
  /// order, at most ``maximumDepth``.
  package let reorderDepth: Int
  /// How long before its presentation the first frame is decoded, in media time; zero if the
  /// container does not store it.
  package let decodeLead: MediaTime
  /// The presentation times of the frames shown, counted from the origin, each once, in order.
  package let times: FrameTimes
  /// For each frame in decoding order, the position at which it and all before it are read.
  package let needs: [ReadPosition]
  /// The media time up to which all frames are read, by the number of frames read, from zero.
  package let ends: [MediaTime]
  /// The media time up to which all frames are given out in presentation order, by the number of
  /// those given out, from zero; `nil` if these are ``times`` and the end.
  package let outputs: [MediaTime]?

  /// The largest reorder depth told apart, beyond what any codec allows.
  package static let maximumDepth = 32

  /// The frames of a track as they were found or stored.
  ///
  /// - Precondition: there is one end more than there are needs.
  package init(
    reorderDepth: Int, decodeLead: MediaTime, times: FrameTimes, needs: [ReadPosition],
    ends: [MediaTime], outputs: [MediaTime]?
  ) {
    precondition(ends.count == needs.count + 1, "frames without an end")
    precondition(
      (outputs?.count ?? times.times.count + 1) == ends.count, "frames that are not given out")
    self.outputs = outputs
    self.reorderDepth = reorderDepth
    self.decodeLead = decodeLead
    self.times = times
    self.needs = needs
    self.ends = ends
  }

  /// The frames of stored parts; `nil` unless they are in order.
  package init?(
    restoring needs: [ReadPosition], ends: [MediaTime], outputs: [MediaTime]?, times: [MediaTime],
    end: MediaTime, reorderDepth: Int, decodeLead: MediaTime
  ) {
    guard ends.count == needs.count + 1, (0...Self.maximumDepth).contains(reorderDepth),
      (outputs?.count ?? times.count + 1) == ends.count, outputs?.isAscending ?? true,
      (.zero ... .bound).contains(decodeLead),
      end <= .bound, zip(needs, needs.dropFirst()).allSatisfy({ $0 <= $1 }), ends.isAscending,
      zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }),
      times.last.map({ $0 < end }) ?? true
    else { return nil }
    self.init(
      reorderDepth: reorderDepth, decodeLead: decodeLead, times: FrameTimes(times, end: end),
      needs: needs, ends: ends, outputs: outputs)
  }

  /// The media time up to which all frames are decoded once all bytes before `position` are read,
  /// by a decoder that holds `held` frames until the stream ends at `end`.
  func decodedEnd(
    at position: ReadPosition, holding held: Int, streamEnd end: ReadPosition
  ) -> MediaTime {
    guard position < end else { return ends[needs.count] }
    let read = needs.partitionPoint(near: guess(of: position)) { $0 > position }
    return held == 0 ? ends[read] : min(ends[read], output(max(0, read - held)))
  }

  /// About how many frames are read at `position`: most tracks have frames of about equal size.
  private func guess(of position: ReadPosition) -> Int {
    guard let last = needs.last?.bytes, position.bytes < last, position.bytes > 0
    else { return position.bytes > 0 ? needs.count : 0 }
    return Int(
      last.dividingFullWidth(position.bytes.multipliedFullWidth(by: Int64(needs.count))).quotient)
  }

  /// The media time up to which all frames are given out once there are `count`.
  private func output(_ count: Int) -> MediaTime { outputs?[count] ?? times.start(of: count) }

  /// The smallest position at which all frames up to `time` are decoded; `nil` if they never are.
  func position(
    decoding time: MediaTime, holding held: Int, streamEnd end: ReadPosition
  ) -> ReadPosition? {
    var frames = ends.partitionPoint { $0 >= time }
    guard frames < ends.count else { return nil }
    guard frames > 0 else { return .zero }
    if held > 0 {
      let given = outputs?.partitionPoint { $0 >= time } ?? times.count(before: time)
      frames = max(frames, given + held)
    }
    return frames <= needs.count ? min(needs[frames - 1], end) : end
  }
}

extension FrameOrder {
  /// The frames of the track numbered `track` of `index`; `nil` if none is shown.
  ///
  /// - Parameters:
  ///   - index: the index, with the read positions of its samples in place of their offsets.
  ///   - track: the number of the track.
  ///   - origin: the origin of media time, in the container's time.
  ///   - end: the end of the presentation, in the container's time.
  ///   - bytes: the bytes that playback needs, if some samples have no bytes.
  init?(
    of index: MediaIndex, track: Int, origin: MediaTime, end: MediaTime, bytes: WantedBytes?
  ) {
    var needs: [ReadPosition] = []
    needs.reserveCapacity(min(index.tracks[track].sampleCount, index.samples.count))
    var ends: [MediaTime] = []
    ends.reserveCapacity(needs.capacity + 1)
    var order = PresentationOrder()
    var decodeLead: MediaTime?
    var position = ReadPosition.zero
    let storesDecodeTimes = index.storesDecodeTimes
    for sample in index.samples where Int(sample.track) == track {
      position = max(position, ReadPosition(sample.needs))
      needs.append(bytes?.end(before: position) ?? position)
      // Until the ends are known, each frame's own time stands here.
      ends.append(sample.isShown ? sample.presentationTime ?? end : end)
      order.add(sample)
      if decodeLead == nil, storesDecodeTimes, let shown = sample.presentationTime,
        let decoded = sample.decodeTime
      {
        decodeLead = shown - decoded
      }
    }
    ends.append(end)
    var outputs: [MediaTime]? = Self.outputs(of: index, track: track, origin: origin, end: end)
    var times = ends.dropLast().filter { $0 < end }
    if !times.isAscending { times.sort() }
    times = times.withoutRepetitions(from: origin)
    guard !times.isEmpty else { return nil }
    var least = end
    for place in ends.indices.reversed() {
      least = min(least, ends[place])
      ends[place] = least - origin
    }
    if outputs == times + [end - origin] { outputs = nil }
    self.init(
      reorderDepth: order.depth, decodeLead: min(max(decodeLead ?? .zero, .zero), .bound),
      times: FrameTimes(times, end: end - origin), needs: needs, ends: ends, outputs: outputs)
  }

  /// The media times up to which all frames of a track are given out, by the number of those given
  /// out in presentation order.
  private static func outputs(
    of index: MediaIndex, track: Int, origin: MediaTime, end: MediaTime
  ) -> [MediaTime] {
    var frames: [(time: MediaTime, shown: MediaTime)] = []
    frames.reserveCapacity(min(index.tracks[track].sampleCount, index.samples.count))
    var isInOrder = true
    for sample in index.samples where Int(sample.track) == track {
      let time = sample.presentationTime ?? end
      if let last = frames.last, last.time > time { isInOrder = false }
      frames.append((time, sample.isShown ? time : end))
    }
    if !isInOrder { frames.sort { $0.time < $1.time } }
    var outputs = frames.map(\.shown)
    outputs.append(end)
    var least = end
    for place in outputs.indices.reversed() {
      least = min(least, outputs[place])
      outputs[place] = least - origin
    }
    return outputs
  }
}

/// Finds how far samples are out of order: within a group of pictures, as no decoder looks farther.
package struct PresentationOrder {
  /// The largest number of samples of a group that precede one in decoding order and follow it in
  /// presentation order, so far.
  package private(set) var depth = 0
  /// The latest presentation times of the group, in order.
  private var latest: [MediaTime] = []

  /// No samples yet.
  package init() {}

  /// Adds the next sample in decoding order.
  package mutating func add(_ sample: Sample) {
    if sample.isSync { latest.removeAll(keepingCapacity: true) }
    guard let time = sample.presentationTime else { return }
    var place = latest.count
    while place > 0, latest[place - 1] > time { place -= 1 }
    depth = max(depth, latest.count - place)
    latest.insert(time, at: place)
    if latest.count > FrameOrder.maximumDepth { latest.removeFirst() }
  }
}

extension [MediaTime] {
  fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }

  /// The times counted from `origin`, each once; they are in order.
  fileprivate func withoutRepetitions(from origin: MediaTime) -> [MediaTime] {
    var times: [MediaTime] = []
    times.reserveCapacity(count)
    for time in self where times.last != time - origin { times.append(time - origin) }
    return times
  }
}
