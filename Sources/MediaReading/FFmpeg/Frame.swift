import CFFmpeg

/// Owns an `AVFrame`.
@safe
struct Frame: ~Copyable {
  let pointer: UnsafeMutablePointer<AVFrame>

  /// An empty frame.
  init() throws(FFmpegError) {
    guard let frame = unsafe libav.pointee.av_frame_alloc() else {
      throw FFmpegError(step: "allocate a frame", code: playhead_error_out_of_memory)
    }
    unsafe pointer = frame
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe pointer
    unsafe libav.pointee.av_frame_free(&frame)
  }

  /// The timestamp of the packet that the frame was made from.
  var presentationTimestamp: Int64? {
    let value = unsafe pointer.pointee.pts
    return value == playhead_no_timestamp ? nil : value
  }

  /// Whether the decoder concealed errors in it.
  var isDamaged: Bool {
    unsafe pointer.pointee.decode_error_flags != 0
      || pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
  }
}
