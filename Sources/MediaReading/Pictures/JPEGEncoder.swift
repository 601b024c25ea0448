import CFFmpeg

/// Owns an `AVCodecContext` that encodes one JPEG.
@safe
struct JPEGEncoder: ~Copyable {
  private let context: UnsafeMutablePointer<AVCodecContext>

  /// How coarse it is, from 1 to 31: pictures of 160 × 90 pixels take about 4 kB.
  private static let coarseness: Int32 = 6

  private init(_ context: UnsafeMutablePointer<AVCodecContext>) {
    unsafe self.context = context
  }

  /// An encoder of a picture of `width` × `height` pixels.
  static func open(width: Int, height: Int) throws(FFmpegError) -> JPEGEncoder {
    guard let codec = unsafe libav.pointee.avcodec_find_encoder(AV_CODEC_ID_MJPEG),
      let context = unsafe libav.pointee.avcodec_alloc_context3(codec)
    else {
      throw FFmpegError(step: "find an encoder", code: playhead_error_out_of_memory)
    }
    let encoder = unsafe JPEGEncoder(context)
    unsafe context.pointee.width = Int32(width)
    unsafe context.pointee.height = Int32(height)
    unsafe context.pointee.pix_fmt = AV_PIX_FMT_YUVJ420P
    unsafe context.pointee.color_range = AVCOL_RANGE_JPEG
    unsafe context.pointee.time_base = AVRational(num: 1, den: 25)
    unsafe context.pointee.thread_count = 1
    // Without the version of FFmpeg in it.
    unsafe context.pointee.flags |= AV_CODEC_FLAG_QSCALE | AV_CODEC_FLAG_BITEXACT
    unsafe context.pointee.global_quality = coarseness * FF_QP2LAMBDA
    try FFmpegError.check(
      unsafe libav.pointee.avcodec_open2(context, codec, nil), "open an encoder")
    return encoder
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe libav.pointee.avcodec_free_context(&context)
  }

  /// The bytes of the picture in `frame`.
  func encode(_ frame: borrowing Frame) throws(FFmpegError) -> [UInt8] {
    unsafe frame.pointer.pointee.quality = Self.coarseness * FF_QP2LAMBDA
    unsafe frame.pointer.pointee.pts = 0
    try FFmpegError.check(unsafe libav.pointee.avcodec_send_frame(context, frame.pointer), "encode")
    let packet = try Packet()
    try FFmpegError.check(
      unsafe libav.pointee.avcodec_receive_packet(context, packet.pointer), "encode")
    return packet.bytes
  }
}
