import Foundation
import MediaReading
import PlayheadKit

/// The clips beside the tests.
enum Fixtures {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")

  static func clip(_ name: String) -> String {
    folder.appending(path: "clips/\(name)").path
  }

  /// All bytes of the clip called `name`.
  static func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: clip(name))))
  }

  private static let indexes = Answers<String, MediaIndex>()

  /// The index of the clip at `path`, which is read once for all tests that only look at it.
  static func index(at path: String) throws -> MediaIndex {
    try indexes.answer(to: path) { try MediaReader(cores: 2).read(path, decode: .none).index }
  }

  /// Every clip that can be played, damaged ones included.
  static let playable = [
    "audio-only.m4a", "badly-interleaved.mp4", "basic.flv", "basic.mkv", "basic.ts", "bframes.avi",
    "cover-art.m4a", "cues-first.mkv", "damaged.mp4", "damaged.ts", "different-lengths.mp4",
    "different-starts.mkv", "edit-list.mp4", "far-from-zero.ts", "faststart.mp4", "fragmented.mp4",
    "fragments-indexed.mp4", "hevc.mp4", "joined.mkv", "joined.ts", "many-tracks.mkv",
    "moov-at-end.mp4", "open-gop.mp4", "padded-moov.mp4", "parsed-audio.mp4", "peak.mp4",
    "single-gop.mp4",
    "theora-vorbis.ogg", "truncated.mp4", "truncated.ts", "variable-frame-rate.mp4",
    "video-only.mp4", "vp9-opus.webm",
  ]

  /// Those among them with nothing wrong.
  static let sound = playable.filter { !$0.hasPrefix("damaged") && !$0.hasPrefix("truncated") }
}
