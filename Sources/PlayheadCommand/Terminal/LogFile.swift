import POSIX
import PlayheadKit

/// A file that is written line by line, so that what was written is kept whatever comes.
final class LogFile: Sendable {
  private let descriptor: Int32
  private let path: String

  init(path: String) throws(Failure) {
    self.path = path
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o666)
    guard descriptor >= 0, !path.utf8.contains(0) else {
      throw Failure(FileWriteError(.create, path: path, reason: .last))
    }
  }

  deinit { _ = close(descriptor) }

  func write(_ bytes: [UInt8]) throws(Failure) {
    do throws(SystemError) {
      unsafe try writeAll(bytes.span.bytes, to: descriptor)
    } catch {
      throw Failure(FileWriteError(.write, path: path, reason: error))
    }
  }
}
