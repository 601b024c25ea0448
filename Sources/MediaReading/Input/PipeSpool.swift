#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Copies a pipe, which can be read only once, into a nameless file.
struct PipeSpool {
  let path: String
  let interruption: Interruption
  let onProgress: (ReadingProgress) -> Void

  /// Whether `path` names a pipe.
  static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Reads the pipe until its last writer closes it.
  func read() throws(MediaReadingError) -> InputFile {
    // Opening must not wait for a writer, as nothing could interrupt that; polling waits instead.
    let pipe = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard pipe >= 0 else { throw .unreadable(name: path, reason: InputFile.words(for: errno)) }
    defer { close(pipe) }
    let file: TemporaryFile
    do {
      file = try TemporaryFile(in: TemporaryFile.systemDirectory)
    } catch {
      throw .resources(name: path, reason: error.description)
    }
    var size: Int64 = 0
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = try next(pipe, &buffer, at: size)
      guard count > 0 else { break }
      do {
        try file.write(buffer.span.extracting(first: count), at: size)
      } catch {
        throw .resources(name: path, reason: error.description)
      }
      size += Int64(count)
      onProgress(ReadingProgress(phase: .downloading, completed: size, total: nil))
    }
    return try InputFile(duplicating: file.descriptor, name: path, size: size)
  }

  /// Waits for the next bytes and returns their number; 0 at the end.
  private func next(
    _ pipe: Int32, _ buffer: inout [UInt8], at offset: Int64
  ) throws(MediaReadingError) -> Int {
    while true {
      // In short turns, as an interruption does not end a wait.
      if interruption.isRequested { throw .interrupted(name: path, fraction: 0) }
      var request = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&request, 1, 50) > 0 else { continue }
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        unsafe systemRead(pipe, buffer)
      }
      if count >= 0 { return count }
      if errno != EINTR, errno != EAGAIN {
        throw .inputOutput(name: path, offset: offset, reason: InputFile.words(for: errno))
      }
    }
  }
}

/// The system's `read`, whose name is shadowed above.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(descriptor, buffer.baseAddress, buffer.count)
}
