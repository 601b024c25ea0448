import PlayheadKit

/// Bytes by offset: all that a demuxer needs of a medium, wherever it lies.
///
/// A file is one; others can fetch what they are asked for, or leave out what nobody looks at.
protocol ByteSource: AnyObject {
  /// The size in bytes.
  var size: Int64 { get }
  /// Reads up to `buffer.count` bytes at `offset`, at least one; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  /// Whether each place that is looked at costs much more than its bytes, as over a network.
  var isDistant: Bool { get }
  /// How many bytes from `offset` on cost no more than their copy; those behind the end may be
  /// counted.
  func countAtHand(from offset: Int64) -> Int64
  /// Fetches `ranges`, which lie within its size and are read next, in fewer turns than reading
  /// takes.
  func willRead(_ ranges: [ByteRange]) throws(ReadFailure)
  /// The same for a range; what follows it is asked for with it, `ahead` bytes at most, but not
  /// waited for.
  func willRead(_ range: ByteRange, ahead: Int64) throws(ReadFailure)
}

extension ByteSource {
  var isDistant: Bool { false }

  func countAtHand(from offset: Int64) -> Int64 { isDistant ? 0 : .max }

  func willRead(_ ranges: [ByteRange]) throws(ReadFailure) {}

  func willRead(_ range: ByteRange, ahead: Int64) throws(ReadFailure) {
    let end = range.upperBound + min(ahead, size - range.upperBound)
    try willRead([ByteRange(range.lowerBound, end)])
  }
}

/// A failed read.
struct ReadFailure: Error, Equatable {
  /// The offset of the read.
  var offset: Int64
  /// The reason in words.
  var reason: String
  /// Why a source that fetches its bytes could not; `nil` if the system could not read them.
  var download: HTTPError?

  /// A read that the system refused.
  init(offset: Int64, reason: String) {
    self.offset = offset
    self.reason = reason
  }

  /// A read whose bytes could not be fetched.
  init(offset: Int64, _ error: HTTPError) {
    self.offset = offset
    reason = error.description
    download = error
  }

  /// The error for the medium called `name`.
  func error(reading name: String) -> MediaReadingError {
    switch download {
    case nil: .inputOutput(name: name, offset: offset, reason: reason)
    case .interrupted?: .interrupted(name: name, fraction: 0)
    case let error?: .download(url: name, error)
    }
  }
}
