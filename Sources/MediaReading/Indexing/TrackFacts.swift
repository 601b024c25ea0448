import CFFmpeg
import PlayheadKit

extension Demuxer {
  /// The facts of every track from the header and probing.
  func tracks() -> [Track] {
    let streams = unsafe self.streams
    let preferred = preferredTracks()
    return unsafe streams.enumerated().map { number, stream in
      var track = unsafe Self.track(number, stream, isPreferred: preferred.contains(number))
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
    let audio = bestStream(AVMEDIA_TYPE_AUDIO, with: video ?? -1)
    return [video, audio].compactMap(\.self)
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
      case AVMEDIA_TYPE_AUDIO: .audio
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
      codec: String(cString: avcodec_get_name(parameters.pointee.codec_id)),
      profile: avcodec_profile_name(parameters.pointee.codec_id, parameters.pointee.profile)
        .map { unsafe String(cString: $0) },
      codecText: codecText(parameters),
      language: av_dict_get(stream.pointee.metadata, "language", nil, 0)
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

  /// The codec as RFC 6381 writes it; `nil` where that is not known.
  private static func codecText(_ parameters: UnsafePointer<AVCodecParameters>) -> String? {
    let count = unsafe Int(max(0, parameters.pointee.extradata_size))
    let data = unsafe parameters.pointee.extradata.map {
      unsafe Array(UnsafeBufferPointer(start: $0, count: min(count, CodecText.maximumBytes)))
    }
    return unsafe CodecText(
      String(cString: avcodec_get_name(parameters.pointee.codec_id)), configuration: data ?? [],
      profile: Int(parameters.pointee.profile)
    ).text
  }
}
