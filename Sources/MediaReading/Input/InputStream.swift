import CFFmpeg
import POSIX
import PlayheadKit

/// The stream that FFmpeg reads: a position in a source of bytes and a log of its reads.
final class InputStream {
  /// Where the bytes come from; another source must be of the same size.
  var source: any ByteSource
  private let interruption: Interruption
  /// The offset of the next read.
  private(set) var position: Int64 = 0
  /// The maximum size of one read; small values show exactly what a demuxer needs.
  var largestRead = 4096
  /// The reads recorded while `isLogging`, adjoining ones merged.
  private(set) var reads: [ByteRange] = []
  var isLogging = true
  /// The first failed read, with more detail than FFmpeg's own code.
  private(set) var failure: ReadFailure?

  init(_ source: any ByteSource, interruption: Interruption) {
    self.source = source
    self.interruption = interruption
  }

  /// Whether FFmpeg should give up.
  var isInterrupted: Bool { interruption.isRequested }

  /// Reads at the current position; returns the number of bytes or one of FFmpeg's codes.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int32 {
    guard !isInterrupted else { return playhead_error_exit }
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(largestRead))
    do {
      let count = try unsafe source.read(into: part, at: position)
      guard count > 0 else { return playhead_error_end_of_file }
      if isLogging { log(ByteRange(position, position + Int64(count))) }
      position += Int64(count)
      return Int32(count)
    } catch {
      failure = failure ?? error
      return playhead_error_io
    }
  }

  /// Moves the position or returns the size; one of FFmpeg's codes for an unknown `whence`.
  func seek(to offset: Int64, whence: Int32) -> Int64 {
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return source.size
    case SEEK_SET: position = offset
    case SEEK_CUR: position += offset
    case SEEK_END: position = source.size + offset
    default: return Int64(playhead_error_not_permitted)
    }
    position = max(0, position)
    return position
  }

  private func log(_ range: ByteRange) {
    if let last = reads.last, last.upperBound == range.lowerBound {
      reads[reads.count - 1].upperBound = range.upperBound
    } else {
      reads.append(range)
    }
  }
}
