/// A format that FFmpeg may know but that is not a file of audio or video.
enum FormatRefusal {
  case playlist(String)
  case reference
  case text
  case compressed(String)
  case picture
  case other(String)

  /// Why `format`, a demuxer's short name, is refused; `nil` if it is not.
  init?(format: String) {
    switch format {
    case "hls", "applehttp": self = .playlist("HLS")
    case "dash": self = .playlist("DASH")
    case "concat", "concatf", "sdp", "rtsp", "rtp", "imf", "webm_dash_manifest", "lavfi":
      self = .reference
    case "tty", "ffmetadata", "bin", "xbin", "adf", "idf", "data": self = .text
    case "image2", "gif", "apng", "ico", "mjpeg_2000": self = .picture
    case _ where format.hasSuffix("_pipe"): self = .picture
    case _ where AllowedFormats.allows(format): return nil
    default: self = .other(format)
    }
  }

  /// Recognises a playlist or a compressed file by its first bytes, whichever demuxers FFmpeg was
  /// built with.
  init?(head: [UInt8]) {
    let text = String(decoding: head, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if text.hasPrefix("#EXTM3U") {
      self = .playlist("HLS")
    } else if text.hasPrefix("<"), text.contains("<MPD") {
      self = .playlist("DASH")
    } else if head.starts(with: [0x1F, 0x8B]) {
      self = .compressed("gzip")
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
    case .compressed(let by): .notMedia(name: name, reason: "it is compressed with \(by)")
    case .picture: .notMedia(name: name, reason: "it is a picture")
    case .other(let format):
      .notMedia(name: name, reason: "files of the format \(format) are not supported")
    }
  }
}
