import CFFmpeg

/// The decoders that may decode a track: those of audio and video, by FFmpeg's names for them.
enum AllowedDecoders {
  private static let names: Set<String> = [
    // Video.
    "h261", "h263", "h263i", "h263p", "h264", "hevc", "vvc", "av1", "libdav1d", "libaom-av1", "vp3",
    "vp4", "vp5", "vp6", "vp6a", "vp6f", "vp7", "vp8", "vp9", "libvpx", "libvpx-vp9", "theora",
    "mpeg1video", "mpeg2video", "mpegvideo", "mpeg4", "msmpeg4", "msmpeg4v1", "msmpeg4v2", "flv",
    "vc1", "vc1image", "wmv1", "wmv2", "wmv3", "wmv3image", "mss1", "mss2", "mjpeg", "mjpegb",
    "jpeg2000", "dvvideo", "prores", "dnxhd", "cfhd", "ffv1", "ffvhuff", "huffyuv", "utvideo",
    "magicyuv", "lagarith", "hap", "rawvideo", "v210", "v410", "r210", "svq1", "svq3", "cinepak",
    "qtrle", "rpza", "indeo2", "indeo3", "indeo4", "indeo5", "rv10", "rv20", "rv30", "rv40",
    "dirac", "snow", "cavs", "flashsv", "flashsv2", "wrapped_avframe",
    // Sound.
    "aac", "aac_fixed", "aac_latm", "libfdk_aac", "ac3", "ac3_fixed", "eac3", "dca", "truehd",
    "mlp", "mp1", "mp1float", "mp2", "mp2float", "mp3", "mp3float", "mp3adu", "mp3adufloat",
    "mp3on4", "mp3on4float", "flac", "alac", "opus", "libopus", "vorbis", "libvorbis", "speex",
    "libspeex", "wmav1", "wmav2", "wmapro", "wmalossless", "wmavoice", "cook", "sipr", "ralf",
    "ra_144", "ra_288", "atrac1", "atrac3", "atrac3al", "atrac3plus", "atrac3plusal", "atrac9",
    "amrnb", "amrwb", "libopencore_amrnb", "libopencore_amrwb", "gsm", "gsm_ms", "libgsm",
    "libgsm_ms", "ilbc", "libilbc", "ape", "tta", "wavpack", "tak", "shorten", "mp4als",
    "nellymoser", "qdm2", "qdmc", "g723_1", "g729", "g722", "g726", "g726le", "mace3", "mace6",
    "mpc7", "mpc8", "dolby_e", "s302m", "dsd_lsbf", "dsd_msbf", "dsd_lsbf_planar",
    "dsd_msbf_planar", "dst", "adpcm_ms",
  ]

  /// Families of decoders of samples that are hardly compressed.
  private static let families = ["pcm_", "adpcm_"]

  /// Whether the decoder called `name` may decode a track.
  static func allows(_ name: String) -> Bool {
    names.contains(name) || families.contains(where: name.hasPrefix)
  }

  /// The names of those in this FFmpeg, as it takes them.
  static let list: String = {
    var found: [String] = []
    var place: UnsafeMutableRawPointer?
    while let codec = unsafe av_codec_iterate(&place) {
      guard unsafe av_codec_is_decoder(codec) != 0, let name = unsafe codec.pointee.name else {
        continue
      }
      let text = unsafe String(cString: name)
      if allows(text) { found.append(text) }
    }
    return found.joined(separator: ",")
  }()
}
