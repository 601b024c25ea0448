extension Presentation {
  /// A presentation of parts that were stored; `nil` unless they are in the order in which
  /// ``Presentation/init(_:tracks:)`` leaves them.
  package init?(
    resourceBytes: Int64, tracks: [Int], origin: MediaTime, duration: MediaTime,
    openingReads: [ByteRange], loadedBefore beginning: MediaTime, loading: [LoadingCurve.Step],
    decoding: [OffsetCurve.Step], showing: [OffsetCurve.Step], keyframes: [MediaTime],
    mediaRanges: [ByteRange], mediaEnd: Int64
  ) {
    let times: ClosedRange<MediaTime> = .zero ... .bound
    guard resourceBytes >= 0, mediaEnd >= 0, times.contains(duration), times.contains(beginning),
      decoding.first?.time == .zero, showing.first?.time == .zero,
      decoding.isGrowing(\.time, \.offset), showing.isGrowing(\.time, \.offset),
      loading.first.map({ beginning < $0.end }) ?? true, loading.isGrowing(\.end, \.position),
      keyframes.isAscending, mediaRanges.areApart
    else { return nil }
    self.init(
      resourceBytes: resourceBytes, tracks: tracks, origin: origin, duration: duration,
      loading: LoadingCurve(beginning: beginning, steps: loading),
      decoding: OffsetCurve(growing: decoding), showing: OffsetCurve(growing: showing),
      keyframes: keyframes, openingReads: openingReads,
      mediaBytes: WantedBytes(mediaRanges, end: mediaEnd))
  }
}

extension [MediaTime] {
  fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }
}

extension [ByteRange] {
  /// Whether none is empty and all are in order with a gap before each but the first.
  fileprivate var areApart: Bool {
    var end = Int64.min
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
