import CFFmpeg

/// Owns an `AVCodecParserContext` that reads single samples of a track, as demuxers do.
@safe
struct Parser: ~Copyable {
  /// What a parser tells of a sample.
  struct Finding: Equatable {
    var isKey: Bool
    /// For how many more fields than one the picture is shown.
    var repeatedFields: Int32
  }

  private let parser: UnsafeMutablePointer<AVCodecParserContext>
  private let context: UnsafeMutablePointer<AVCodecContext>

  /// A parser of the codec that `parameters` describe; `nil` if there is none.
  init?(_ parameters: UnsafeMutablePointer<AVCodecParameters>) {
    guard let context = unsafe libav.pointee.avcodec_alloc_context3(nil) else { return nil }
    var owned: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    guard unsafe libav.pointee.avcodec_parameters_to_context(context, parameters) >= 0,
      let parser = unsafe libav.pointee.av_parser_init(
        Int32(bitPattern: parameters.pointee.codec_id.rawValue))
    else {
      unsafe libav.pointee.avcodec_free_context(&owned)
      return nil
    }
    unsafe parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    // What it does not understand is no matter for the user.
    unsafe context.pointee.log_level_offset = AV_LOG_TRACE
    unsafe self.parser = parser
    unsafe self.context = context
  }

  /// Whether the sample read last refers to pictures that may be shown later.
  var isBidirectional: Bool {
    unsafe parser.pointee.pict_type == Int32(AV_PICTURE_TYPE_B.rawValue)
  }

  deinit {
    unsafe libav.pointee.av_parser_close(parser)
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe libav.pointee.avcodec_free_context(&context)
  }

  /// Reads a sample.
  func read(_ sample: [UInt8]) -> Finding {
    let padded = sample + [UInt8](repeating: 0, count: Int(AV_INPUT_BUFFER_PADDING_SIZE))
    var output: UnsafeMutablePointer<UInt8>?
    var size: Int32 = 0
    unsafe padded.withUnsafeBufferPointer { bytes in
      _ = unsafe libav.pointee.av_parser_parse2(
        parser, context, &output, &size, bytes.baseAddress, Int32(sample.count),
        playhead_no_timestamp, playhead_no_timestamp, 0)
    }
    let isKey = unsafe parser.pointee.key_frame
    let isIntra = unsafe parser.pointee.pict_type == Int32(AV_PICTURE_TYPE_I.rawValue)
    return Finding(
      isKey: isKey == 1 || isKey < 0 && isIntra,
      repeatedFields: unsafe parser.pointee.repeat_pict)
  }
}
