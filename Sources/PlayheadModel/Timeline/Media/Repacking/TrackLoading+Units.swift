/// The access units of a track, as far as its loading tells of them.
extension TrackLoading {
  /// Where each access unit ends, in reading order, and the media time up to which the track can be
  /// played without it.
  var units: [(end: ReadPosition, due: MediaTime)] {
    if let frames {
      return frames.needs.indices.map { (frames.needs[$0], frames.ends[$0]) }
    }
    var due = curve.beginning
    return curve.steps.map { step in
      defer { due = step.end }
      return (step.position, due)
    }
  }

  /// When each access unit begins as it would be decoded at a steady pace, in media time, and where
  /// the last one ends.
  ///
  /// Frames are decoded at the times at which frames are shown, in their own order.
  var slots: [MediaTime] {
    guard let frames else { return [curve.beginning] + curve.steps.map(\.end) }
    let times = frames.times
    guard times.times.count != frames.needs.count, let first = times.times.first else {
      return times.times + [times.end]
    }
    let count = Int128(max(1, frames.needs.count))
    let length = Int128((times.end - first).nanoseconds)
    return (0...frames.needs.count).map {
      first + MediaTime(nanoseconds: Int64(length * Int128($0) / count))
    }
  }

  /// The same access units where those that ended at `ends` end at `newEnds`, in the same order.
  func moved(from ends: [ReadPosition], to newEnds: [ReadPosition]) -> TrackLoading {
    var place = PlaceWalk(ends: ends, newEnds: newEnds)
    var steps: [LoadingCurve.Step] = []
    steps.reserveCapacity(curve.steps.count)
    for step in curve.steps {
      let position = place.end(of: step.position)
      if let last = steps.last, position <= last.position {
        steps[steps.count - 1].end = step.end
      } else {
        steps.append(LoadingCurve.Step(position: position, end: step.end))
      }
    }
    var movedFrames: FrameOrder?
    if let frames {
      var place = PlaceWalk(ends: ends, newEnds: newEnds)
      movedFrames = FrameOrder(
        reorderDepth: frames.reorderDepth, decodeLead: frames.decodeLead, times: frames.times,
        needs: frames.needs.map { place.end(of: $0) }, ends: frames.ends, outputs: frames.outputs)
    }
    var first = PlaceWalk(ends: ends, newEnds: newEnds)
    var syncs = PlaceWalk(ends: ends, newEnds: newEnds)
    let movedSyncNeeds = syncNeeds?.map { syncs.end(of: $0) }
    return TrackLoading(
      track: track, kind: kind,
      curve: LoadingCurve(beginning: curve.beginning, steps: steps, isIndexed: false),
      firstSampleEnd: first.end(of: firstSampleEnd), hasDecodeTimes: hasDecodeTimes,
      hasLength: hasLength, syncNeeds: movedSyncNeeds, frames: movedFrames)
  }

  /// When its samples are shown, with the first byte of each or of its group of pictures, where
  /// access units that ended at `ends` begin at `starts`.
  ///
  /// `keyframes` are the presentation times of sync samples; `nil` if all samples are.
  func timeline(
    _ aspect: TrackTimeline.Aspect, starts: [ReadPosition], ends: [ReadPosition],
    keyframes: [MediaTime]?, duration: MediaTime
  ) -> TrackTimeline {
    var shown: [TrackTimeline.Entry] = []
    if let frames {
      let times = frames.presentationTimes
      var group = Int64.max
      var nextKeyframe = Set(keyframes ?? [])
      shown.reserveCapacity(times.count)
      for (number, time) in times.enumerated() {
        let offset = starts[number].bytes
        let isSync = keyframes == nil || time.map { nextKeyframe.remove($0) != nil } ?? false
        group = isSync ? offset : min(group, offset)
        guard let time else { continue }
        var value = offset
        if case .groupOffset = aspect { value = group }
        shown.append(TrackTimeline.Entry(time: time, value: value))
      }
    } else {
      var due = curve.beginning
      var number = 0
      for step in curve.steps {
        shown.append(
          TrackTimeline.Entry(time: due, value: starts[min(number, starts.count - 1)].bytes))
        while number < ends.count, ends[number] <= step.position { number += 1 }
        due = step.end
      }
    }
    return TrackTimeline(track, aspect, shown: shown, end: duration)
  }
}

/// Finds the new ends of access units for positions that never decrease.
private struct PlaceWalk {
  let ends: [ReadPosition]
  let newEnds: [ReadPosition]
  private var number = 0

  init(ends: [ReadPosition], newEnds: [ReadPosition]) {
    self.ends = ends
    self.newEnds = newEnds
  }

  /// Where the last access unit that ends at `position` or before ends now; the first one, if none
  /// does.
  mutating func end(of position: ReadPosition) -> ReadPosition {
    while number + 1 < ends.count, ends[number] < position || ends[number + 1] <= position {
      number += 1
    }
    return newEnds.isEmpty ? position : newEnds[number]
  }
}

extension FrameOrder {
  /// When each frame is shown, in decoding order; `nil` for one that is not, or if that cannot be
  /// told.
  ///
  /// A frame whose decoding lets all up to a later time be decoded is the one that was missing.
  /// What of that time had been decoded before goes to the frames decoded last, as pictures are
  /// nested.
  var presentationTimes: [MediaTime?] {
    var times = [MediaTime?](repeating: nil, count: needs.count)
    var waiting: [Int] = []
    var next = 0
    let shown = self.times.times
    for number in needs.indices {
      guard ends[number + 1] > ends[number] else {
        waiting.append(number)
        continue
      }
      times[number] = ends[number]
      while next < shown.count, shown[next] <= ends[number] { next += 1 }
      while next < shown.count, shown[next] < ends[number + 1] {
        if let frame = waiting.popLast() { times[frame] = shown[next] }
        next += 1
      }
    }
    return times
  }
}
