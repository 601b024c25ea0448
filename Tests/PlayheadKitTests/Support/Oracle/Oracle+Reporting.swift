import PlayheadKit

/// What the player reports as loaded that goes by bytes.
extension Oracle {
  /// A millisecond for each that as large a share of the media lies before as of the bytes, and
  /// what was demuxed.
  var rangesOfBytes: OracleRanges {
    var ranges = OracleRanges()
    guard isOpened else { return ranges }
    for request in session.requests {
      let (start, end) = (
        time(of: request.offset), time(of: request.offset + request.bytesReceived)
      )
      if start < end { ranges.add(start...end) }
    }
    let demuxed = playhead + policy.values.bufferedAhead.nanoseconds
    for range in loaded.ranges where range.lowerBound <= playhead {
      let end = min(demuxed, range.upperBound)
      if end > range.lowerBound { ranges.add(range.lowerBound...end) }
    }
    return ranges
  }

  private func time(of byte: Int64) -> Int64 {
    let all = Int64(file.media.bytes.fileSize)
    switch Double(byte) / Double(all) {
    case ..<0.01: return 0
    case let share where share > 0.99: return duration
    default: return duration / 1_000_000 * byte / all * 1_000_000
    }
  }
}
