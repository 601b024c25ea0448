import Expectations
import Foundation
import Testing

@testable import MediaReading

@Suite("Which demuxers and decoders may read a file")
struct AllowedFormatTests {
  @Test(
    "Files of other kinds are refused by name",
    arguments: [
      ("png_pipe", "it is a picture"), ("image2", "it is a picture"), ("gif", "it is a picture"),
      ("jpeg_pipe", "it is a picture"),
      ("libgme", "files of the format libgme are not supported"),
      ("libopenmpt", "files of the format libopenmpt are not supported"),
      ("srt", "files of the format srt are not supported"),
      ("concat", "it only refers to other files"), ("tty", "it is text or raw data"),
    ])
  func refused(format: String, reason: String) {
    expect(
      FormatRefusal(format: format)?.error(name: "x"), equals: .notMedia(name: "x", reason: reason))
  }

  @Test(
    "Containers of audio and video are read",
    arguments: [
      "mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm", "mpegts", "mpeg", "flv", "avi", "ogg", "wav",
      "mp3",
      "aac", "flac", "h264", "hevc", "ivf", "mxf", "asf",
    ])
  func allowed(format: String) {
    expect(FormatRefusal(format: format) == nil)
  }

  @Test("What begins as gzip does is refused before FFmpeg sees it")
  func compressed() {
    expect(
      FormatRefusal(head: [0x1F, 0x8B, 8])?.error(name: "x"),
      equals: .notMedia(name: "x", reason: "it is compressed with gzip"))
    expect(FormatRefusal(head: [0x1F]) == nil && FormatRefusal(head: [0x1F, 0x8C]) == nil)
  }

  @Test("Decoders that compute may run; not those of devices and pointers, nor of subtitles")
  func decoders() {
    let list = Set(AllowedDecoders.list.split(separator: ",").map(String.init))
    expect(
      list.isSuperset(of: [
        "h264", "hevc", "vp9", "aac", "mp3float", "opus", "pcm_s16le", "mpeg4", "msvideo1", "png",
        "apng", "real_144", "truespeech", "zmbv",
      ]))
    expect(
      list.isDisjoint(with: [
        "wrapped_avframe", "librsvg", "h264_v4l2m2m", "h264_cuvid", "h264_qsv", "srt", "ass",
        "subrip", "dvbsub", "text",
      ]))
  }
}
