import Expectations
import PlayheadKit
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadModel

/// What an inspection finds at each of its limits, and just beyond.
@Suite struct `An inspection finds nothing at a limit` {
  private func rules(
    _ index: MediaIndex, tracks: [Int]? = nil, decoding: DecodingReport? = nil
  ) throws -> [InspectionRule] {
    try inspection(index, tracks: tracks, decoding: decoding).findings.map(\.rule)
  }

  private func inspection(
    _ index: MediaIndex, tracks: [Int]? = nil, decoding: DecodingReport? = nil
  ) throws -> FileInspection {
    try FileInspection(index, tracks: tracks, decoding: decoding)
  }

  @Test func `nor in a plain file`() throws {
    try expect(rules(MediaIndex.plain()), equals: [])
  }

  @Test func `for key frames`() throws {
    try expect(rules(MediaIndex.plain(everySync: 100)), equals: [])
    try expect(rules(MediaIndex.plain(frames: 101, everySync: 101)), equals: [.keyframesFarApart])
    let long = try inspection(MediaIndex.plain(frames: 250, everySync: 250)).findings
    expect(long.map(\.severity), equals: [.note])
    let longer = try inspection(MediaIndex.plain(frames: 251, everySync: 251)).findings
    expect(longer.map(\.severity), equals: [.warning])
    // Nine groups of 1 s, and one of just three times their mean.
    func uneven(_ last: Int) throws -> [InspectionRule] {
      var index = MediaIndex.plain(frames: 9 * 10 + last, everySync: 10_000)
      for number in index.samples.indices where index.samples[number].track == 0 {
        let frame = number / 2
        if frame % 10 == 0, frame <= 90 { index.samples[number].flags = .sync }
      }
      return try rules(index)
    }
    // A mean of 0.4 s, not counting the last; no more than 2 s is irregular.
    try expect(uneven(50), equals: [])
    try expect(uneven(51), equals: [.keyframesIrregular])
  }

  @Test func `for peaks`() throws {
    // 200 frames of 1000 bytes and 50 of the size that makes them just twice the mean: 2 s of
    // 50 · (x + 100) in 10 s of 200 · 1100 + 50 · (x + 100) bytes.
    func peak(_ size: Int64) throws -> [InspectionRule] {
      var index = MediaIndex.plain(frames: 250)
      var offset: Int64 = 0
      for number in index.samples.indices {
        if index.samples[number].track == 0, (200..<300).contains(number) {
          index.samples[number].size = UInt32(size)
        }
        index.samples[number].offset = offset
        offset += Int64(index.samples[number].size)
        index.samples[number].needs = offset
      }
      index.bytes = offset
      return try rules(index)
    }
    // 25 · s / 10 = 220 000 + 50 · s, of s a frame: s = 220 000 · 2 / (5 − 2) / 50 = 2933⅓.
    try expect(peak(2833), equals: [])
    try expect(peak(2834), equals: [.bitRatePeak])
  }

  @Test func `for tracks that begin or end apart`() throws {
    try expect(rules(MediaIndex.plain(soundFrom: .milliseconds(100))), equals: [])
    try expect(
      rules(MediaIndex.plain(soundFrom: .milliseconds(100) + .resolution)),
      equals: [
        .tracksStartApart
      ])
    // Twelve frames are 0.48 s.
    try expect(rules(MediaIndex.plain(soundFrames: 88)), equals: [])
    try expect(rules(MediaIndex.plain(soundFrames: 87)), equals: [.tracksEndApart])
  }

  @Test func `for the place of a track in the file`() throws {
    func late(by frames: Int) throws -> [InspectionRule] {
      var index = MediaIndex.plain(frames: 120)
      var order: [Sample] = []
      for number in 0..<(120 + frames) {
        if number < 120 { order.append(index.samples[2 * number]) }
        if number >= frames { order.append(index.samples[2 * (number - frames) + 1]) }
      }
      var offset: Int64 = 0
      for number in order.indices {
        order[number].offset = offset
        offset += Int64(order[number].size)
        order[number].needs = offset
      }
      index.samples = order
      return try rules(index)
    }
    try expect(late(by: 25), equals: [])
    try expect(late(by: 26), equals: [.poorInterleaving])
  }

  @Test func `for what is hidden`() throws {
    func hiding(_ time: MediaTime) throws -> [InspectionRule] {
      var index = MediaIndex.plain()
      index.samples[0].flags = [.sync, .discarded]
      index.samples[0].duration = time
      index.samples[2].flags = .sync
      return try rules(index)
    }
    try expect(hiding(.milliseconds(100)), equals: [])
    try expect(hiding(.milliseconds(100) + .resolution), equals: [.hiddenMedia])
  }

  @Test func `for holes`() throws {
    func hole(_ length: MediaTime, inSoundToo: Bool) throws -> [InspectionRule] {
      var index = MediaIndex.plain()
      for number in index.samples.indices where number >= 100 {
        if index.samples[number].track == 0 || inSoundToo,
          let time = index.samples[number].presentationTime
        {
          index.samples[number].presentationTime = time + length
        }
      }
      return try rules(index).filter { $0 == .timestampsJump }
    }
    try expect(hole(.seconds(1), inSoundToo: true), equals: [])
    try expect(hole(.seconds(1) + .resolution, inSoundToo: true), equals: [.timestampsJump])
    // A picture that stays while sound goes on to the end is none.
    var index = MediaIndex.plain(frames: 200)
    index.samples.removeAll { $0.track == 0 && (50..<125).contains($0.offset / 1100) }
    expect(!(try rules(index).contains(.timestampsJump)))
    try expect(hole(.seconds(3), inSoundToo: false), equals: [.timestampsJump])
  }

  @Test func `for a frame that stays as long as the pictures outlast the sound`() throws {
    // The first of a hundred frames of 40 ms lasts `length`; sound ends with the frame that was due
    // then.
    func still(_ length: MediaTime, soundFrames: Int = 200) throws -> [InspectionRule] {
      var index = MediaIndex.plain(frames: 200, everySync: 25, soundFrames: soundFrames)
      let excess = length - .milliseconds(40)
      for number in index.samples.indices where index.samples[number].track == 0 {
        if index.samples[number].offset == 0 {
          index.samples[number].duration = length
        } else if let time = index.samples[number].presentationTime {
          index.samples[number].presentationTime = time + excess
          index.samples[number].decodeTime = time + excess
        }
      }
      return try rules(index).filter {
        [.timestampsJump, .tracksEndApart, .keyframesFarApart].contains($0)
      }
    }
    try expect(still(.milliseconds(1040)), equals: [.tracksEndApart])
    try expect(still(.milliseconds(1040) + .resolution), equals: [.timestampsJump])
    try expect(still(.seconds(900)), equals: [.timestampsJump])
    // Of 5.04 s, pictures that outlast sound by 5.6 s differ by a tenth of that.
    try expect(still(.milliseconds(5040), soundFrames: 185), equals: [.timestampsJump])
    try expect(
      still(.milliseconds(5040), soundFrames: 184), equals: [.tracksEndApart, .keyframesFarApart])
  }

  @Test func `for the times that headers state`() throws {
    func rules(_ change: (inout MediaIndex) -> Void) throws -> [InspectionRule] {
      var index = MediaIndex.plain()
      change(&index)
      return try self.rules(index)
    }
    // A hundred frames of 40 ms.
    for (offset, found) in [(0, false), (1, true)] as [(Int64, Bool)] {
      let off = MediaTime.milliseconds(500) + MediaTime(nanoseconds: offset)
      let expected: [InspectionRule] = found ? [.misstatedTimes] : []
      for stated in [.seconds(4) + off, .seconds(4) - off] as [MediaTime] {
        try expect(
          rules { index in
            index.tracks[0].statedDuration = stated
            index.tracks[0].announced = AnnouncedSamples(
              count: index.tracks[0].sampleCount,
              range: TimeRange(start: .zero, end: .seconds(4)), isComplete: true)
          }, equals: expected)
      }
      // What a container announces and does not hold is missing.
      try expect(
        rules { index in
          (index.container, index.announcedDuration) = ("matroska,webm", .seconds(4) - off)
        }, equals: expected)
      func listing(_ times: TimeRange, upTo end: Int64? = nil) throws -> [InspectionRule] {
        try rules { index in
          index.container = "mov,mp4"
          index.fragmentation = Fragmentation(listedEnd: end ?? index.bytes, listedTimes: times)
        }
      }
      try expect(listing(TimeRange(start: .zero, end: .seconds(4) + off)), equals: expected)
      try expect(listing(TimeRange(start: off, end: .seconds(4) + off)), equals: expected)
    }
  }

  @Test func `for frames that step back`() throws {
    func stepping(_ count: Int) throws -> [InspectionRule] {
      try rules(
        MediaIndex.plain(frames: 200),
        decoding: DecodingReport(tracks: [
          DecodingReport.TrackReport(
            track: 0, frames: 200, undecodable: [], backwardSteps: count)
        ]))
    }
    try expect(stepping(2), equals: [])
    try expect(stepping(3), equals: [.framesOutOfOrder])
  }

  @Test func `for tracks that are not played`() throws {
    // 100 · 1000 bytes of video and those of sound.
    func sound(_ size: UInt32) throws -> [InspectionRule] {
      var index = MediaIndex.plain()
      var offset: Int64 = 0
      for number in index.samples.indices {
        if index.samples[number].track == 1 { index.samples[number].size = size }
        index.samples[number].offset = offset
        offset += Int64(index.samples[number].size)
        index.samples[number].needs = offset
      }
      index.bytes = offset
      return try rules(index, tracks: [0])
    }
    // 5260 of 105 260 are 4.997 %.
    try expect(sound(52), equals: [])
    try expect(sound(53), equals: [.unusedTracks])
  }

  @Test func `for reordering and frame rates`() throws {
    func reordered(_ frames: Int) throws -> [InspectionRule] {
      var index = MediaIndex.plain()
      let first = index.samples.firstIndex { $0.track == 0 && !$0.isSync } ?? 0
      let time = index.samples[first].presentationTime ?? .zero
      // It takes the place of the last of the frames that follow, which move up.
      index.samples[first].presentationTime = time + MediaIndex.plainFrame * Int64(frames)
      for place in 1...frames {
        index.samples[first + 2 * place].presentationTime =
          time + MediaIndex.plainFrame * Int64(place - 1)
      }
      return try rules(index)
    }
    try expect(reordered(8), equals: [])
    try expect(reordered(9), equals: [.deepReordering])
    func rate(_ rate: Rational) throws -> [InspectionRule] {
      var index = MediaIndex.plain()
      index.tracks[0].frameRate = rate
      return try rules(index)
    }
    try expect(rate(Rational(60, 1)), equals: [])
    try expect(rate(Rational(60_001, 1000)), equals: [.highFrameRate])
  }

  @Test func `for the index, fragments, duration and header of MP4`() throws {
    func movie(_ change: (inout MediaIndex) -> Void) throws -> [InspectionRule] {
      var index = MediaIndex.plain()
      index.container = "mov,mp4,m4a,3gp,3g2,mj2"
      index.announcedDuration = .seconds(4)
      index.containerIndexes = [
        ContainerIndex(name: "moov", range: ByteRange(0, 0), placement: .beforeMedia)
      ]
      change(&index)
      return try rules(index)
    }
    let end = MediaIndex.plain().bytes
    try expect(movie { _ in }, equals: [])
    try expect(movie { $0.announcedDuration = nil }, equals: [.missingDuration])
    try expect(
      movie { $0.containerIndexes?[0].placement = .afterMedia }, equals: [.indexAfterMedia])
    try expect(
      movie { $0.fragmentation = Fragmentation(listedEnd: nil) }, equals: [.fragmentsWithoutIndex])
    try expect(
      movie { $0.fragmentation = Fragmentation(listedEnd: end - 1) },
      equals: [.fragmentsWithoutIndex])
    try expect(movie { $0.fragmentation = Fragmentation(listedEnd: end) }, equals: [])
    // A file in fragments may leave its duration to them.
    try expect(
      movie {
        $0.fragmentation = Fragmentation(listedEnd: end)
        $0.announcedDuration = nil
      }, equals: [])
    func header(_ size: Int64) throws -> [InspectionRule] {
      try movie { index in
        for number in index.samples.indices {
          index.samples[number].offset += size
          index.samples[number].needs += size
        }
        index.bytes += size
      }
    }
    try expect(header(64 << 10), equals: [])
    try expect(header(64 << 10 + 1), equals: [.largeHeader])
  }

  @Test func `for the length of an index`() throws {
    /// The finding of frames of `size` bytes behind an index of `count`.
    func finding(_ count: Int64, before size: Int64) throws -> FileFinding? {
      var index = MediaIndex.plain(of: size)
      index.container = "mov,mp4,m4a,3gp,3g2,mj2"
      index.announcedDuration = .seconds(4)
      index.containerIndexes = [
        ContainerIndex(name: "moov", range: ByteRange(0, count), placement: .beforeMedia)
      ]
      index.openingReads = [ByteRange(0, count)]
      for number in index.samples.indices {
        index.samples[number].offset += count
        index.samples[number].needs += count
      }
      index.bytes += count
      return try inspection(index).findings.first { $0.rule == .largeIndex }
    }
    // 25 · (4000 + 100) bytes a second: two are 205 000, and ten 1 025 000.
    try expect(finding(205_000, before: 4000) == nil)
    try expect(finding(205_001, before: 4000)?.severity, equals: .note)
    try expect(finding(1_025_000, before: 4000)?.severity, equals: .note)
    try expect(finding(1_025_001, before: 4000)?.severity, equals: .warning)
    // Two seconds of 25 · 1100 bytes are fewer than 64 KiB.
    try expect(finding(64 << 10, before: 1000) == nil)
    try expect(finding(64 << 10 + 1, before: 1000) != nil)
  }

  @Test func `for padding`() throws {
    // A frame of 157 bytes and 27 of headers fill a packet of 188; 80 s of tables have 800 · 2
    // packets, 150 bytes a frame.
    func padded(by count: Int64, in container: String = "mpegts") throws -> MediaIndex {
      var index = Clip.frames(2000, lasting: .milliseconds(40), of: 157).index
      index.container = container
      for number in index.samples.indices {
        index.samples[number].offset = Int64(number) * (188 + 150)
        index.samples[number].needs = index.samples[number].offset + 188
      }
      index.bytes = 2000 * (188 + 150) + count
      return index
    }
    try expect(padded(by: 187).stuffing, equals: [])
    try expect(padded(by: 188).stuffing, equals: [ByteRange(676_000, 676_188)])
    // A tenth of 676 000 + 75 111.1 bytes.
    try expect(!rules(padded(by: 75_111)).contains(.stuffing))
    try expect(rules(padded(by: 75_112)).contains(.stuffing))
    try expect(!rules(padded(by: 75_112, in: "flv")).contains(.stuffing))
  }

  @Test func `unless media does not decode`() throws {
    let first = TimeRange(start: .seconds(1), end: .seconds(2))
    func report(_ frames: Int, _ ranges: [TimeRange]) -> DecodingReport {
      DecodingReport(tracks: [
        .init(track: 0, frames: frames, undecodable: ranges),
        .init(track: 1, frames: 100, undecodable: []),
      ])
    }
    try expect(rules(MediaIndex.plain(), decoding: report(100, [])), equals: [])
    try expect(
      rules(MediaIndex.plain(), decoding: report(75, [first])), equals: [.undecodableMedia])
    let all = TimeRange(start: .zero, end: .seconds(4))
    try expect(rules(MediaIndex.plain(), decoding: report(0, [all])), equals: [.undecodableTrack])
  }

  @Test(arguments: Seeds.blocks(90_300_000..<90_301_000, of: 50, few: 200))
  func `and never fails, whatever the media`(block: Range<UInt64>) throws {
    for seed in block {
      var random = SplitMix64(seed: seed)
      let media = RandomMedia(isCoarse: random.chance(50), readThrough: 64, using: &random)
      guard let presentation = try? Presentation(media.index, tracks: media.tracks) else {
        continue
      }
      let profile = InspectionReference.defaultProfile(
        bytes: media.index.bytes, duration: presentation.duration)
      let inspection = FileInspection(
        media.index, FileScenario(presentation, over: NetworkLink(following: profile)),
        decoding: nil)
      expect(inspection.worst, equals: inspection.findings.map(\.severity).max(), "seed \(seed)")
    }
  }
}
