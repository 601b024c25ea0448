package import PlayheadModel

extension FileInspector {
  static let fastStart = ["-movflags", "+faststart"]
  /// A key frame every two seconds, as Apple recommends, and more at scene cuts.
  private static let keyframes = ["-force_key_frames", "expr:gte(t,n_forced*2)"]

  /// Whether it is of the MP4 family.
  var isMovie: Bool { index.isMovie }

  var selection: [String] { index.selection }
  private var ending: [String] { index.ending }

  /// Writes the container anew, from what is read with `inputOptions`.
  func copying(_ options: [String] = [], from inputOptions: [String] = []) -> Remedy {
    Remedy(selection + ["-c", "copy"] + options + ending, from: inputOptions)
  }

  /// Writes the media of an AVI file into another container.
  ///
  /// AVI does not say when frames are shown that are decoded early, and FFmpeg does not find it out
  /// without decoding.
  func moving(to container: String) -> Remedy {
    let reordered = figures.reordering.filter { $0.frames > 0 }.map(\.track)
    let encoded = encoding(reordered)
    return reordered.isEmpty
      ? Remedy(
        selection + ["-c", "copy"] + Self.fastStart, from: ["-fflags", "+genpts"],
        container: container)
      : Remedy(
        encoded.options + Self.fastStart, from: ["-fflags", "+genpts"], container: container,
        encoded.effect)
  }

  /// Writes the container anew without the tracks numbered `tracks`; `nil` if nothing would be
  /// left.
  func leavingOut(_ tracks: [Int]) -> Remedy? {
    guard presentation.tracks.contains(where: { !tracks.contains($0) }) else { return nil }
    // The shorter list is the clearer one.
    let left = index.tracks.map(\.id).filter { !tracks.contains($0) }
    let maps =
      left.count < tracks.count
      ? left.flatMap { ["-map", "0:\($0)"] }
      : ["-map", "0"] + tracks.flatMap { ["-map", "-0:\($0)"] }
    return Remedy(maps + ["-c", "copy"] + ending, .removes)
  }

  /// Encodes the tracks numbered `tracks` again, with `options` of the encoder.
  func encoding(
    _ tracks: [Int], _ options: [String] = [], effect: Remedy.Effect = .encodes
  ) -> Remedy {
    let encoders = tracks.flatMap { number -> [String] in
      let track = index.tracks[number]
      return track.kind == .video
        ? ["-c:v"] + Self.videoEncoder(track.codec) + Self.keyframes
        : ["-c:a", Self.audioEncoder(track.codec)]
    }
    let copies = tracks.count == presentation.tracks.count ? [] : ["-c", "copy"]
    return Remedy(selection + copies + encoders + options + ending, effect)
  }

  /// FFmpeg's encoder for a codec, at a quality that looks like the source.
  private static func videoEncoder(_ codec: String) -> [String] {
    switch codec {
    case "hevc": ["libx265", "-crf", "20", "-tag:v", "hvc1"]
    case "vp8": ["libvpx", "-crf", "10", "-b:v", "10M"]
    case "vp9": ["libvpx-vp9", "-crf", "24", "-b:v", "0"]
    case "av1": ["libsvtav1", "-crf", "24"]
    case "theora": ["libtheora", "-q:v", "8"]
    default: ["libx264", "-crf", "18"]
    }
  }

  private static func audioEncoder(_ codec: String) -> String {
    switch codec {
    case "opus": "libopus"
    case "vorbis": "libvorbis"
    case "mp3": "libmp3lame"
    case "ac3", "eac3", "flac", "alac", "mp2": codec
    case _ where codec.hasPrefix("pcm_"): codec
    default: "aac"
    }
  }

  /// Gives frames new times, one after the other.
  var renumbering: Remedy {
    let kinds = presentation.tracks.map { index.tracks[$0].kind }
    return encoding(
      presentation.tracks,
      (kinds.contains(.video) ? ["-vf", "setpts=N/FRAME_RATE/TB"] : [])
        + (kinds.contains(.audio) ? ["-af", "asetpts=N/SR/TB"] : []))
  }

  /// Fills the time before the track numbered `track` with silence, or with its first picture.
  func filling(_ track: Int) -> Remedy {
    encoding(
      [track],
      index.tracks[track].kind == .video
        ? ["-vf", "fps=\(frameRateText(track)):start_time=0"]
        : ["-af", "aresample=async=1:first_pts=0"])
  }

  /// Fills the `time` after the track numbered `track` with silence, or with its last picture.
  func lengthening(_ track: Int, by time: MediaTime) -> Remedy {
    encoding(
      [track],
      index.tracks[track].kind == .video
        ? ["-vf", "tpad=stop_mode=clone:stop_duration=\(time.secondsText)"]
        : ["-af", "apad=pad_dur=\(time.secondsText)"])
  }

  private func frameRateText(_ track: Int) -> String {
    let rate = index.tracks[track].frameRate ?? Rational(25, 1)
    return "\(rate.numerator)/\(rate.denominator)"
  }

  /// Encodes video again, which gives it key frames.
  var withKeyframes: Remedy? { index.seekTrack(of: presentation).map { encoding([$0]) } }

  /// The same mean rate, held by a buffer of a second.
  ///
  /// In any 2 s there are then at most three times a second's worth of a quarter above the mean:
  /// 1.875 times the mean.
  var smoothing: Remedy? {
    guard let number = index.seekTrack(of: presentation), index.tracks[number].kind == .video,
      let rate = figures.extents.first(where: { $0.track == number })?.rate
    else { return nil }
    let peak = (rate.bitsPerSecond * 5 + 3) / 4
    let encoder = Self.videoEncoder(index.tracks[number].codec)[0]
    let tag = index.tracks[number].codec == "hevc" ? ["-tag:v", "hvc1"] : []
    return Remedy(
      selection + ["-c", "copy", "-c:v", encoder] + tag
        + [
          "-b:v", "\(rate.bitsPerSecond)", "-maxrate", "\(peak)", "-bufsize", "\(peak)",
        ] + Self.keyframes + ending, .encodes)
  }
}

extension Remedy {
  /// Writes a file like that of `index` anew, with its index first and its tracks interleaved.
  package static func repacking(_ index: MediaIndex) -> Remedy {
    Remedy(index.selection + ["-c", "copy"] + index.ending)
  }
}

extension MediaIndex {
  /// Whether it is of the MP4 family.
  fileprivate var isMovie: Bool { container.contains("mov") }

  /// What selects every track, where FFmpeg would leave some out.
  fileprivate var selection: [String] {
    let isPlain =
      tracks.allSatisfy(\.isPlayable)
      && [.video, .audio].allSatisfy { kind in tracks.count { $0.kind == kind } <= 1 }
    return isPlain ? [] : ["-map", "0", "-dn", "-ignore_unknown"]
  }

  /// Ends a command for a container like this one: what is written again is written with its index
  /// first.
  fileprivate var ending: [String] {
    if isMovie { return FileInspector.fastStart }
    return container.contains("matroska") ? ["-cues_to_front", "1"] : []
  }
}
