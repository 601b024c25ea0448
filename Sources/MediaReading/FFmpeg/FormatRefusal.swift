/// A format that FFmpeg can open but that is not a self-contained media file.
enum FormatRefusal {
  case playlist(String)
  case reference
  case text

  /// Why `format`, a demuxer's short name, is refused; `nil` if it is not.
  init?(format: String) {
    switch format {
    case "hls", "applehttp": self = .playlist("HLS")
    case "dash": self = .playlist("DASH")
    case "concat", "concatf", "sdp", "rtsp", "rtp", "imf", "webm_dash_manifest", "lavfi":
      self = .reference
    case "tty", "ffmetadata", "bin", "xbin", "adf", "idf", "data": self = .text
    default: return nil
    }
  }

  /// Recognises a playlist by its first bytes, whichever demuxers FFmpeg was built with.
  init?(head: [UInt8]) {
    let text = String(decoding: head, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if text.hasPrefix("#EXTM3U") {
      self = .playlist("HLS")
    } else if text.hasPrefix("<"), text.contains("<MPD") {
      self = .playlist("DASH")
    } else {
      return nil
    }
  }

  /// The error to give for the file called `name`.
  func error(name: String) -> MediaReadingError {
    switch self {
    case .playlist(let format): .playlist(name: name, format: format)
    case .reference: .notMedia(name: name, reason: "it only refers to other files")
    case .text: .notMedia(name: name, reason: "it is text or raw data")
    }
  }
}
