import Expectations
import Testing

@testable import PlayheadReporting

/// The strings are those of RFC 6381, the codecs' ISO bindings and WebCodecs' registry; the names
/// are those that `ffmpeg -codecs` lists.
@Suite struct `The name of a codec` {
  @Test(arguments: [
    ("avc1.64001f", "h264"), ("avc3.42e01e", "h264"), ("hvc1.1.6.L93.B0", "hevc"),
    ("hev1.1.6.L93.B0", "hevc"), ("dvh1.05.06", "hevc"), ("vp08.00.10.08", "vp8"),
    ("vp09.00.10.08", "vp9"), ("av01.0.04M.08", "av1"), ("mp4v.20.9", "mpeg4"),
    ("mp4a.40.2", "aac"), ("mp4a.40.29", "aac"), ("mp4a.67", "aac"), ("mp4a.40.34", "mp3"),
    ("mp4a.6B", "mp3"), ("mp4a.69", "mp3"), ("mp4a.a5", "ac3"), ("mp4a.A6", "eac3"),
    ("ac-3", "ac3"), ("ec-3", "eac3"), ("ac-4.02.01.00", "ac4"), ("Opus", "opus"),
    ("fLaC", "flac"), ("alac", "alac"), ("dtsc", "dts"),
  ])
  func `follows from what a manifest declares`(declared: String, name: String) {
    expect(CodecName(declared: declared)?.name, equals: name)
  }

  @Test(arguments: ["", "stpp.ttml.im1t", "wvtt", "xxxx", "."])
  func `is unknown otherwise`(declared: String) {
    expect(CodecName(declared: declared) == nil)
  }
}
