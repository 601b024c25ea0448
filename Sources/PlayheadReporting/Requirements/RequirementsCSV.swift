import PlayheadAnalysis

/// The corners of a rate curve as CSV (RFC 4180), with the keys of the JSON report in a header.
enum RequirementsCSV {
  /// A record for each corner, by startup delay, after one for the delay that no rate is enough
  /// for, whose rate is empty; the frame of a record decides up to the next.
  static func bytes(_ curve: RateCurve) -> [UInt8] {
    var writer = CSVWriter()
    writer.write([
      "startupSeconds", "rateBitsPerSecond", "mediaSeconds", "endOffsetBytes", "downloadedBytes",
      "requestCount",
    ])
    func write(_ startup: String, _ rate: String, _ frame: NeededFrame) {
      writer.write([
        startup, rate, frame.mediaTime.secondsText, "\(frame.endOffset)",
        "\(frame.downloadedBytes)", "\(frame.requestCount)",
      ])
    }
    if let frame = curve.firstFrame { write(curve.limit.secondsText, "", frame) }
    for corner in curve.corners {
      write(corner.startup.secondsText, "\(corner.rate.bitsPerSecond)", corner.frame)
    }
    return writer.bytes
  }
}
