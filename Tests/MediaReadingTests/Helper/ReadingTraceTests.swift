import Expectations
import PlayheadKit
import Testing

@testable import MediaReading
@testable import PlayheadModel

/// What a second process makes of a file that crashed the first, without any crash.
@Suite("Reading a file up to where a reading crashed")
struct ReadingTraceTests {
  typealias Place = ReadingTrace.Place

  /// A reading of a fixture that stops at `crashes`, and what it noted last.
  private func read(
    _ clip: String, decode mode: DecodeMode = .none, crashes: [Place]
  ) throws -> (MediaReading, last: [Int64]) {
    let notes = UnsafeMutablePointer<Int64>.allocate(capacity: 4)
    defer { unsafe notes.deallocate() }
    unsafe notes.initialize(repeating: 0, count: 4)
    let trace = ReadingTrace(
      notes: UInt(bitPattern: notes), crashes: crashes, isSequential: true)
    let file = InputFile(
      try InputFile(path: Fixtures.clip(clip)), name: Fixtures.clip(clip), trace: trace)
    let reading = try FileReading(
      file: file, mode: mode, tracks: nil, interruption: Interruption(), cores: 1,
      onProgress: { _ in }
    ).read().reading
    return (reading, (0..<4).map { unsafe notes[$0] })
  }

  @Test("Without a crash a traced reading is the plain one, and its last place is noted")
  func plain() throws {
    let plain = try MediaReader(cores: 1).read(Fixtures.clip("fragmented.mp4"), decode: .none)
    let (reading, last) = try read("fragmented.mp4", crashes: [])
    expect(reading, equals: plain)
    // The second pass, for the order, reads all packets too, and then the end.
    let count = Int64(plain.index.samples.count)
    expect(last, equals: [ReadingTrace.Activity.demuxing.rawValue, 1, count + 1, 0])
  }

  @Test(
    "Of the samples that tables describe, only the first are read one by one",
    arguments: [
      ("faststart.mp4", true), ("moov-at-end.mp4", true), ("hevc.mp4", true),
      ("audio-only.m4a", true), ("video-only.mp4", true), ("cover-art.m4a", true),
      // A second reading finds the order, or an edit list begins within a group.
      ("badly-interleaved.mp4", false), ("edit-list.mp4", false),
      // Another track's samples are parsed, or pictures are reordered and differ in length.
      ("parsed-audio.mp4", false), ("variable-frame-rate.mp4", false), ("fragmented.mp4", false),
      ("truncated.mp4", false),
    ])
  func tables(clip: String, areTaken: Bool) throws {
    let (reading, last) = try read(clip, crashes: [])
    expect(last[0], equals: ReadingTrace.Activity.demuxing.rawValue)
    expect((last[2] < reading.index.samples.count / 2), equals: areTaken, "\(last)")
  }

  @Test("An index ends before the packet at which demuxing crashed", arguments: [1, 2, 60, 1438])
  func demuxing(packet: Int64) throws {
    let crash = Place(activity: .demuxing, pass: 0, packet: packet)
    // Payload is left out of the first pass, which reads the first samples one by one; the second
    // reads all.
    let second = Place(activity: .demuxing, pass: 1, packet: packet)
    let (reading, _) = try read("basic.mkv", crashes: [crash, second].filter { $0.packet < 434 })
    let whole = try MediaReader(cores: 1).read(Fixtures.clip("basic.mkv"), decode: .none)
    guard packet < 434 else {
      expect(reading, equals: whole)
      return
    }
    expect(reading.index.samples.count, equals: Int(packet) - 1)
    expect(reading.index.interruption?.reason, equals: "FFmpeg crashes there")
  }

  @Test("A crash while probing leaves a file unprobed, but read")
  func probing() throws {
    let crash = Place(activity: .probing, pass: 0, packet: 0)
    let (reading, _) = try read("faststart.mp4", decode: .all, crashes: [crash])
    expect(reading.index.samples.count, equals: 1439)
    expect(reading.decoding?.tracks.map(\.frames), equals: [500, 938])
  }

  @Test("A crash while opening is told")
  func opening() throws {
    let crash = Place(activity: .opening, pass: 0, packet: 0)
    #expect(
      throws: MediaReadingError.notMedia(
        name: Fixtures.clip("faststart.mp4"), reason: "FFmpeg crashes there")
    ) {
      _ = try read("faststart.mp4", crashes: [crash])
    }
  }

  @Test("A track is undecodable from the packet at which its decoder crashed")
  func decoding() throws {
    let path = Fixtures.clip("audio-only.m4a")
    let samples = try MediaReader(cores: 1).read(path, decode: .none).index.samples
    // The index takes a pass, strict decoding one, and decoding with concealment another.
    let crashes = [1, 2].map { Place(activity: .decoding, pass: $0, packet: 100) }
    let (reading, _) = try read("audio-only.m4a", decode: .all, crashes: crashes)
    let report = try #require(reading.decoding?.tracks.first)
    // Of the 99 before it, the first is priming and gives no frame.
    expect(report.frames, equals: 98)
    expect(report.crash, equals: samples[99].presentationTime)
    let last = try #require(samples.last?.presentationTime) + samples[samples.count - 1].duration
    let start = try #require(samples[99].presentationTime)
    expect(report.undecodable, equals: [TimeRange(start: start, end: last)])
    let media = try MediaSurvey(reading, named: path, tracks: nil).media
    expect(
      media.remarks.count == 1
        && media.remarks[0].hasPrefix("track 0: FFmpeg's decoder crashes at "))
    expect(media.damage.isDamaged)
  }

  @Test("Of a decoder that crashed at the end, the frames that it held are missing")
  func draining() throws {
    let crashes = [1, 2, 3].map { Place(activity: .draining, pass: $0, packet: 150) }
    let (reading, _) = try read("video-only.mp4", decode: .all, crashes: crashes)
    // The end of the file is noted as a packet too.
    let atEnd = [1, 2, 3].map { Place(activity: .draining, pass: $0, packet: 151) }
    let (crashed, _) = try read("video-only.mp4", decode: .all, crashes: atEnd)
    expect(reading.decoding?.tracks.first?.frames, equals: 150)
    let report = try #require(crashed.decoding?.tracks.first)
    expect(report.frames < 150 && report.crash != nil && report.undecodable.count == 1)
  }
}
