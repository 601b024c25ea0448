import CFFmpeg
import PlayheadKit

/// The decoders that may decode a track: all of video and audio that only compute.
///
/// They run in the reading helper, which is confined, on memory that it was given. What stays out
/// talks to devices, opens files, takes pointers for data, or is called experimental by FFmpeg.
enum AllowedDecoders {
  /// Decoders that wrap a library, by FFmpeg's name for it: those that compute and do nothing else.
  private static let libraries: Set<String> = [
    "libaom", "libcodec2", "libdav1d", "libdavs2", "libfdk", "libfdk-aac", "libgsm", "libilbc",
    "libopencore_amr", "libopencore-amr", "libopus", "libspeex", "libuavs3d", "libvorbis", "libvpx",
  ]

  /// What is not to be decoded though FFmpeg's own code does it: data that stands for a frame is a
  /// pointer.
  private static let refused: Set<String> = ["wrapped_avframe"]

  /// Whether `codec` may decode a track.
  static func allows(_ codec: UnsafePointer<AVCodec>) -> Bool {
    let codec = unsafe codec.pointee
    let isPlayed = unsafe codec.type == AVMEDIA_TYPE_VIDEO || codec.type == AVMEDIA_TYPE_AUDIO
    let kept = UInt32(AV_CODEC_CAP_HARDWARE | AV_CODEC_CAP_HYBRID | AV_CODEC_CAP_EXPERIMENTAL)
    guard isPlayed, unsafe UInt32(bitPattern: codec.capabilities) & kept == 0 else { return false }
    if let wrapper = unsafe codec.wrapper_name {
      return libraries.contains(unsafe String(cString: wrapper))
    }
    return !refused.contains(unsafe String(cString: codec.name))
  }

  /// The decoder of a codec that may run.
  ///
  /// - Throws: an error that ``reason(of:)`` knows, if there is none.
  static func decoder(of codec: AVCodecID) throws(FFmpegError) -> UnsafePointer<AVCodec> {
    var place: UnsafeMutableRawPointer?
    var isKnown = false
    while let found = unsafe libav.pointee.av_codec_iterate(&place) {
      guard unsafe found.pointee.id == codec, unsafe libav.pointee.av_codec_is_decoder(found) != 0
      else {
        continue
      }
      if unsafe allows(found) { return unsafe found }
      isKnown = true
    }
    throw isKnown
      ? FFmpegError(step: "run the decoder", code: playhead_error_not_permitted)
      : FFmpegError(step: "find a decoder", code: playhead_error_no_decoder)
  }

  /// Why there is no decoder, by the error of ``decoder(of:)``; `nil` of other errors.
  static func reason(of error: FFmpegError) -> DecodingReport.Undecoded? {
    switch error.code {
    case playhead_error_no_decoder: .noDecoder
    case playhead_error_not_permitted: .notAllowed
    default: nil
    }
  }

  /// The names of those in this FFmpeg, as it takes them.
  static let list: String = {
    var found: [String] = []
    var place: UnsafeMutableRawPointer?
    while let codec = unsafe libav.pointee.av_codec_iterate(&place) {
      guard unsafe libav.pointee.av_codec_is_decoder(codec) != 0, unsafe allows(codec) else {
        continue
      }
      found.append(unsafe String(cString: codec.pointee.name))
    }
    return found.joined(separator: ",")
  }()
}
