import Foundation
import Testing

/// A file with one fault, made of the clips or by an encoder.
struct FaultyMedia: CustomTestStringConvertible {
  /// The file's name.
  var name: String
  /// What makes it in the working directory, of the clips in `$clips`; `nil` for the clip of that
  /// name.
  var script: String?
  /// What is found in it.
  var rules: [String]

  var testDescription: String { name }

  init(_ name: String, _ rules: String..., script: String? = nil) {
    self.name = name
    self.script = script
    self.rules = rules
  }

  private static let encode =
    "$ffmpeg -f lavfi -i testsrc2=size=160x90:rate=25 -pix_fmt yuv420p -c:v libx264 "
    + "-movflags +faststart"

  /// One file for each fault, and some with two that go together.
  static let all = [
    FaultyMedia("moov-at-end.mp4", "index-after-media"),
    FaultyMedia("bframes.avi", "index-after-media"),
    FaultyMedia("basic.mkv", "index-after-media"),
    FaultyMedia("fragmented.mp4", "fragments-without-index"),
    // A sidx before each fragment lists that one alone.
    FaultyMedia(
      "dash.mp4", "fragments-without-index",
      script:
        "$ffmpeg -i $clips/basic.mkv -c copy -movflags +frag_keyframe+empty_moov+dash dash.mp4"
    ),
    FaultyMedia("badly-interleaved.mp4", "poor-interleaving"),
    FaultyMedia("padded-moov.mp4", "large-header"),
    FaultyMedia("edit-list.mp4", "hidden-media"),
    FaultyMedia("different-lengths.mp4", "tracks-end-apart"),
    FaultyMedia("peak.mp4", "bit-rate-peak"),
    FaultyMedia("single-gop.mp4", "keyframes-far-apart"),
    FaultyMedia("joined.ts", "timestamps-restart"),
    FaultyMedia("joined.mkv", "timestamps-restart", "missing-duration"),
    FaultyMedia(
      "chained.ogg", "timestamps-restart",
      script: "$ffmpeg -f lavfi -i sine=d=3 -c:a libvorbis a.ogg && "
        + "$ffmpeg -f lavfi -i sine=f=880:d=2 -c:a libvorbis b.ogg && cat a.ogg b.ogg > chained.ogg"
    ),
    FaultyMedia("truncated.mp4", "truncated"),
    FaultyMedia("truncated.ts", "truncated"),
    FaultyMedia("damaged.mp4", "undecodable-media"),
    FaultyMedia("damaged.ts", "undecodable-media"),
    // All is there, and nobody knows whether it is intact.
    FaultyMedia(
      "encrypted.mp4", "not-decoded",
      script: "$ffmpeg -i $clips/basic.mkv -c copy -movflags +faststart "
        + "-encryption_scheme cenc-aes-ctr -encryption_key 00112233445566778899aabbccddeeff "
        + "-encryption_kid 00112233445566778899aabbccddeeff encrypted.mp4"),
    // What only computes may decode.
    FaultyMedia(
      "msvideo1.mkv", "index-after-media",
      script: "$ffmpeg -f lavfi -i testsrc2=size=160x96:rate=25 -t 2 -c:v msvideo1 msvideo1.mkv"),
    FaultyMedia(
      "late-sound.mp4", "tracks-start-apart",
      script: "$ffmpeg -i $clips/video-only.mp4 -itsoffset 0.5 -i $clips/audio-only.m4a "
        + "-map 0:v -map 1:a -c copy -t 6 -movflags +faststart late-sound.mp4"),
    FaultyMedia(
      "late-picture.mp4", "tracks-start-apart",
      script: "$ffmpeg -itsoffset 0.5 -i $clips/video-only.mp4 -i $clips/audio-only.m4a "
        + "-map 0:v -map 1:a -c copy -t 6.5 -movflags +faststart late-picture.mp4"),
    FaultyMedia(
      "short-picture.mp4", "tracks-end-apart",
      script: "$ffmpeg -i $clips/video-only.mp4 -i $clips/audio-only.m4a -map 0:v -map 1:a -c copy "
        + "-movflags +faststart short-picture.mp4"),
    FaultyMedia(
      "hole.mkv", "timestamps-jump",
      script: "$ffmpeg -f lavfi -i testsrc2=size=160x90:rate=25 -f lavfi -i sine -t 5 "
        + "-vf 'select=not(between(t\\,2\\,3.99))' -af 'aselect=not(between(t\\,2\\,3.99))' "
        + "-fps_mode passthrough -c:v libx264 -g 25 -pix_fmt yuv420p -c:a aac -cues_to_front 1 "
        + "hole.mkv"),
    // The camera's first frame came 5 s before the others.
    FaultyMedia(
      "still-first.mp4", "timestamps-jump",
      script: "\(encode) -bf 0 -vf 'setpts=if(eq(N\\,0)\\,0\\,PTS+5/TB)' -fps_mode passthrough "
        + "-t 8 -g 25 still.mp4 && $ffmpeg -i still.mp4 -f lavfi -i sine=d=3 -c:v copy -c:a aac "
        + "-movflags +faststart still-first.mp4"),
    FaultyMedia(
      "wrong-time.ts", "timestamps-jump",
      script: "$ffmpeg -i $clips/basic.ts -c copy "
        + "-bsf:v 'setts=pts=if(eq(N\\,60)\\,PTS+9000000\\,PTS)' wrong-time.ts"),
    // The names of the boxes that say when frames are shown that are decoded early.
    FaultyMedia(
      "no-offsets.mp4", "frames-out-of-order",
      script: "\(encode) -bf 2 -g 25 -t 4 whole.mp4 && "
        + "LC_ALL=C sed 's/ctts/skip/;s/edts/skip/' whole.mp4 > no-offsets.mp4"),
    // A scale of 50 instead of 12,800 units a second.
    FaultyMedia(
      "wrong-scale.mp4", "misstated-times",
      script: "$ffmpeg -f lavfi -i testsrc2=size=160x90:rate=25 -pix_fmt yuv420p -c:v libx264 "
        + "-g 25 -t 4 -movflags +frag_keyframe+empty_moov+default_base_moof+dash+global_sidx "
        + "whole.mp4 && LC_ALL=C sed "
        + "'s/\\(sidx\\x01\\x00\\{6\\}\\x01\\)\\x00\\x002\\x00/\\1\\x00\\x00\\x002/' "
        + "whole.mp4 > wrong-scale.mp4"),
    // The duration in mdhd, of 4 s, as 0.32 s.
    FaultyMedia(
      "wrong-mdhd.mp4", "misstated-times",
      script: "\(encode) -g 25 -t 4 whole.mp4 && "
        + "LC_ALL=C sed 's/\\(mdhd\\x00\\{12\\}\\x00\\x002\\x00\\)\\x00\\x00\\xc8\\x00/"
        + "\\1\\x00\\x00\\x10\\x00/' whole.mp4 > wrong-mdhd.mp4"),
    FaultyMedia(
      "late.mkv", "misstated-times",
      script: "$ffmpeg -i $clips/basic.mkv -c copy -cues_to_front 1 -output_ts_offset 10 late.mkv"),
    // FFmpeg refuses it, unless it is told to read straight on.
    FaultyMedia(
      "cut-header.mp4", "truncated", "fragments-without-index",
      script: "head -c $(($(LC_ALL=C grep -abo traf $clips/fragmented.mp4 | tail -1 | "
        + "cut -d: -f1) + 20)) $clips/fragmented.mp4 > cut-header.mp4"),
    FaultyMedia(
      "live.mkv", "missing-duration",
      script: "$ffmpeg -i $clips/basic.mkv -c copy -live 1 live.mkv"),
    FaultyMedia(
      "two-sounds.mp4", "unused-tracks",
      script: "$ffmpeg -i $clips/faststart.mp4 -t 3 -map 0:v -map 0:a -map 0:a -c copy "
        + "-movflags +faststart two-sounds.mp4"),
    FaultyMedia(
      "cover.m4a", "attached-picture",
      script: "$ffmpeg -f lavfi -i 'nullsrc=s=256x256,geq=random(1)*255:128:128' -frames:v 1 "
        + "-c:v png cover.png && $ffmpeg -i $clips/audio-only.m4a -i cover.png -map 0:a -map 1:v "
        + "-c copy -disposition:v attached_pic -movflags +faststart cover.m4a"),
    // A picture in a tag that doubles what FFmpeg reads to recognise the format.
    FaultyMedia(
      "cover.mp3", "attached-picture",
      script: "$ffmpeg -f lavfi -i 'nullsrc=s=256x256,geq=random(1)*255:128:128' -frames:v 1 "
        + "-c:v png cover.png && $ffmpeg -i $clips/audio-only.m4a -i cover.png -map 0:a -map 1:v "
        + "-c:a libmp3lame -c:v copy -id3v2_version 3 -disposition:v attached_pic cover.mp3"),
    FaultyMedia(
      "padded.ts", "stuffing",
      script: "$ffmpeg -i $clips/basic.ts -c copy -muxrate 4M padded.ts"),
    FaultyMedia(
      "long.m4a", "large-index",
      script: "$ffmpeg -f lavfi -i sine=r=16000:d=20 -ac 1 -c:a aac -b:a 16k short.m4a && "
        + "$ffmpeg -stream_loop 179 -i short.m4a -c copy -movflags +faststart long.m4a"),
    FaultyMedia("fast.mp4", "high-frame-rate", script: "\(encode) -r 100 -g 100 -t 1 fast.mp4"),
    FaultyMedia(
      "deep.mp4", "deep-reordering",
      script: "\(encode) -g 50 -t 3 "
        + "-x264-params bframes=16:b-adapt=0:b-pyramid=none:scenecut=0 deep.mp4"),
    FaultyMedia(
      "irregular.mp4", "keyframes-irregular",
      script: "\(encode) -g 1000 -sc_threshold 0 -t 5 -force_key_frames "
        + "0,0.2,0.4,0.6,0.8,1,1.2,1.4,1.6,1.8,2,4.4 irregular.mp4"),
    FaultyMedia(
      "broken-picture.mp4", "undecodable-track", "missing-duration",
      // The name of the box that says how to decode it.
      script: "$ffmpeg -i $clips/faststart.mp4 -t 2 -c copy -movflags +faststart whole.mp4 && "
        + "LC_ALL=C sed 's/avcC/xvcC/' whole.mp4 > broken-picture.mp4"),
    FaultyMedia(
      "unknown-sound.mp4", "not-decoded",
      // The names of the boxes that say what it is, as of a codec that FFmpeg does not know.
      script: "$ffmpeg -i $clips/faststart.mp4 -t 2 -c copy -movflags +faststart whole.mp4 && "
        + "LC_ALL=C sed 's/mp4a/xp4a/;s/esds/xsds/' whole.mp4 > unknown-sound.mp4"),
  ]

  /// Clips with nothing wrong.
  static let clean = [
    "audio-only.m4a", "basic.flv", "basic.ts", "cover-art.m4a", "cues-first.mkv",
    "far-from-zero.ts",
    "fragments-indexed.mp4", "hevc.mp4", "open-gop.mp4", "parsed-audio.mp4", "theora-vorbis.ogg",
    "video-only.mp4",
  ]

  /// Makes the file in `folder`.
  func make(in folder: String) throws {
    let script = script ?? "cp $clips/\(name) ."
    try FaultyMedia.run(script, in: folder)
  }

  /// Runs a script in `folder`; it has to end well.
  static func run(_ script: String, in folder: String) throws {
    let run = try ToolRun(
      ["sh", "-c", "cd '\(folder)' && \(script)"],
      environment: [
        "clips": "\(Project.root)/Fixtures/clips",
        "ffmpeg": "ffmpeg -nostdin -hide_banner -v error -y -threads 1",
      ])
    guard run.code == 0 else { throw Failed(words: "\(script): \(run.diagnostics)") }
  }

  struct Failed: Error { var words: String }
}
