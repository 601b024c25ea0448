/// The content types of media and what belongs to it.
package enum ContentType {
  /// The type of a file, by what follows the last point of its name.
  package static func of(_ name: String) -> String {
    guard let point = name.lastIndex(of: ".") else { return unknown }
    return types[name[name.index(after: point)...].lowercased()] ?? unknown
  }

  private static let unknown = "application/octet-stream"

  private static let types = [
    "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "qt": "video/quicktime",
    "mkv": "video/x-matroska", "webm": "video/webm", "ts": "video/mp2t", "m2ts": "video/mp2t",
    "mts": "video/mp2t", "m4s": "video/iso.segment", "cmfv": "video/mp4", "cmfa": "audio/mp4",
    "avi": "video/x-msvideo", "flv": "video/x-flv", "mpg": "video/mpeg", "mpeg": "video/mpeg",
    "ogv": "video/ogg", "3gp": "video/3gpp", "m4a": "audio/mp4", "mp3": "audio/mpeg",
    "aac": "audio/aac", "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg",
    "flac": "audio/flac", "wav": "audio/wav", "mka": "audio/x-matroska", "weba": "audio/webm",
    "m3u8": "application/vnd.apple.mpegurl", "mpd": "application/dash+xml",
    "vtt": "text/vtt; charset=utf-8", "srt": "application/x-subrip",
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "json": "application/json", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png",
    "webp": "image/webp", "svg": "image/svg+xml",
  ]
}
