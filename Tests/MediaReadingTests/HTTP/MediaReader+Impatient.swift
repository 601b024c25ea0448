@testable import MediaReading

extension MediaReader {
  /// A reader that retries after milliseconds.
  static func impatient(_ cache: ReadingCache? = nil) -> MediaReader {
    var reader = MediaReader(cores: 1, cache: cache)
    reader.httpOptions.retryMilliseconds = 5
    return reader
  }
}
