/// What a player reports as loaded that goes by bytes.
extension Loader {
  /// The ranges that the player of `model` reports; `nil` if they are those loaded.
  func reportedRanges(for model: PlaybackModel) -> TimeRangeSet? {
    guard policy.parameters.buffered == .bytes else { return nil }
    guard isOpened else { return TimeRangeSet() }
    var ranges = timesOfBytes(received: requests(at: model.wallTime))
    let demuxed = model.currentTime + policy.parameters.bufferedAhead
    for range in model.loadedTimeRanges.ranges where range.start <= model.currentTime {
      ranges.insert(TimeRange(start: range.start, end: min(range.end, demuxed)))
    }
    return ranges
  }

  /// The media times that stand for the bytes that `requests` brought, as their shares of all bytes
  /// of the file are of its duration.
  private func timesOfBytes(received requests: [MediaRequest]) -> TimeRangeSet {
    let all = presentation.resourceBytes
    var ranges = TimeRangeSet()
    for request in requests {
      let end = request.offset + request.bytesReceived
      ranges.insert(
        TimeRange(
          start: mediaTime(ofByte: request.offset, of: all), end: mediaTime(ofByte: end, of: all)))
    }
    return ranges
  }

  /// The media time that stands for a byte of `all`, in whole milliseconds, rounded down; of the
  /// first and the last hundredth, the start and the end.
  private func mediaTime(ofByte offset: Int64, of all: Int64) -> MediaTime {
    let duration = presentation.duration
    if Int128(offset) * 100 < Int128(all) { return .zero }
    if Int128(offset) * 100 > Int128(all) * 99 { return duration }
    let millisecond: Int64 = 1_000_000
    let milliseconds = Int128(offset) * Int128(duration.nanoseconds / millisecond) / Int128(all)
    return MediaTime(nanoseconds: Int64(milliseconds) * millisecond)
  }
}
