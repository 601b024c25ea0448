/// Why a media file could not be read.
public enum MediaReadingError: Error, Equatable, Sendable {
  /// The file or URL is missing or cannot be opened.
  case unreadable(name: String, reason: String)
  /// The URL cannot be downloaded.
  case download(url: String, HTTPError)
  /// The content is not playable media.
  case notMedia(name: String, reason: String)
  /// A manifest where only a media file can be read.
  case playlist(name: String, format: String)
  /// A selected track is missing or cannot be played.
  case track(name: String, number: Int, reason: String)
  /// Nothing of the tracks is ever shown.
  case nothingShown(name: String)
  /// The system failed to deliver bytes of an open file, from byte `offset` on.
  case inputOutput(name: String, offset: Int64, reason: String)
  /// The work was interrupted; `fraction` of it, in 0…1, was done.
  case interrupted(name: String, fraction: Double)
  /// The file exceeds a limit on what reading may take.
  case exceeds(name: String, ExceededLimit)
  /// FFmpeg crashed with a signal of this name, and again where it should have stopped before.
  case crashed(name: String, signal: String)
  /// The process that read the file gave no answer, or a malformed one, which says nothing of the
  /// file.
  case noAnswer(name: String, reason: String)
  /// A resource of this machine ran out.
  case resources(name: String, reason: String)
}

extension MediaReadingError {
  /// The error if memory ran out; `nil` for any other, which is of the file.
  static func shortage(_ error: FFmpegError, for file: InputFile) -> MediaReadingError? {
    error.isOutOfMemory ? .resources(name: file.name, reason: error.reason) : nil
  }

  /// Creates an object of FFmpeg's, which fails only without memory.
  static func allocating<Value: ~Copyable>(
    for file: InputFile, _ make: () throws(FFmpegError) -> Value
  ) throws(MediaReadingError) -> Value {
    do throws(FFmpegError) {
      return try make()
    } catch {
      throw .resources(name: file.name, reason: error.reason)
    }
  }
}
