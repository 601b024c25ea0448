import POSIX
import PlayheadKit

/// A file that is written over and over, without waiting for the disk.
struct ScratchFile {
  /// Its path.
  let path: String

  /// Writes `bytes` as the whole file; returns whether that worked.
  func write(_ bytes: [UInt8]) -> Bool {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return false }
    defer { _ = close(descriptor) }
    return unsafe (try? writeAll(bytes.span.bytes, to: descriptor)) != nil
  }
}
