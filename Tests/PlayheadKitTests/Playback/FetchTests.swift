import Expectations
import Testing

@testable import PlayheadModel

/// Four seconds of video, 100 bytes each, before all of the audio, 10 bytes each second, of which a
/// demuxer emits a second of each in turn; a byte a millisecond, the first of a request after 0.1
/// s.
@Suite struct `A session of a player that reads as a demuxer` {
  private static var clip: Clip {
    let video = Clip.frames(4, lasting: .seconds(1), of: 100).samples
    let audio = Clip.frames(4, lasting: .seconds(1), of: 10, from: 400).samples.map { sample in
      var sample = sample
      sample.track = 1
      return sample
    }
    var clip = Clip(samples: video + audio)
    clip.tracks = [.video, .audio]
    return clip
  }

  private static func play(
    _ order: ReadOrder, readThrough: Int64, requests: Int = 1, seekBack: Int64? = nil
  ) throws -> Session {
    var index = clip.index
    index.demuxerOrder = [0, 4, 1, 5, 2, 6, 3, 7]
    var parameters = BufferingPolicy.Parameters()
    parameters.readOrder = order
    parameters.readThrough = readThrough
    parameters.parallelRequests = requests
    parameters.seekBack = seekBack
    parameters.highWatermark = nil
    return try playSteadily(index, parameters)
  }

  /// After byte 410 it goes back to 100, then from 420 to 200, and from 430 to 300: 310, 220 and
  /// 130 bytes.
  @Test(
    arguments: [
      (310, [0]), (309, [0, 100]), (220, [0, 100]), (219, [0, 100, 200]), (130, [0, 100, 200]),
      (129, [0, 100, 200, 300]), (0, [0, 100, 200, 300]),
    ] as [(Int64, [Int64])])
  func `goes back as far as its request is kept`(seekBack: Int64, offsets: [Int64]) throws {
    let session = try Self.play(.demuxer, readThrough: 300, seekBack: seekBack)
    // A request from 100 on has all from there on, and one from 200 or 300 on likewise.
    expect(session.requests.map(\.offset), equals: offsets, "\(seekBack)")
    if seekBack == 310 { expect(session.startup, equals: .milliseconds(520)) }
  }

  /// The buffer has 600 bytes, as the first sound is 300 behind the frame of a second later.
  ///
  /// What does not fit with another read is 409 bytes from the start as it goes back to 100, and so
  /// on.
  @Test(
    arguments: [
      (171, [0]), (172, [0, 300]), (181, [0, 300]), (182, [0, 200]), (191, [0, 200]),
      (192, [0, 100]), (599, [0, 100, 200, 300]), (600, [0, 100, 200, 300]),
    ] as [(Int64, [Int64])])
  func `goes back as far as a buffer reaches that the index asks for`(
    reads: Int64, offsets: [Int64]
  ) throws {
    var index = Self.clip.index
    for number in index.samples.indices {
      index.samples[number].decodeTime = index.samples[number].presentationTime
    }
    index.demuxerOrder = [0, 4, 1, 5, 2, 6, 3, 7]
    var parameters = BufferingPolicy.Parameters()
    parameters.readOrder = .demuxer
    parameters.readThrough = 0
    parameters.seekBack = 0
    parameters.windowReads = reads
    parameters.highWatermark = nil
    let session = try playSteadily(index, parameters)
    expect(session.requests.map(\.offset), equals: offsets)
  }

  /// The second frame is read first, at the end of the file; all of the first came before it.
  @Test(arguments: [(250, [0], 400), (249, [0, 50], 600)] as [(Int64, [Int64], Int64)])
  func `has at once what its request has brought before`(
    seekBack: Int64, offsets: [Int64], startup: Int64
  ) throws {
    var index = Clip(
      openingReads: [ByteRange(0, 50)],
      samples: [
        Sample(at: .zero, lasting: .seconds(1), bytes: 50..<150),
        Sample(at: .seconds(1), lasting: .seconds(1), bytes: 200..<300),
      ]
    ).index
    index.demuxerOrder = [1, 0]
    var parameters = BufferingPolicy.Parameters()
    parameters.readOrder = .demuxer
    parameters.readThrough = 150
    parameters.seekBack = seekBack
    parameters.highWatermark = nil
    let session = try playSteadily(index, parameters)
    expect(session.requests.map(\.offset), equals: offsets)
    expect(session.startup, equals: .milliseconds(startup))
  }

  @Test func `sends a request for every jump that is not read through`() throws {
    // Each run of bytes takes 0.1 s and its length, and what the request before wastes is over
    // then.
    let session = try Self.play(.demuxer, readThrough: 0)
    let requests = session.requests
    expect(requests.map(\.offset), equals: [0, 400, 100, 410, 200, 420, 300, 430])
    expect(requests.map(\.bytesReceived), equals: [100, 10, 100, 10, 100, 10, 100, 10])
    // All that comes in 0.1 s, or what there is up to the end of the file.
    expect(requests.map(\.bytesWasted), equals: [100, 30, 100, 20, 100, 10, 40, 0])
    expect(
      requests.map(\.lastByte),
      equals: [200, 310, 510, 620, 820, 930, 1130, 1240].map { .milliseconds($0) })
    expect(requests.dropLast().allSatisfy { $0.endReason == .droppedBySkip })
    // Two seconds of both.
    expect(session.startup, equals: .milliseconds(620))
    expect(session.stalls.isEmpty && session.elapsed == .milliseconds(4620))
  }

  @Test func `goes back to what it has read through at no cost`() throws {
    // The audio of the second second, which ends at byte 420, is in at 0.52 s.
    let session = try Self.play(.demuxer, readThrough: 300)
    expect(session.requests.map(\.bytesReceived), equals: [440])
    expect(session.startup, equals: .milliseconds(520))
    // A byte less, and the first jump takes a request.
    try expect(
      Self.play(.demuxer, readThrough: 299).requests.map(\.offset).prefix(2), equals: [0, 400])
  }

  @Test func `has the same bytes in byte order later`() throws {
    let session = try Self.play(.byte, readThrough: 0)
    expect(session.requests.map(\.bytesReceived), equals: [440])
    expect(session.startup, equals: .milliseconds(520))
  }

  @Test func `reads on where it was with a second request`() throws {
    // 0.1 s for the first byte, 0.1 s for a frame, 0.1 s for the second request; then no more
    // waits.
    let session = try Self.play(.demuxer, readThrough: 0, requests: 2)
    let requests = session.requests
    expect(requests.map(\.offset), equals: [0, 400])
    expect(requests.map(\.sent), equals: [0, 200].map { .milliseconds($0) })
    expect(requests.map(\.bytesReceived), equals: [400, 40])
    expect(requests.map(\.lastByte), equals: [630, 640].map { .milliseconds($0) })
    expect(requests.map(\.endReason), equals: [.droppedAsLoaded, .complete])
    expect(requests.map(\.bytesWasted), equals: [40, 0])
    expect(session.startup, equals: .milliseconds(420))
    expect(session.requestTime, equals: .milliseconds(640))
  }
}

/// An index at the end: a read of 60 bytes at the start, of which media begins at byte 40, and one
/// of the last 50; then four seconds of 100 bytes each.
@Suite struct `A session of a player that keeps only so much of a request` {
  private static func offsets(
    _ seekBack: Int64?, readThrough: Int64 = 0, reads: [ByteRange]
  ) throws -> [Int64] {
    var clip = Clip.frames(4, lasting: .seconds(1), of: 100, from: 40)
    clip.openingReads = reads
    clip.bytes = 490
    var parameters = BufferingPolicy.Parameters()
    parameters.highWatermark = nil
    parameters.readThrough = readThrough
    parameters.seekBack = seekBack
    return try playSteadily(clip.index, parameters).requests.map(\.offset)
  }

  @Test func `fetches again what a request before the last brought`() throws {
    let reads = [ByteRange(0, 60), ByteRange(440, 490)]
    try expect(Self.offsets(nil, reads: reads), equals: [0, 440, 60])
    try expect(Self.offsets(1000, reads: reads), equals: [0, 440, 40])
    try expect(Self.offsets(0, reads: reads), equals: [0, 440, 40])
  }

  /// Media begins 20 bytes before the end of what opening reads.
  @Test(arguments: [(20, [0]), (19, [0, 40])] as [(Int64, [Int64])])
  func `continues from the headers as far as they are kept`(
    seekBack: Int64, offsets: [Int64]
  ) throws {
    try expect(Self.offsets(seekBack, reads: [ByteRange(0, 60)]), equals: offsets)
  }

  /// The second read goes back 10 bytes behind the end of the first, and media 25 behind its own.
  @Test(arguments: [(10, [0, 40]), (9, [0, 20, 40])] as [(Int64, [Int64])])
  func `opens a file with a request for each read that goes back farther`(
    seekBack: Int64, offsets: [Int64]
  ) throws {
    let reads = [ByteRange(0, 30), ByteRange(20, 65)]
    try expect(Self.offsets(seekBack, reads: reads), equals: offsets)
  }
}

/// Four seconds of 100 bytes each, requested in blocks of 128.
@Suite struct `A session of a player that requests blocks` {
  private static func play(
    startup: MediaTime, do actions: [UserAction] = []
  ) throws -> Session {
    var parameters = BufferingPolicy.Parameters()
    parameters.startupThreshold = startup
    parameters.highWatermark = nil
    parameters.readThrough = 0
    parameters.blockBytes = 128
    return try playSteadily(
      Clip.frames(4, lasting: .seconds(1), of: 100).index, parameters, do: actions)
  }

  /// Blocks end at bytes 128, 256 and 384; the last is cut short at 400.
  @Test(arguments: [(1, 228), (2, 356), (3, 484), (4, 500)] as [(Int64, Int64)])
  func `has a frame with the last of its blocks`(seconds: Int64, milliseconds: Int64) throws {
    let session = try Self.play(startup: .seconds(seconds))
    expect(session.startup, equals: .milliseconds(milliseconds))
    expect(session.requests.map(\.bytesReceived), equals: [400])
  }

  @Test func `asks for the whole block that a seek leads into`() throws {
    // At 0.15 s there are 50 bytes, of no use, and 100 more come in vain. The last second begins at
    // byte 300, in the block from 256 on, of which 144 bytes are left.
    let session = try Self.play(
      startup: .seconds(1),
      do: [UserAction(at: .milliseconds(150), .seek(to: .seconds(3), .exact))])
    expect(session.requests.map(\.offset), equals: [0, 256])
    expect(session.requests.map(\.bytesReceived), equals: [50, 144])
    expect(session.requests.map(\.bytesWasted), equals: [100, 0])
    expect(session.startup, equals: .milliseconds(394))
  }
}

/// Plays it over a byte a millisecond with a latency of 0.1 s, and checks the loader after each
/// step.
private func playSteadily(
  _ index: MediaIndex, _ parameters: BufferingPolicy.Parameters, do actions: [UserAction] = []
) throws -> Session {
  var simulation = Simulation(
    FileScenario(
      try Presentation(index),
      over: NetworkLink(following: try .byteAMillisecond(latency: .milliseconds(100))),
      policy: try BufferingPolicy(parameters), actions: actions,
      options: SessionOptions(tickInterval: nil)))
  while simulation.step() {
    expect(simulation.loader.brokenInvariants(at: simulation.player.wallTime), equals: [])
  }
  return simulation.run()
}
