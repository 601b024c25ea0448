extension String {
  /// Whether it names a codec of audio, as RFC 6381 writes them, by its first part.
  package var isAudioCodec: Bool {
    let codecs = [
      "mp4a", "ac-3", "ec-3", "ac-4", "opus", "flac", "alac", "mp3", "vorbis", "dtsc", "dtse",
      "dtsh", "dtsl", "dtsx", "mhm1", "mhm2", "mha1", "mha2", "iamf", "samr", "sawb",
    ]
    return codecs.contains(lowercased().prefix { $0 != "." }.description)
  }
}
