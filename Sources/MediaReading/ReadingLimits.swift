public import PlayheadKit

/// What reading one media file may take.
public struct ReadingLimits: Hashable, Sendable, Codable {
  /// The largest picture to decode, in pixels, lying or standing.
  public var picture = Track.Dimensions(width: 8192, height: 4320)
  /// The memory of the process that reads, in bytes.
  ///
  /// It also bounds the number of samples. Without a ``ReadingHelper`` it bounds only that.
  public var memory: Int64 = 1 << 30
  /// The processor time of the process that reads, in seconds; `nil` for what the size of the file
  /// justifies.
  ///
  /// It has no effect without a ``ReadingHelper``.
  public var processorSeconds: Int64?

  /// The limits that a file of a normal size stays far below.
  public init() {}

  /// The maximum number of samples in an index.
  ///
  /// A sample takes 48 bytes here and up to 80 in a demuxer.
  var samples: Int { Int(clamping: memory / 128) }

  /// Whether a picture is within the limit.
  func allows(_ size: Track.Dimensions) -> Bool {
    max(size.width, size.height) <= max(picture.width, picture.height)
      && min(size.width, size.height) <= min(picture.width, picture.height)
  }

  /// The number of pixels of the largest picture with what FFmpeg's decoders add to its sides,
  /// which have to be multiples of up to 64 and may have an edge.
  var pixels: Int64 {
    let padding: Int128 = 256
    return Int64(
      clamping: (Int128(picture.width) + padding) * (Int128(picture.height) + padding))
  }

  /// The number of pixels up to which a file is probed: what is too large is told with its size,
  /// which is known only then.
  var probedPixels: Int64 { max(pixels, 1 << 28) }

  /// What has to be left of the memory, in bytes, for a decoder's failure to be the file's.
  ///
  /// A want of memory for frames is noted; what else a decoder asks for is far less than this.
  var memoryLeft: Int { Int(min(memory / 8, 256 << 20)) }

  /// The processor time, in seconds, for a file of `bytes` bytes.
  ///
  /// Indexing gets 10 s, and 1 s for each 4 MB; decoding gets 30 s more, and 30 s for each MB. Both
  /// are tens of times what the slowest known file takes.
  func processorSeconds(bytes: Int64, decodes: Bool) -> Int64 {
    if let processorSeconds { return max(1, processorSeconds) }
    let size = max(0, bytes)
    let indexing = 10 + size / 4_000_000
    return decodes ? indexing + 30 + size / 1_000_000 * 30 : indexing
  }

  /// On how many threads pictures of `size` can be decoded within half of the memory.
  ///
  /// A decoder holds about ten pictures of 12 bits a pixel.
  func threads(decoding size: Track.Dimensions?) -> Int {
    guard let size else { return .max }
    let decoder = max(1, Int128(size.width) * Int128(size.height) * 15)
    return max(1, Int(clamping: Int128(memory / 2) / decoder))
  }
}

/// A limit that a file exceeds.
public enum ExceededLimit: Hashable, Sendable {
  /// The size of a picture of the track numbered `track`.
  case picture(track: Int, Track.Dimensions, limit: Track.Dimensions)
  /// The memory of the process that reads, in bytes.
  case memory(limit: Int64)
  /// The number of samples.
  case samples(limit: Int)
  /// The processor time, in seconds.
  case processorTime(limit: Int64)
}
