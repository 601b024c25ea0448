import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite("Damage of media")
struct MediaDamageTests {
  /// Ten frames of a second each, 100 bytes a frame.
  private static let clip = Clip.frames(10, lasting: .seconds(1), of: 100)

  private func damage(
    _ clip: Clip = clip, decoding: DecodingReport? = nil,
    _ change: (inout MediaIndex) -> Void = { _ in }
  ) throws -> MediaDamage {
    var index = clip.index
    for track in index.tracks.indices {
      index.tracks[track].sampleCount = index.samples.count { Int($0.track) == track }
    }
    change(&index)
    return MediaDamage(index, try Presentation(index), decoding: decoding)
  }

  private func table(_ count: Int, seconds: Int64, isComplete: Bool = true) -> AnnouncedSamples {
    AnnouncedSamples(
      count: count, range: TimeRange(start: .zero, end: .seconds(seconds)), isComplete: isComplete)
  }

  @Test("is none where nothing is announced")
  func none() throws {
    let damage = try damage()
    expect(!damage.isDamaged && damage.findings.isEmpty)
    expect(damage.missingSamples == 0 && damage.missingTime == .zero)
    expect(damage.undecodableTime == nil && damage.start == nil)
  }

  @Test("counts the samples that a table announces and the file does not hold")
  func tables() throws {
    let whole = try damage { $0.tracks[0].announced = table(10, seconds: 10) }
    expect(!whole.isDamaged)
    let short = try damage { $0.tracks[0].announced = table(13, seconds: 13) }
    expect(short.isDamaged)
    expect(short.missingSamples == 3 && short.missingTime == .seconds(3))
    expect(short.start, equals: .seconds(10))
    expect(
      short.findings,
      equals: ["track 0 (video): 3 of 13 samples missing (3.000 s), from 10.000 s on"])
  }

  @Test(
    "is exact in the time base of its track, rounded once",
    arguments: [3, 7, 30, 90_000] as [Int32])
  func exactTime(rate: Int32) throws {
    // Frames of one tick; the file holds the first two of so many.
    func time(_ ticks: Int64) -> MediaTime {
      MediaTime(nanoseconds: (ticks * 2_000_000_000 + Int64(rate)) / (2 * Int64(rate)))
    }
    for count in 3...9 as ClosedRange<Int64> {
      var clip = Self.clip
      clip.samples = (0..<2).map {
        Sample(at: time($0), lasting: time(1), bytes: 100 * $0..<100 * ($0 + 1))
      }
      let damage = try damage(clip) { index in
        index.tracks[0] = Track(
          id: 0, kind: .video, codec: "none", timeBase: Rational(1, rate), isPreferred: true,
          announced: AnnouncedSamples(
            count: Int(count), range: TimeRange(start: .zero, end: time(count)), isComplete: true))
        index.tracks[0].sampleCount = 2
      }
      expect(damage.missingTime, equals: time(count - 2))
    }
  }

  @Test("of several tracks is their samples together, and the time of the one that lacks most")
  func tracks() throws {
    var clip = Self.clip
    clip.tracks = [.video, .audio]
    clip.samples += (0..<4).map {
      Sample(
        at: .seconds($0), lasting: .seconds(1), bytes: 1000 + 10 * $0..<1010 + 10 * $0, track: 1)
    }
    let damage = try damage(clip) { index in
      index.tracks[0].announced = table(11, seconds: 11)
      index.tracks[1].announced = table(9, seconds: 9)
    }
    expect(damage.missingSamples == 6 && damage.missingTime == .seconds(5))
    expect(damage.start, equals: .seconds(4))
  }

  @Test(
    "is not looked for in tracks that nothing plays, such as chapters", arguments: [true, false])
  func unplayable(isPlayable: Bool) throws {
    let damage = try damage { index in
      index.tracks.append(
        Track(
          id: 1, kind: isPlayable ? .audio : .subtitle, codec: "text", timeBase: Rational(1, 1),
          isPreferred: false, announced: table(4, seconds: 4)))
    }
    expect(damage.isDamaged, equals: isPlayable)
  }

  @Test("begins where a stated duration is missed by more than a second")
  func statedDuration() throws {
    let most = try damage { $0.announcedDuration = .seconds(11) }
    expect(!most.isDamaged)
    let next = try damage { $0.announcedDuration = MediaTime(nanoseconds: 11_000_000_001) }
    expect(next.missingTime, equals: MediaTime(nanoseconds: 1_000_000_001))
    expect(next.start, equals: .seconds(10))
    // A table that lists every sample says more than a duration, and one of fragments does not.
    for isComplete in [true, false] {
      let listed = try damage { index in
        index.announcedDuration = .seconds(20)
        index.tracks[0].announced = table(10, seconds: 10, isComplete: isComplete)
      }
      expect(listed.isDamaged != isComplete)
    }
  }

  @Test("is not what a longer track of another kind announces, or a start away from zero")
  func longestTrack() throws {
    var clip = Self.clip
    clip.tracks = [.video, .subtitle]
    clip.samples.append(
      Sample(at: .seconds(15), lasting: .seconds(5), bytes: 1000..<1010, track: 1))
    let damage = try damage(clip) { index in
      index.announcedDuration = .seconds(20)
      index.tracks[1].isPreferred = false
    }
    expect(!damage.isDamaged)
    var late = Self.clip
    for number in late.samples.indices {
      late.samples[number].presentationTime = .seconds(100 + Int64(number))
    }
    // Matroska counts from zero, FLV from the first sample.
    for seconds: Int64 in [10, 110] {
      expect(!(try self.damage(late) { $0.announcedDuration = .seconds(seconds) }.isDamaged))
    }
    try expect(
      self.damage(late) { $0.announcedDuration = .seconds(112) }.missingTime, equals: .seconds(2))
  }

  @Test("is a byte less than announced, and not one more")
  func announcedBytes() throws {
    for (bytes, isDamaged) in [(Int64(999), false), (1000, false), (1001, true)] {
      let damage = try damage { $0.announcedBytes = bytes }
      expect(damage.isDamaged, equals: isDamaged)
    }
  }

  @Test("is reading that stops before the end of the file, not at it")
  func interruption() throws {
    for (offset, isDamaged) in [(Int64(999), true), (1000, false)] {
      let damage = try damage {
        $0.interruption = ReadingInterruption(offset: offset, reason: "broken")
      }
      expect(damage.isDamaged, equals: isDamaged)
    }
  }

  @Test("is a last sample that the container found cut, and not another")
  func cutSample() throws {
    for (number, isDamaged) in [(8, false), (9, true)] {
      var clip = Self.clip
      clip.samples[number].flags.insert(.corrupt)
      try expect(damage(clip).isDamaged, equals: isDamaged)
    }
  }

  @Test("is undecodable for as long as any track is, counted once")
  func undecodable() throws {
    var clip = Self.clip
    clip.tracks = [.video, .audio]
    clip.samples += Self.clip.samples.map { sample in
      var sample = sample
      sample.track = 1
      return sample
    }
    func range(_ start: Int64, _ end: Int64) -> TimeRange {
      TimeRange(start: .seconds(start), end: .seconds(end))
    }
    let report = DecodingReport(tracks: [
      .init(track: 0, frames: 7, undecodable: [range(1, 3), range(6, 7)]),
      .init(track: 1, frames: 8, undecodable: [range(2, 4)]),
    ])
    let found = try damage(clip, decoding: report)
    expect(found.undecodableTime == .seconds(4) && found.start == .seconds(1))
    expect(found.missingTime == .zero && found.missingSamples == 0)
    expect(
      found.findings,
      equals: [
        "track 0 (video): 3.000 s undecodable, from 1.000 s to 3.000 s, from 6.000 s to 7.000 s",
        "track 1 (audio): 2.000 s undecodable, from 2.000 s to 4.000 s",
      ])
    let whole = DecodingReport(tracks: [.init(track: 0, frames: 10, undecodable: [])])
    try expect(damage(decoding: whole).undecodableTime, equals: .zero)
    expect(!(try damage(decoding: whole).isDamaged))
  }

  @Test("lists the first three of many stretches", arguments: [(4, ""), (5, ", 2 more stretches")])
  func manyStretches(count: Int, rest: String) throws {
    let ranges = (0..<Int64(count)).map {
      TimeRange(start: .seconds(2 * $0), end: .seconds(2 * $0 + 1))
    }
    let report = DecodingReport(tracks: [.init(track: 0, frames: 1, undecodable: ranges)])
    let finding = try #require(damage(decoding: report).findings.first)
    expect(finding.hasSuffix(rest))
    expect(finding.count(of: "from"), equals: (rest.isEmpty ? 4 : 3))
  }

  @Test("is part of a session's metrics, and can be expected not to be there")
  func metrics() throws {
    let short = try damage { $0.tracks[0].announced = table(13, seconds: 13) }
    let session = ComparisonTests.session
    let summary = SessionSummary(session, damage: short)
    expect(summary[.missingSamples], equals: .count(3))
    expect(summary[.missingSeconds], equals: .mediaTime(.seconds(3)))
    expect(summary[.undecodableSeconds] == nil)
    expect(summary[.damaged], equals: .flag(true))
    let holding: [(String, whole: Bool, damaged: Bool)] = [
      ("missingSamples == 0", true, false), ("missingSamples <= 3", true, true),
      ("missingSamples < 3", true, false), ("missingSeconds <= 3s", true, true),
      ("missingSeconds <= 2.999999999s", true, false), ("damaged == false", false, false),
      ("damaged != false", false, true), ("damaged == true", false, true),
      ("undecodableSeconds == 0s", false, false),
    ]
    for (text, whole, damaged) in holding {
      let expectation = try SessionExpectation(parsing: text)
      expect(
        expectation.result(SessionSummary(session), stalls: []).holds, equals: whole, "\(text)")
      expect(expectation.result(summary, stalls: []).holds, equals: damaged, "\(text)")
    }
    let decoded = SessionSummary(session, damage: MediaDamage(isDecoded: true))
    try expect(
      SessionExpectation(parsing: "undecodableSeconds == 0s").result(decoded, stalls: []).holds)
    expect(decoded[.damaged] == .flag(false) && SessionSummary(session)[.damaged] == nil)
    for text in ["damaged < true", "damaged == 1", "damaged == no"] {
      #expect(throws: GrammarError.self) { try SessionExpectation(parsing: text) }
    }
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
