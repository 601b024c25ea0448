/// Copies a pipe, which can be read only once, into a nameless file.
struct PipeSpool {
  let pipe: BegunPipe
  let onProgress: (ReadingProgress) -> Void

  /// Reads the pipe until its last writer closes it.
  func read() throws(MediaReadingError) -> InputFile {
    let path = pipe.path
    let file: TemporaryFile
    do {
      file = try TemporaryFile(in: TemporaryFile.systemDirectory)
    } catch {
      throw .resources(name: path, reason: error.description)
    }
    var size: Int64 = 0
    var buffer = BegunPipe.buffer
    while true {
      let count = try pipe.next(into: &buffer, at: size)
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
}
