import POSIX

/// Writes files atomically: a reader sees the old content or the new, never a part.
///
/// The bytes go to a temporary file beside the destination, which then takes the destination's
/// place and, if it existed, its mode. Symbolic links are followed. Anything but a regular file,
/// such as a pipe or `/dev/null`, is written to directly.
package enum AtomicFile {
  /// Writes one part of a file while it is open.
  package struct Part {
    fileprivate let number: Int32

    /// Writes all of `bytes`.
    package func callAsFunction(_ bytes: RawSpan) throws(SystemError) {
      try writeAll(bytes, to: number)
    }
  }

  /// Writes `bytes` as the whole content of the file at `path`.
  ///
  /// - Throws: ``FileWriteError`` if the file cannot be created, written or replaced; a regular
  ///   file that existed before is then unchanged.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileWriteError) {
    try write(to: path) { write throws(SystemError) in
      unsafe try write(bytes.span.bytes)
    }
  }

  /// Writes `text` in UTF-8 as the whole content of the file at `path`.
  ///
  /// - Throws: ``FileWriteError`` if the file cannot be created, written or replaced; a regular
  ///   file that existed before is then unchanged.
  package static func write(_ text: String, to path: String) throws(FileWriteError) {
    try write(Array(text.utf8), to: path)
  }

  /// Writes the parts from `fill` as the whole content of the file at `path`, which `unfinished`
  /// lists until it is complete.
  package static func write(
    to path: String, listedIn unfinished: UnfinishedFiles = UnfinishedFiles(),
    _ fill: (Part) throws(SystemError) -> Void
  ) throws(FileWriteError) {
    var step = FileWriteError.Step.create
    do {
      switch try Destination(path) {
      case .descriptor(let number):
        step = .write
        try fill(Part(number: number))
      case .special:
        let file = try Descriptor(path: path, flags: O_WRONLY | O_NOCTTY)
        let number = file.number
        step = .write
        try fill(Part(number: number))
        try file.finish()
      case .regular(let target, let mode):
        try replace(target, mode: mode, listedIn: unfinished, step: &step, fill)
      }
    } catch {
      throw FileWriteError(step, path: path, reason: error)
    }
  }

  private static func replace(
    _ target: String, mode: mode_t?, listedIn unfinished: UnfinishedFiles,
    step: inout FileWriteError.Step, _ fill: (Part) throws(SystemError) -> Void
  ) throws(SystemError) {
    let temporary = try TemporaryFile(beside: target, listedIn: unfinished)
    let name = temporary.path
    do throws(SystemError) {
      step = .write
      try temporary.complete(mode: mode, fill)
      step = .create
      try unfinished.place(name, at: target)
    } catch {
      unfinished.remove(name)
      throw error
    }
  }
}

/// A new, empty file with an unpredictable name.
private struct TemporaryFile: ~Copyable {
  let path: String
  let file: Descriptor

  /// Creates a file in the directory of `target`, so that renaming it stays in one file system.
  init(beside target: String, listedIn unfinished: UnfinishedFiles) throws(SystemError) {
    let directory = Destination.directory(of: target)
    for _ in 0..<16 {
      // Not derived from the target's name, which may have the maximum length.
      let number = UInt64.random(in: .min ... .max)
      let candidate = "\(directory).playhead-\(String(number, radix: 36))"
      do {
        file = Descriptor(owning: try unfinished.make(candidate))
        path = candidate
        return
      } catch {
        if error.code != EEXIST { throw error }
      }
    }
    throw SystemError(code: EEXIST)
  }

  /// Fills the file, sets its `mode` if given, syncs it to disk and closes it.
  consuming func complete(
    mode: mode_t?, _ fill: (AtomicFile.Part) throws(SystemError) -> Void
  ) throws(SystemError) {
    let number = file.number
    try fill(AtomicFile.Part(number: number))
    if let mode { _ = try retryingInterrupted { fchmod(number, mode) } }
    _ = try retryingInterrupted { fsync(number) }
    try file.finish()
  }
}
