import Expectations
import PlayheadKit
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadModel

/// What findings cost, where it can be worked out on paper.
@Suite struct `The price of a finding` {
  private func cost(
    _ rule: InspectionRule, _ index: MediaIndex, decoding: DecodingReport? = nil,
    over profile: BandwidthProfile? = nil
  ) throws -> InspectionCost? {
    let findings = try FileInspection(index, decoding: decoding, over: profile).findings
    return try #require(findings.first { $0.rule == rule }).price.cost
  }

  @Test func `is how far apart tracks begin or end`() throws {
    let late = MediaIndex.plain(soundFrom: .milliseconds(250))
    try expect(cost(.tracksStartApart, late), equals: InspectionCost(missing: .milliseconds(250)))
    let short = MediaIndex.plain(soundFrames: 80)
    try expect(cost(.tracksEndApart, short), equals: InspectionCost(missing: .milliseconds(800)))
  }

  @Test func `is the length of a hole`() throws {
    var index = MediaIndex.plain()
    for number in index.samples.indices where number >= 100 {
      index.samples[number].presentationTime = index.samples[number].presentationTime.map {
        $0 + .seconds(3)
      }
    }
    try expect(cost(.timestampsJump, index), equals: InspectionCost(missing: .seconds(3)))
  }

  @Test func `is the time in which pictures or sound do not decode`() throws {
    func report(_ frames: Int, _ video: [TimeRange], _ audio: [TimeRange]) -> DecodingReport {
      DecodingReport(tracks: [
        .init(track: 0, frames: frames, undecodable: video),
        .init(track: 1, frames: 100, undecodable: audio),
      ])
    }
    func range(_ start: Int64, _ end: Int64) -> TimeRange {
      TimeRange(start: .milliseconds(start), end: .milliseconds(end))
    }
    // From 1 to 2.5 s one or the other is missing, and from 3 s to 3.2 s.
    let damaged = report(70, [range(1000, 2000), range(3000, 3200)], [range(1500, 2500)])
    try expect(
      cost(.undecodableMedia, .plain(), decoding: damaged),
      equals: InspectionCost(missing: .milliseconds(1700)))
    let nothing = report(0, [range(0, 4000)], [])
    try expect(
      cost(.undecodableTrack, .plain(), decoding: nothing),
      equals: InspectionCost(missing: .seconds(4)))
  }

  @Test func `is unknown where nothing says how much is missing`() throws {
    var index = MediaIndex.plain()
    index.announcedBytes = index.bytes + 1
    try expect(cost(.truncated, index) == nil)
    index.tracks[0].announced = AnnouncedSamples(
      count: 150, range: TimeRange(start: .zero, end: .seconds(6)), isComplete: true)
    try expect(cost(.truncated, index)?.missing, equals: .seconds(2))
  }

  /// A file as if it had been joined of two halves that begin at one time.
  private static func joined(_ whole: MediaIndex) -> MediaIndex {
    var index = whole
    let half = index.samples.count / 2
    for number in half..<index.samples.count {
      index.samples[number].presentationTime =
        index.samples[number - half].presentationTime
    }
    return index
  }

  @Test func `of a restart is what is never shown, and the wait for it`() throws {
    let whole = MediaIndex.plain(frames: 200)
    let joined = Self.joined(whole)
    expect(joined.continuingTimestamps(of: [0, 1]), equals: whole)
    let profile = try BandwidthProfile(
      name: "link", rate: BitRate(bitsPerSecond: 8_000_000), latency: .milliseconds(100))
    let cost = try #require(try cost(.timestampsRestart, joined, over: profile))
    expect(cost.missing, equals: .seconds(4))
    // The frames of the second half at the beginning are shown with those of the first: the least
    // prefix for 2 s of media ends with the second frame of the two at 2 s instead of that at 2 s.
    let bytes: Int64 = 100 * 1100
    expect(cost.startup, equals: WallTime(nanoseconds: bytes * 1000))
    expect(cost.stalled, equals: .zero)
  }

  @Test func `moves parts that were joined by the longest of their tracks`() {
    // Sound of the first part ends 0.1 s after its pictures.
    let whole = MediaIndex.plain(frames: 50, soundFrom: .milliseconds(100))
    let joined = Self.joined(whole)
    let mended = joined.continuingTimestamps(of: [0, 1])
    let times = mended.samples.filter { $0.track == 0 }.compactMap(\.presentationTime)
    expect(times[25], equals: .milliseconds(25 * 40 + 100))
    let sound = mended.samples.filter { $0.track == 1 }.compactMap(\.presentationTime)
    expect(sound[25] - times[25], equals: .milliseconds(100))
    expect(joined.continuingTimestamps(of: []), equals: joined)
  }

  @Test func `of reordering is that of frames before their turn`() throws {
    let whole = MediaIndex.plain(of: 1000)
    var index = whole
    let pictures = index.samples.indices.filter { index.samples[$0].track == 0 }
    // The frame shown 0.48 s later is decoded second, in each group.
    for group in stride(from: 0, to: 100, by: 25) {
      let times = pictures[group + 1...group + 12].map { whole.samples[$0].presentationTime }
      for (place, number) in pictures[group + 1...group + 12].enumerated() {
        index.samples[number].presentationTime = times[place == 0 ? 11 : place - 1]
      }
    }
    expect(index.withoutReordering(track: 0), equals: whole)
    let profile = try BandwidthProfile.byteAMillisecond(latency: .milliseconds(100))
    // 2 s are the first group and its like; the frame at 1.96 s is the 25th of the second in both.
    try expect(cost(.deepReordering, index, over: profile)?.startup, equals: .zero)
  }

  @Test func `of fragments that are not listed is a request for the header of each`() throws {
    var index = MediaIndex.plain(of: 4000)
    // A header of 1000 bytes before each of the later fragments, more than 64 KiB apart.
    for number in index.samples.indices {
      let headers = Int64(number / 50) * 1000
      index.samples[number].offset += headers
      index.samples[number].needs += headers
    }
    index.bytes += 3000
    index.container = "mov,mp4,m4a,3gp,3g2,mj2"
    index.fragmentation = Fragmentation(listedEnd: nil)
    let fragment: Int64 = 25 * 4100
    expect(
      index.unlistedHeaders(after: 0),
      equals: (1...3).map { ByteRange(fragment * $0 + 1000 * ($0 - 1), (fragment + 1000) * $0) })
    expect(index.unlistedHeaders(after: 2 * (fragment + 1000)).count, equals: 1)
    let profile = try BandwidthProfile.byteAMillisecond(latency: .milliseconds(50))
    try expect(
      cost(.fragmentsWithoutIndex, index, over: profile),
      equals: InspectionCost(seek: .milliseconds(3 * (50 + 1000))))
  }

  @Test func `is zero where mending changes nothing`() throws {
    var index = MediaIndex.plain()
    let end = index.bytes
    // Nothing reads it before the first seek.
    index.containerIndexes = [
      ContainerIndex(name: "Cues", range: ByteRange(end, end + 100), placement: .afterMedia)
    ]
    index.bytes += 100
    try expect(cost(.indexAfterMedia, index), equals: InspectionCost())
    let dead = try FileInspection(index, over: .dead).findings.first { $0.rule == .indexAfterMedia }
    expect(dead?.price == .endless)
  }

  @Test func `of a peak does not depend on an order in which the player does not read`() throws {
    var index = MediaIndex.plain(frames: 250)
    var offset: Int64 = 0
    for number in index.samples.indices {
      if index.samples[number].track == 0, (200..<300).contains(number) {
        index.samples[number].size = 6000
      }
      index.samples[number].offset = offset
      offset += Int64(index.samples[number].size)
      index.samples[number].needs = offset
    }
    index.bytes = offset
    let inOrder = try #require(try cost(.bitRatePeak, index))
    expect(inOrder.waits != .zero)
    index.demuxerOrder = index.samples.indices.map { UInt32($0 ^ 1) }
    try expect(cost(.bitRatePeak, index), equals: inOrder)
    // How one that reads in it would read the mended file is unknown.
    var parameters = BufferingPolicy.basic.parameters
    parameters.readOrder = .demuxer
    let presentation = try Presentation(index)
    let profile = InspectionReference.defaultProfile(
      bytes: index.bytes, duration: presentation.duration)
    let scenario = FileScenario(
      presentation, over: NetworkLink(following: profile), policy: try BufferingPolicy(parameters))
    let inspection = FileInspection(index, scenario, decoding: nil)
    let peak = try #require(inspection.findings.first { $0.rule == .bitRatePeak })
    expect(peak.price == .unknown)
  }

  @Test func `of a picture is that of the probe that it doubles`() throws {
    // Frames of 100 bytes from byte 40 000 on, of which a picture has 39 000: FFmpeg reads 65 536
    // bytes, and 4096 for four frames that begin at 1000.
    var index = Clip.frames(2000, lasting: .milliseconds(40), of: 100).index
    index.container = "mp3"
    for number in index.samples.indices {
      index.samples[number].offset += 40_000
      index.samples[number].needs += 40_000
    }
    index.bytes += 40_000
    index.openingReads = [ByteRange(0, 65_536)]
    index.tracks.append(
      Track(
        id: 1, kind: .attachedPicture, codec: "mjpeg", timeBase: Rational(1, 1000),
        isPreferred: false))
    let picture = UnshownMedia(
      track: 1, samples: 1, bytes: 39_000, duration: .zero, offset: 500)
    let mended = index.withoutPictures(of: [picture])
    expect(mended.openingReads, equals: [ByteRange(0, 4096)])
    expect(mended.samples[0].offset, equals: 1000)
    // What is not a power of two was read straight through.
    index.openingReads = [ByteRange(0, 45_056)]
    expect(index.withoutPictures(of: [picture]).openingReads, equals: [ByteRange(0, 6056)])
    index.openingReads = [ByteRange(0, 65_536)]
    index.container = "flac"
    expect(index.withoutPictures(of: [picture]).openingReads, equals: [ByteRange(0, 26_536)])
  }

  @Test func `is none by the nature of the finding, or because playback never begins`() throws {
    var index = MediaIndex.plain()
    index.container = "mov,mp4,m4a,3gp,3g2,mj2"
    try expect(cost(.missingDuration, index) == nil)
    index.tracks[0].frameRate = Rational(100, 1)
    try expect(cost(.highFrameRate, index) == nil)
    try expect(cost(.timestampsRestart, Self.joined(.plain()), over: .dead) == nil)
  }
}
