import Expectations
import MediaReading
import PlayheadKit
import Testing

/// Edit lists and fragments, against what FFmpeg makes of them.
@Suite("The layout of MP4 files")
struct MovieLayoutTests {
  @Test(
    "has edit lists that explain when FFmpeg decodes the first sample",
    arguments: ["faststart.mp4", "moov-at-end.mp4", "audio-only.m4a", "hevc.mp4", "open-gop.mp4"])
  func edits(clip: String) throws {
    let index = try Fixtures.index(at: Fixtures.clip(clip))
    let packets = try FFprobe.packets(of: Fixtures.clip(clip))
    for track in index.tracks where track.isPlayable {
      let list = try #require(track.editList)
      expect(list.count == 1 && list.edits.count == 1)
      let edit = list.edits[0]
      // Without waits, the time that the edit begins at is that of zero.
      let first = try #require(packets.first { $0.streamIndex == track.id }?.dts)
      let start = try #require(MediaTime(value: first, timeBase: track.timeBase))
      expect(edit.mediaTime, equals: .zero - start)
      expect(edit.duration >= .seconds(3))
    }
  }

  @Test("has an edit list that begins where the clip was cut, and none where there is none")
  func others() throws {
    // It was cut 1.2 s into a group whose first frame is shown 80 ms after it is decoded.
    let cut = try Fixtures.index(at: Fixtures.clip("edit-list.mp4"))
    expect(
      cut.tracks.map { $0.editList?.edits.map(\.mediaTime) },
      equals: [
        [.milliseconds(1280)], [.milliseconds(1280)],
      ])
    let fragmented = try Fixtures.index(at: Fixtures.clip("fragmented.mp4"))
    expect(fragmented.tracks.allSatisfy { $0.editList == nil })
    let matroska = try Fixtures.index(at: Fixtures.clip("basic.mkv"))
    expect(matroska.tracks.allSatisfy { $0.editList == nil })
    expect(matroska.fragmentation == nil)
  }

  @Test("is in fragments, listed or not")
  func fragments() throws {
    try expect(
      Fixtures.index(at: Fixtures.clip("fragmented.mp4")).fragmentation,
      equals: Fragmentation(listedEnd: nil))
    let listed = try Fixtures.index(at: Fixtures.clip("fragments-indexed.mp4"))
    // Behind what the sidx lists comes the index at the end.
    let tail = try #require(listed.containerIndexes?.first { $0.name == "mfra" })
    expect(listed.fragmentation?.listedEnd, equals: tail.range.lowerBound)
    // The times of the sidx are those of the samples, to the rounding of its clock.
    let times = try #require(listed.fragmentation?.listedTimes)
    let presentation = try Presentation(listed)
    expect((times.duration - presentation.duration).magnitude < .milliseconds(100))
    for clip in ["faststart.mp4", "moov-at-end.mp4", "damaged.mp4"] {
      try expect(Fixtures.index(at: Fixtures.clip(clip)).fragmentation == nil)
    }
  }
}
