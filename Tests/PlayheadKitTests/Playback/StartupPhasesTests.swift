import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// Frames of a second and 1000 bytes over a byte a millisecond, so that sizes can be read as times.
@Suite struct `The startup of a session` {
  /// Ten frames from byte 100 on, and a player that starts with two of them.
  private static func session(
    _ reads: [ByteRange], over profile: BandwidthProfile, do actions: [UserAction] = [],
    limit: WallTime? = nil
  ) throws -> Session {
    var clip = Clip.frames(10, lasting: .seconds(1), of: 1000, from: 100)
    clip.openingReads = reads
    clip.bytes = 300_000
    return try clip.play(
      over: profile, BufferingPolicy(startupThreshold: .seconds(2)), do: actions, limit: limit)
  }

  private static func phases(
    opening: Int64, firstFrame: Int64, threshold: Int64, bytes: Int64, requests: Int,
    _ milestone: StartupPhases.Milestone
  ) -> StartupPhases {
    var phases = StartupPhases()
    phases.opening = .milliseconds(opening)
    phases.firstFrame = .milliseconds(firstFrame)
    phases.threshold = .milliseconds(threshold)
    phases.openingBytes = bytes
    phases.openingRequests = requests
    phases.milestone = milestone
    return phases
  }

  @Test func `adds up from opening, the first frame and the threshold`() throws {
    let profile = try BandwidthProfile.byteAMillisecond(latency: .milliseconds(50))
    // The request for the head goes on into the media.
    let head = try Self.session([ByteRange(0, 100)], over: profile)
    expect(
      head.startupPhases,
      equals: Self.phases(
        opening: 150, firstFrame: 1000, threshold: 1000, bytes: 100, requests: 1, .started))
    // An index at the end takes a request of its own, and the media then another.
    let tail = try Self.session([ByteRange(0, 100), ByteRange(200_000, 200_500)], over: profile)
    expect(
      tail.startupPhases,
      equals: Self.phases(
        opening: 700, firstFrame: 1050, threshold: 1000, bytes: 600, requests: 2, .started))
    let none = try Self.session([], over: profile)
    expect(
      none.startupPhases,
      equals: Self.phases(
        opening: 0, firstFrame: 1050, threshold: 1000, bytes: 0, requests: 0, .started))
    for session in [head, tail, none] {
      expect(session.startup, equals: session.startupPhases.total)
    }
  }

  @Test(arguments: [600, 2099, 2100, 9000] as [Int64])
  func `is not shortened or lengthened by a pause`(played: Int64) throws {
    let session = try Self.session(
      [ByteRange(0, 100)], over: .byteAMillisecond(),
      do: [UserAction(at: .milliseconds(50), .pause), UserAction(at: .milliseconds(played), .play)])
    // Opening is over at 100 ms, the first frame is there at 1100 ms, the second at 2100 ms.
    expect(
      session.startupPhases,
      equals: Self.phases(
        opening: 100, firstFrame: 1000, threshold: 1000, bytes: 100, requests: 1, .started))
    expect(session.startup, equals: .milliseconds(2100))
  }

  /// A link that brings so many bytes, and then nothing.
  @Test(
    arguments: [
      (0, StartupPhases.Milestone.requested, 0), (60, .requested, 60), (99, .requested, 99),
      (100, .opened, 100), (1099, .opened, 100), (1100, .firstFrame, 100),
      (2099, .firstFrame, 100), (2100, .started, 100),
    ] as [(Int64, StartupPhases.Milestone, Int64)])
  func `says how far it came`(bytes: Int64, milestone: StartupPhases.Milestone, opening: Int64)
    throws
  {
    let profile = try BandwidthProfile.steps([(max(1, bytes), bytes > 0 ? 1 : 0), (1, 0)])
    let session = try Self.session([ByteRange(0, 100)], over: profile)
    let phases = session.startupPhases
    expect(phases.milestone, equals: milestone)
    // The session lasts until the last byte of an opening that is never over.
    if milestone == .requested {
      expect(session.elapsed == .milliseconds(bytes) && session.bytesDownloaded == bytes)
      expect(session.endReason == .starved && phases.opening == session.elapsed)
    }
    expect(phases.openingBytes == opening && phases.openingRequests == 1)
  }

  /// What the summary says of a clip whose opening takes so many bytes, and which starts with the
  /// first frame.
  private static func summary(
    opening: Int64, indexAt place: Int64?, bytes: Int64 = .max, frame: Int64 = 1000,
    threshold: Int64 = 1
  ) throws -> String {
    var clip = Clip.frames(10, lasting: .seconds(1), of: frame, from: opening)
    clip.openingReads = [ByteRange(0, opening)]
    // What it brings is enough unless given.
    let profile = try BandwidthProfile.steps([(min(bytes, 100_000), 1), (1, 0)])
    var report = try clip.report(
      over: profile, BufferingPolicy(startupThreshold: .seconds(threshold)))
    report.media.index.containerIndexes = place.map {
      [ContainerIndex(name: "moov", range: ByteRange($0, $0 + 10), placement: .beforeMedia)]
    }
    let style = TextStyle(width: 200, usesUnicode: false, usesColor: false)
    return SessionText.text(report, style: style, contents: .summary)
  }

  @Test(
    arguments: [
      (1000, 20, "Starts after 2.00 s, 1.00 s of it connecting and reading the index, then"),
      (1000, nil, "Starts after 2.00 s, 1.00 s of it connecting and reading the headers, then"),
      (1000, 1000, "Starts after 2.00 s, 1.00 s of it connecting and reading the headers, then"),
      (1000, 999, "Starts after 2.00 s, 1.00 s of it connecting and reading the index, then"),
      (999, nil, "Starts after 2.00 s, then"),
    ] as [(Int64, Int64?, String)])
  func `says in a sentence what took half of it or more`(
    opening: Int64, place: Int64?, sentence: String
  ) throws {
    try expect(Self.summary(opening: opening, indexAt: place).hasPrefix(sentence))
  }

  @Test func `has no words for less than half of it or less than a second`() throws {
    try expect(
      Self.summary(opening: 1999, indexAt: 0, threshold: 2)
        .hasPrefix("Starts after 4.00 s, then"))
    try expect(
      Self.summary(opening: 2000, indexAt: 0, threshold: 2)
        .hasPrefix("Starts after 4.00 s, 2.00 s of it"))
    try expect(
      Self.summary(opening: 999, indexAt: 0, frame: 500).hasPrefix("Starts after 1.50 s, then"))
  }

  @Test func `has a row for what it was spent on`() throws {
    let text = try Self.summary(opening: 1500, indexAt: 0)
    expect(
      text.contains(
        "startup         2.500 s\n                1.500 s connecting and reading the index "
          + "(1.50 kB in 1 request) + 1.000 s to the first frame + 0.000 s to the start of playback\n"
      ))
  }

  @Test(
    arguments: [
      (600, "never: connecting and reading the index, 600 B of 1.50 kB in 1 request"),
      (1600, "never: headers read after 1.500 s, first frame not loaded"),
    ] as [(Int64, String)])
  func `says in a row how far it came without a first frame`(bytes: Int64, row: String) throws {
    let text = try Self.summary(opening: 1500, indexAt: 0, bytes: bytes)
    expect(text.contains("startup         \(row)\n"))
  }
}
