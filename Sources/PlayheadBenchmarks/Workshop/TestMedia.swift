/// The files that are measured, all made by FFmpeg.
enum TestMedia: String, CaseIterable {
  /// A minute of a busy picture with B frames, closed groups of 2 s, and sound.
  case clip = "clip.mp4"
  /// A minute of little data.
  case smallClip = "small-clip.mp4"
  /// The first 20 s of the clip.
  case shortMP4 = "short.mp4"
  /// The clip ten times over, 10 min and about 160 MB.
  case longMP4 = "long.mp4"
  /// The same with its table behind the media.
  case longMP4TableLast = "long-table-last.mp4"
  case longMKV = "long.mkv"
  case longTS = "long.ts"
  /// The clip encoded anew with open groups, which decoding cannot be cut at.
  case openGroups = "open-groups.ts"
  /// The small clip 120 times over.
  case twoHours = "two-hours.mp4"
  case twoHoursMKV = "two-hours.mkv"
  /// In fragments of a group of pictures.
  case twoHoursFragmented = "two-hours-fragmented.mp4"

  /// Makes the file at `path`.
  func make(at path: String, in workshop: Workshop) throws(BenchmarkError) {
    switch self {
    case .clip:
      try encode(size: "1280x720", noise: ",noise=alls=6:allf=t", kilobits: 2000, path)
    case .smallClip:
      try encode(size: "320x180", noise: "", kilobits: 250, path)
    case .shortMP4:
      try ffmpeg(["-t", "20", "-i", workshop.path(.clip)] + Self.fastStart, path)
    case .longMP4: try join(.clip, times: 10, in: workshop, path)
    case .longMP4TableLast, .longMKV, .longTS:
      try ffmpeg(["-i", workshop.path(.longMP4), "-c", "copy"], path)
    case .twoHoursMKV:
      try ffmpeg(["-i", workshop.path(.twoHours), "-c", "copy"], path)
    case .twoHoursFragmented:
      try ffmpeg(
        [
          "-i", workshop.path(.twoHours), "-c", "copy",
          "-movflags", "+frag_keyframe+empty_moov+default_base_moof",
        ], path)
    case .openGroups:
      try ffmpeg(
        [
          "-i", workshop.path(.clip), "-c:v", "libx264", "-preset", "veryfast", "-b:v", "2000k",
          "-x264-params", "open-gop=1:keyint=60:bframes=2:scenecut=0", "-c:a", "copy",
        ], path)
    case .twoHours: try join(.smallClip, times: 120, in: workshop, path)
    }
  }

  private static let fastStart = ["-c", "copy", "-movflags", "+faststart"]

  private func encode(
    size: String, noise: String, kilobits: Int, _ path: String
  ) throws(BenchmarkError) {
    try ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=30:duration=60\(noise)",
        "-f", "lavfi", "-i", "sine=beep_factor=4:sample_rate=48000:duration=60",
        "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-bf", "2",
        "-g", "60", "-sc_threshold", "0", "-flags", "+cgop",
        "-b:v", "\(kilobits)k", "-maxrate", "\(kilobits * 3 / 2)k", "-bufsize", "\(kilobits * 2)k",
        "-c:a", "aac", "-b:a", "128k",
      ], path)
  }

  private func join(
    _ part: TestMedia, times: Int, in workshop: Workshop, _ path: String
  ) throws(BenchmarkError) {
    _ = try workshop.path(part)
    let lines = String(repeating: "file '\(part.rawValue)'\n", count: times)
    let list = try workshop.write(lines, to: "\(rawValue).txt")
    try ffmpeg(["-f", "concat", "-i", list] + Self.fastStart, path)
  }

  private func ffmpeg(_ arguments: [String], _ path: String) throws(BenchmarkError) {
    let words = ["-v", "error", "-nostdin", "-y"] + arguments + [path]
    _ = try ChildProcess.run(Tool.ffmpeg.command("ffmpeg", words))
  }
}
