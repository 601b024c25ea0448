#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes whole files so that a reader sees the old content or the new, never a part.
///
/// The bytes go to a temporary file beside the destination, which then takes the destination's
/// place and, where there was one, its mode. Symbolic links are followed. What is not a regular
/// file, such as a pipe or `/dev/null`, is written into as it is.
public enum AtomicFile {
  /// Writes `bytes` as the whole content of the file at `path`.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileWriteError) {
    try write(bytes.span, to: path)
  }

  /// Writes `text` in UTF-8 as the whole content of the file at `path`.
  public static func write(_ text: String, to path: String) throws(FileWriteError) {
    try write(Array(text.utf8), to: path)
  }

  private static func write(_ bytes: Span<UInt8>, to path: String) throws(FileWriteError) {
    var step = FileWriteError.Step.create
    do {
      switch try Destination(path) {
      case .descriptor(let number):
        step = .write
        try writeAll(bytes, to: number)
      case .special:
        let file = try Descriptor(path: path, flags: O_WRONLY | O_NOCTTY)
        step = .write
        try writeAll(bytes, to: file.number)
        try file.finish()
      case .regular(let target, let mode):
        try replace(target, mode: mode, with: bytes, step: &step)
      }
    } catch {
      throw FileWriteError(step, path: path, reason: error)
    }
  }

  private static func replace(
    _ target: String, mode: mode_t?, with bytes: Span<UInt8>, step: inout FileWriteError.Step
  ) throws(SystemError) {
    let temporary = try TemporaryFile(beside: target)
    let name = temporary.path
    do throws(SystemError) {
      step = .write
      try temporary.fill(with: bytes, mode: mode)
      step = .create
      if unsafe rename(name, target) != 0 { throw .last }
    } catch {
      _ = unsafe unlink(name)
      throw error
    }
  }
}

/// A new, empty file whose name nobody could have prepared.
private struct TemporaryFile: ~Copyable {
  let path: String
  let file: Descriptor

  /// Makes a file in the directory of `target`, so that renaming it stays in one file system.
  init(beside target: String) throws(SystemError) {
    let directory = Destination.directory(of: target)
    for _ in 0..<16 {
      // Not made from the target's name, which may be as long as names may be.
      let number = UInt64.random(in: .min ... .max)
      let candidate = "\(directory).playhead-\(String(number, radix: 36))"
      do {
        // The system takes the umask off, so the mode is that of any new file.
        file = try Descriptor(path: candidate, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
        path = candidate
        return
      } catch {
        if error.code != EEXIST { throw error }
      }
    }
    throw SystemError(code: EEXIST)
  }

  /// Writes everything through to the disk, gives the file `mode` if there is one, and closes it.
  consuming func fill(with bytes: Span<UInt8>, mode: mode_t?) throws(SystemError) {
    let number = file.number
    try writeAll(bytes, to: number)
    if let mode { _ = try retryingInterrupted { fchmod(number, mode) } }
    _ = try retryingInterrupted { fsync(number) }
    try file.finish()
  }
}
