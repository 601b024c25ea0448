/// A codec by the name that FFmpeg has for it.
struct CodecName {
  /// The name: `h264`.
  let name: String

  /// The codec that RFC 6381 writes as `text`, such as `avc1.64001f`; `nil` for one that is not
  /// known.
  init?(declared text: String) {
    let parts = text.lowercased().split(separator: ".").map(String.init)
    switch parts.first {
    case "avc1", "avc3": name = "h264"
    case "hvc1", "hev1", "dvh1", "dvhe": name = "hevc"
    case "vp08": name = "vp8"
    case "vp09": name = "vp9"
    case "av01": name = "av1"
    case "mp4v": name = "mpeg4"
    case "ac-3": name = "ac3"
    case "ec-3": name = "eac3"
    case "ac-4": name = "ac4"
    case "dtsc", "dtse", "dtsh", "dtsl", "dtsx": name = "dts"
    case "opus", "flac", "alac", "vorbis", "theora", "mp3": name = parts[0]
    // Object types: MPEG-1 and MPEG-2 audio, AC-3 and its successor, and all kinds of AAC.
    case "mp4a" where ["69", "6b"].contains(parts.dropFirst().first): name = "mp3"
    case "mp4a" where parts.dropFirst() == ["40", "34"]: name = "mp3"
    case "mp4a" where parts.dropFirst().first == "a5": name = "ac3"
    case "mp4a" where parts.dropFirst().first == "a6": name = "eac3"
    case "mp4a": name = "aac"
    default: return nil
    }
  }
}
