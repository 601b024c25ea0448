import CFFmpeg
import PlayheadKit

extension Demuxer {
  /// The facts of every track from the header and probing.
  func tracks() -> [Track] {
    let streams = unsafe self.streams
    let preferred = preferredTracks()
    return unsafe streams.enumerated().map { number, stream in
      var track = unsafe Self.track(number, stream, isPreferred: preferred.contains(number))
      if track.kind == .video { track.rotation = unsafe Self.rotation(of: stream) }
      if track.kind == .audio {
        let sound = sound(of: number)
        (track.channels, track.sampleRate) = (sound.channels, sound.rate)
      }
      return track
    }
  }

  /// The video and the audio track that a player selects; attached pictures do not count.
  private func preferredTracks() -> [Int] {
    let streams = unsafe self.streams
    func isAttached(_ number: Int) -> Bool {
      unsafe streams[number].pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
    }
    var video = bestStream(AVMEDIA_TYPE_VIDEO)
    if let best = video, isAttached(best) {
      video = unsafe streams.indices.first { number in
        unsafe streams[number].pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
          && !isAttached(number)
      }
    }
    let audio = bestStream(AVMEDIA_TYPE_AUDIO, with: video ?? -1) ?? firstUnknownSound()
    return [video, audio].compactMap(\.self)
  }

  /// The first track of sound in a codec that FFmpeg does not decode, which it does not choose
  /// where no channels are known: sample entries of MPEG-H and IAMF have none.
  private func firstUnknownSound() -> Int? {
    let streams = unsafe self.streams
    return unsafe streams.indices.first { number in
      guard let parameters = unsafe streams[number].pointee.codecpar else { return false }
      return unsafe Self.isSound(parameters) && Self.fourCharacterCode(parameters) != nil
    }
  }

  /// Whether a track is sound, also where FFmpeg takes it for data: AC-4 in a transport stream.
  private static func isSound(_ parameters: UnsafePointer<AVCodecParameters>) -> Bool {
    let type = unsafe parameters.pointee.codec_type
    if type == AVMEDIA_TYPE_AUDIO { return true }
    return unsafe type == AVMEDIA_TYPE_DATA && tagText(parameters) == "AC-4"
  }

  private static func track(
    _ number: Int, _ stream: UnsafeMutablePointer<AVStream>, isPreferred: Bool
  ) -> Track {
    let parameters = unsafe stream.pointee.codecpar
    guard let parameters = unsafe parameters else {
      return Track(
        id: number, kind: .unknown, codec: "none", timeBase: Rational(0, 1), isPreferred: false)
    }
    let type = unsafe parameters.pointee.codec_type
    let isAttached = unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
    let kind: Track.Kind =
      switch type {
      case AVMEDIA_TYPE_VIDEO: isAttached ? .attachedPicture : .video
      case _ where unsafe isSound(parameters): .audio
      case AVMEDIA_TYPE_SUBTITLE: .subtitle
      case AVMEDIA_TYPE_DATA: .data
      case AVMEDIA_TYPE_ATTACHMENT: .attachment
      default: .unknown
      }
    let isPicture = type == AVMEDIA_TYPE_VIDEO
    let isAudio = kind == .audio
    let bitRate = unsafe parameters.pointee.bit_rate
    let rate = unsafe stream.pointee.avg_frame_rate
    return unsafe Track(
      id: number, kind: kind,
      codec: codecName(parameters),
      profile: libav.pointee.avcodec_profile_name(
        parameters.pointee.codec_id, parameters.pointee.profile
      )
      .map { unsafe String(cString: $0) },
      codecText: codecText(parameters) ?? fourCharacterCode(parameters),
      language: libav.pointee.av_dict_get(stream.pointee.metadata, "language", nil, 0)
        .map { unsafe String(cString: $0.pointee.value) },
      bitRate: bitRate > 0 ? BitRate(bitsPerSecond: bitRate) : nil,
      dimensions: isPicture
        ? Track.Dimensions(
          width: Int(parameters.pointee.width), height: Int(parameters.pointee.height)) : nil,
      frameRate: kind == .video && rate.num > 0 && rate.den > 0
        ? Rational(rate.num, rate.den) : nil,
      sampleRate: isAudio ? Int(parameters.pointee.sample_rate) : nil,
      channels: isAudio ? Int(parameters.pointee.ch_layout.nb_channels) : nil,
      timeBase: Rational(stream.pointee.time_base.num, stream.pointee.time_base.den),
      isPreferred: isPreferred)
  }

  /// By how many degrees, clockwise, the pictures of `stream` are turned; `nil` if they are not.
  private static func rotation(of stream: UnsafeMutablePointer<AVStream>) -> Int? {
    let degrees = unsafe playhead_rotation(stream)
    guard degrees.isFinite else { return nil }
    let whole = (Int(degrees.rounded()) % 360 + 360) % 360
    return whole == 0 ? nil : whole
  }

  /// FFmpeg's short name of the codec; of one that it does not know or decode, such as MPEG-H, IAMF
  /// or AC-4, what the container calls it.
  private static func codecName(_ parameters: UnsafePointer<AVCodecParameters>) -> String {
    unsafe fourCharacterCode(parameters) ?? libraryName(parameters)
  }

  /// FFmpeg's short name of the codec.
  private static func libraryName(_ parameters: UnsafePointer<AVCodecParameters>) -> String {
    unsafe libav.pointee.avcodec_get_name(parameters.pointee.codec_id).map {
      unsafe String(cString: $0)
    } ?? "none"
  }

  /// The four-character code of a codec that FFmpeg does not know or decode; `nil` of others, and
  /// where the container has none.
  private static func fourCharacterCode(
    _ parameters: UnsafePointer<AVCodecParameters>
  ) -> String? {
    let id = unsafe parameters.pointee.codec_id
    let isPlayed = unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO || isSound(parameters)
    guard
      unsafe isPlayed
        && (id == AV_CODEC_ID_NONE || libav.pointee.avcodec_find_decoder(id) == nil)
    else {
      return nil
    }
    return unsafe tagText(parameters).map { $0 == "AC-4" ? "ac-4" : $0 }
  }

  /// The codec as RFC 6381 writes it; `nil` where that is not known.
  private static func codecText(_ parameters: UnsafePointer<AVCodecParameters>) -> String? {
    let count = unsafe Int(max(0, parameters.pointee.extradata_size))
    let data = unsafe parameters.pointee.extradata.map {
      unsafe Array(UnsafeBufferPointer(start: $0, count: min(count, CodecText.maximumBytes)))
    }
    let text = unsafe CodecText(
      libraryName(parameters), configuration: data ?? [],
      profile: Int(parameters.pointee.profile)
    ).text
    // Sample entries whose parameter sets may be in the samples; some players refuse them.
    let siblings = ["hev1": "hvc1", "avc3": "avc1"]
    guard let text, let entry = unsafe tagText(parameters), let usual = siblings[entry],
      text.hasPrefix(usual)
    else { return text }
    return entry + text.dropFirst(usual.count)
  }

  /// What the container calls the codec, in four characters; `nil` where it has no such name.
  private static func tagText(_ parameters: UnsafePointer<AVCodecParameters>) -> String? {
    let tag = unsafe parameters.pointee.codec_tag
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: tag >> (8 * $0)) }
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
