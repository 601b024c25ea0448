import CFFmpeg

/// Codecs that a movie's sample entries say wrong.
extension Demuxer {
  /// Takes the codec of pictures from its configuration where the sample entry is of another one,
  /// such as H.264 in `dvh1` or `hev1`.
  ///
  /// Media3 takes it so, too (`BoxParser.parseVideoSampleEntry`); Chromium refuses such a movie.
  func correctCodecs() {
    for number in unsafe streams.indices {
      guard let parameters = unsafe streams[number].pointee.codecpar,
        let data = unsafe parameters.pointee.extradata
      else { continue }
      let size = unsafe Int(max(0, parameters.pointee.extradata_size))
      let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: min(size, 64)))
      switch unsafe parameters.pointee.codec_id {
      case AV_CODEC_ID_HEVC where bytes.isAVCConfiguration,
        AV_CODEC_ID_DVVIDEO where bytes.isAVCConfiguration:
        unsafe parameters.pointee.codec_id = AV_CODEC_ID_H264
      case AV_CODEC_ID_H264 where bytes.isHEVCConfiguration:
        unsafe parameters.pointee.codec_id = AV_CODEC_ID_HEVC
      default: continue
      }
    }
  }
}

extension [UInt8] {
  /// Whether they begin as an `AVCDecoderConfigurationRecord` with a sequence parameter set
  /// (ISO/IEC 14496-15, 5.3.3.1).
  fileprivate var isAVCConfiguration: Bool {
    count > 8 && self[0] == 1 && self[4] >= 0xFC && self[5] > 0xE0 && self[8] & 0x1F == 7
  }

  /// Whether they begin as an `HEVCDecoderConfigurationRecord` with a parameter set (8.3.3.1).
  fileprivate var isHEVCConfiguration: Bool {
    count > 23 && self[0] == 1 && self[13] >= 0xF0 && self[15] >= 0xFC && self[16] >= 0xFC
      && self[22] > 0 && (32...34).contains(self[23] & 0x3F)
  }
}
