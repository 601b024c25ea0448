extension Presentation {
  /// A presentation of a file whose parts were stored; `nil` unless they are in the order in which
  /// ``Presentation/init(_:tracks:)`` leaves them.
  package init?(
    resourceBytes: Int64, tracks: [Int], origin: MediaTime, duration: MediaTime,
    openingReads: [ByteRange], isTransportStream: Bool, loading: [StoredLoading],
    decoding: [PositionCurve.Step], firstByteToShow: [PositionCurve.Step], keyframes: [MediaTime],
    wantedRanges: [ReadRange], wantedEnd: ReadPosition, demuxed: StoredDemuxing? = nil
  ) {
    let times: ClosedRange<MediaTime> = .zero ... .bound
    guard resourceBytes >= 0, wantedEnd >= .zero, times.contains(duration), keyframes.isAscending,
      wantedRanges.areApart
    else { return nil }
    func rendition(
      _ order: ReadingOrder, _ sampleDistance: Int64, _ loading: [StoredLoading],
      _ decoding: [PositionCurve.Step],
      _ firstByteToShow: [PositionCurve.Step], _ wanted: WantedBytes
    ) -> Rendition? {
      guard !loading.isEmpty,
        loading.allSatisfy({
          times.contains($0.beginning) && $0.firstSampleEnd >= .zero && $0.isInOrder
        }),
        loading.isGrowing(\.track, \.track),
        decoding.first?.time == .zero, firstByteToShow.first?.time == .zero,
        decoding.isGrowing(\.time, \.position), firstByteToShow.isGrowing(\.time, \.position)
      else { return nil }
      let trackLoading = loading.map {
        TrackLoading(
          track: $0.track, kind: $0.kind,
          curve: LoadingCurve(beginning: $0.beginning, steps: $0.steps, isIndexed: false),
          firstSampleEnd: $0.firstSampleEnd, hasDecodeTimes: $0.hasDecodeTimes,
          hasLength: $0.hasLength, syncNeeds: $0.syncNeeds, frames: $0.frames)
      }
      return Rendition(
        order: order, openingReads: openingReads, sampleDistance: sampleDistance,
        isTransportStream: isTransportStream && order.isStraight,
        loading: LoadingCurve(combining: trackLoading.map(\.curve), over: .allTracks),
        trackLoading: trackLoading,
        decoding: PositionCurve(growing: decoding),
        firstByteToShow: PositionCurve(growing: firstByteToShow),
        wantedBytes: wanted, resourceBytes: resourceBytes)
    }
    guard
      let straight = rendition(
        ReadingOrder(bytes: resourceBytes), 0, loading, decoding,
        firstByteToShow, WantedBytes(wantedRanges, end: wantedEnd))
    else { return nil }
    var own: Rendition?
    if let demuxed {
      guard !demuxed.runs.isEmpty, demuxed.sampleDistance >= 0,
        demuxed.runs.allSatisfy({ $0.lowerBound >= 0 && $0.count > 0 })
      else { return nil }
      let order = ReadingOrder(demuxed.runs)
      own = rendition(
        order, demuxed.sampleDistance, demuxed.loading, demuxed.decoding, demuxed.firstByteToShow,
        WantedBytes([ReadRange(.zero, order.end)], end: order.end))
      guard own != nil else { return nil }
    }
    self.init(
      resourceBytes: resourceBytes, origin: origin, duration: duration, keyframes: keyframes,
      tracks: tracks, rendition: straight, demuxed: own)
  }
}

/// A file's rendition in the order of its demuxer as it was stored.
package struct StoredDemuxing {
  package var runs: [ByteRange]
  package var sampleDistance: Int64
  package var loading: [StoredLoading]
  package var decoding: [PositionCurve.Step]
  package var firstByteToShow: [PositionCurve.Step]

  package init(
    runs: [ByteRange], sampleDistance: Int64, loading: [StoredLoading],
    decoding: [PositionCurve.Step], firstByteToShow: [PositionCurve.Step]
  ) {
    self.runs = runs
    self.sampleDistance = sampleDistance
    self.loading = loading
    self.decoding = decoding
    self.firstByteToShow = firstByteToShow
  }
}

/// The loading of one track as it was stored.
package struct StoredLoading {
  package var track: Int
  package var kind: Track.Kind
  package var beginning: MediaTime
  package var firstSampleEnd: ReadPosition
  package var hasDecodeTimes: Bool
  package var hasLength: Bool
  package var syncNeeds: [ReadPosition]?
  package var steps: [LoadingCurve.Step]
  package var frames: FrameOrder?

  package init(
    track: Int, kind: Track.Kind, beginning: MediaTime, firstSampleEnd: ReadPosition,
    hasDecodeTimes: Bool, hasLength: Bool = true, syncNeeds: [ReadPosition]? = nil,
    steps: [LoadingCurve.Step], frames: FrameOrder? = nil
  ) {
    self.hasLength = hasLength
    self.syncNeeds = syncNeeds
    self.hasDecodeTimes = hasDecodeTimes
    self.firstSampleEnd = firstSampleEnd
    self.track = track
    self.kind = kind
    self.beginning = beginning
    self.steps = steps
    self.frames = frames
  }

  fileprivate var isInOrder: Bool {
    steps.first.map { beginning < $0.end } ?? true && steps.isGrowing(\.end, \.position)
      && (syncNeeds.map { zip($0, $0.dropFirst()).allSatisfy { $0 < $1 } } ?? true)
  }
}

extension [MediaTime] {
  fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }
}

extension [ReadRange] {
  /// Whether none is empty and all are in order with a gap before each but the first.
  fileprivate var areApart: Bool {
    var end = ReadPosition(.min)
    for range in self {
      guard range.lowerBound > end, range.upperBound > range.lowerBound else { return false }
      end = range.upperBound
    }
    return true
  }
}

extension Array {
  /// Whether both values grow from each element to the next.
  @inline(__always)
  fileprivate func isGrowing<First: Comparable, Second: Comparable>(
    _ first: (Element) -> First, _ second: (Element) -> Second
  ) -> Bool {
    guard var last = self.first else { return true }
    for element in self.dropFirst() {
      guard first(last) < first(element), second(last) < second(element) else { return false }
      last = element
    }
    return true
  }
}
