import CFFmpeg

/// FFmpeg's functions; all are `nil` where ``FFmpegLibraries`` cannot be opened.
var libav: UnsafePointer<playhead_ffmpeg> { unsafe playhead_ffmpeg() }

/// FFmpeg's libraries, which are opened with the hundred others that they need when something is
/// read, rather than whenever the program starts.
enum FFmpegLibraries {
  /// Why they cannot be opened; `nil` if they are.
  ///
  /// Asking opens them.
  static var failure: String? {
    guard let text = unsafe playhead_ffmpeg_failure() else { return nil }
    return unsafe String(cString: text)
  }

  /// The packed versions of libavformat, libavcodec and libavutil; zero of what cannot be opened.
  static var versions: (format: UInt32, codec: UInt32, util: UInt32) {
    guard failure == nil else { return (0, 0, 0) }
    return unsafe (
      libav.pointee.avformat_version(), libav.pointee.avcodec_version(),
      libav.pointee.avutil_version()
    )
  }
}
