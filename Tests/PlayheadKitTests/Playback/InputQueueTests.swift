import Expectations
import Testing

@testable import PlayheadModel

/// Ten frames of a second and 100 bytes over a link of a byte a millisecond: a second of the input
/// queue is 100 bytes, and comes in 100 ms.
@Suite struct `A player with an input queue` {
  private static let clip = Clip.frames(10, lasting: .seconds(1), of: 100)

  private static func play(
    over profile: BandwidthProfile? = nil, _ change: (inout TrackRules) -> Void
  ) throws -> Session {
    var values = BufferingPolicy.Parameters()
    (values.startupThreshold, values.resumeThreshold) = (.zero, .zero)
    change(&values.tracks)
    return try clip.play(over: try profile ?? .byteAMillisecond(), BufferingPolicy(values))
  }

  /// The frame at the playhead and those that the demuxer takes, and then what lies in the queue.
  @Test(
    arguments: [(0, 2000, 300), (1, 2000, 400), (3, 2000, 600), (1, 2005, 401)]
      as [(Int, Int64, Int64)])
  func `starts with enough behind what its demuxer takes`(
    frames: Int, high: Int64, startup: Int64
  ) throws {
    let session = try Self.play {
      $0.inputHigh = .milliseconds(high)
      $0.inputVideoFrames = frames
    }
    expect(session.startup, equals: .milliseconds(startup))
  }

  @Test(
    arguments: [(nil, 50, 250), (20, 50, 250), (20, 5000, 1000), (nil, 0, 200)]
      as [(Int64?, Int64, Int64)])
  func `starts with as many bytes as are enough, or with the last`(
    high: Int64?, bytes: Int64, startup: Int64
  ) throws {
    let session = try Self.play {
      $0.inputHigh = high.map { .seconds($0) }
      $0.inputHighBytes = bytes
      $0.inputVideoFrames = 1
    }
    expect(session.startup, equals: .milliseconds(startup))
  }

  /// 500 bytes come, and no more: of these the demuxer takes 200 at the start, and 100 each second.
  @Test(
    arguments: [(nil, nil, 4), (1000, nil, 3), (1010, nil, 2), (1010, 100, 3), (1010, 0, 4)]
      as [(Int64?, Int64?, Int64)])
  func `stalls as too little is left, though nothing is dry`(
    low: Int64?, bytes: Int64?, mediaTime: Int64
  ) throws {
    let session = try Self.play(
      over: .steps([(milliseconds: 500, bytesAMillisecond: 1), (milliseconds: 1, 0)])
    ) {
      $0.inputHigh = .seconds(2)
      ($0.inputLow, $0.inputLowBytes) = (low.map { .milliseconds($0) }, bytes)
      $0.inputVideoFrames = 1
    }
    expect(session.startup, equals: .milliseconds(400))
    expect(session.stalls.map(\.mediaTime), equals: [.seconds(mediaTime)])
    expect(session.stalls.first?.start, equals: .milliseconds(400 + mediaTime * 1000))
    expect(session.phases.frozen, equals: .zero)
  }

  /// 500 bytes come, and the others from 10.5 s on: in the stall at 3 s, all 500 are taken, and 200
  /// more are waited for.
  @Test func `resumes with as much as it starts with`() throws {
    let session = try Self.play(
      over: .steps([
        (milliseconds: 500, bytesAMillisecond: 1), (milliseconds: 10_000, bytesAMillisecond: 0),
        (milliseconds: 1000, bytesAMillisecond: 1),
      ])
    ) {
      $0.inputHigh = .seconds(2)
      $0.inputLow = .seconds(1)
      $0.inputVideoFrames = 1
    }
    expect(session.stalls.map(\.start), equals: [.milliseconds(3400)])
    expect(session.stalls.map(\.duration), equals: [.milliseconds(10_700 - 3400)])
  }

  /// Sound lies behind the pictures, so that the demuxer takes pictures of which nobody is in need.
  @Test func `counts what its demuxer takes of each track`() throws {
    var values = BufferingPolicy.Parameters()
    (values.startupThreshold, values.resumeThreshold) = (.zero, .zero)
    values.tracks.inputHighBytes = 5
    values.tracks.inputAudio = .milliseconds(2500)
    let session = try Clip.soundBehindPictures.play(
      over: .byteAMillisecond(), BufferingPolicy(values))
    expect(session.startup, equals: .milliseconds(1035))
  }
}
