/// What a player's reports of loaded ranges are made from.
public enum BufferedReport: String, CaseIterable, Hashable, Sendable {
  /// From the samples that are loaded: each covers its time.
  case samples
  /// From the bytes received: their share of all bytes is one of the duration, after Chromium's
  /// `BufferedDataSourceHostImpl`.
  ///
  /// It rounds down to milliseconds, takes the first and the last hundredth of the bytes for the
  /// start and the end, and forgets nothing that came. What was demuxed is reported, too:
  /// ``BufferingPolicy/Parameters/bufferedAhead``.
  case bytes
}
