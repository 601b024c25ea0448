import CFFmpeg

/// The demuxers that may read a file: those of audio and video files, by FFmpeg's names for them.
///
/// FFmpeg has many more, for pictures, subtitles, module music, playlists and devices, some of them
/// in libraries of others. Nobody streams those, and each is more code that a hostile file could
/// reach.
enum AllowedFormats {
  /// The names; a demuxer that has several is allowed if one of them is.
  private static let names: Set<String> = [
    // Containers.
    "mov", "mp4", "matroska", "webm", "mpegts", "mpeg", "flv", "live_flv", "avi", "ogg", "asf",
    "asf_o", "mxf", "gxf", "nut", "rm", "wtv", "dv", "ivf", "kux", "pmp", "nsv",
    // Sound.
    "wav", "w64", "aiff", "au", "caf", "mp3", "aac", "loas", "ac3", "eac3", "ac4", "dts", "dtshd",
    "truehd", "mlp", "flac", "amr", "amrnb", "amrwb", "ape", "tta", "wv", "tak", "mpc", "mpc8",
    "oma", "dsf", "voc",
    // Video without a container.
    "h261", "h263", "h264", "hevc", "vvc", "av1", "obu", "m4v", "mpegvideo", "vc1", "vc1test",
    "dirac", "dnxhd", "yuv4mpegpipe",
  ]

  /// The names as FFmpeg takes them.
  static let list = names.sorted().joined(separator: ",")

  /// Whether `format`, a demuxer's names separated by commas, may read a file.
  static func allows(_ format: String) -> Bool {
    format.split(separator: ",").contains { names.contains(String($0)) }
  }
}
