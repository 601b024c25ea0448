import POSIX

/// Appends to files that others write to as well, such as a log.
package enum AppendedFile {
  /// Appends to the file at `path`, which is created if missing.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - bytes: makes the bytes to append, given the file's current size.
  /// - Throws: ``FileWriteError`` if the file cannot be created or written.
  package static func append(
    to path: String, _ bytes: (_ size: Int) -> [UInt8]
  ) throws(FileWriteError) {
    var step = FileWriteError.Step.create
    do throws(SystemError) {
      if path.utf8.contains(0) { throw SystemError(code: EINVAL) }
      let file = try Descriptor(
        path: path, flags: O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY, mode: 0o666)
      let number = file.number
      var status = stat()
      guard unsafe fstat(number, &status) == 0 else { throw .last }
      step = .write
      unsafe try writeAll(bytes(Int(status.st_size)).span.bytes, to: number)
      try file.finish()
    } catch {
      throw FileWriteError(step, path: path, reason: error)
    }
  }
}
