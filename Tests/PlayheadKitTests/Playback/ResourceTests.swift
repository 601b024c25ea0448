import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `A presentation of several resources` {
  /// Headers of 50 bytes, then two segments of two seconds and 200 bytes.
  private static var index: MediaIndex {
    var index = Clip(
      openingReads: [ByteRange(0, 50)],
      samples: (0..<4).map { number in
        let start = Int64(number % 2) * 100
        return Sample(
          at: .seconds(Int64(number)), lasting: .seconds(1), bytes: start..<start + 100)
      }
    ).index
    index.resources = [
      MediaResource(name: "init", bytes: 50, samples: 0..<0),
      MediaResource(name: "1", bytes: 200, samples: 0..<2),
      MediaResource(name: "2", bytes: 200, samples: 2..<4),
    ]
    return index
  }

  @Test func `is read from one to the next`() throws {
    let presentation = try Presentation(Self.index)
    let rendition = presentation.lanes[0].rendition
    #expect(rendition.order.runs.map(\.start) == [0, 50, 250].map { ReadPosition($0) })
    #expect(rendition.order.end == ReadPosition(450))
    #expect(
      [0, 49, 50, 249, 250, 449, 450].map { rendition.order.run(at: ReadPosition($0)).resource }
        == [0, 0, 1, 1, 2, 2, 2])
    #expect(
      rendition.segments.map(\.mediaTime) == [
        nil, TimeRange(start: .zero, end: .seconds(2)),
        TimeRange(start: .seconds(2), end: .seconds(4)),
      ])
    #expect(rendition.wantedBytes.ranges == [ReadRange(ReadPosition(50), ReadPosition(450))])
    #expect(rendition.decoding.position(at: .seconds(3)) == ReadPosition(350))
  }

  @Test func `takes a request for each`() throws {
    // Each first byte comes 100 ms after its request, which is sent when the one before is in.
    let policy = try BufferingPolicy(startupThreshold: .seconds(2), highWatermark: nil)
    var simulation = Simulation(
      FileScenario(
        try Presentation(Self.index),
        over: NetworkLink(following: try .byteAMillisecond(latency: .milliseconds(100))),
        policy: policy, options: SessionOptions(tickInterval: nil)))
    while simulation.step() {
      #expect(simulation.loader.brokenInvariants(at: simulation.player.wallTime) == [])
    }
    let session = simulation.run()
    #expect(session.requests.map(\.resource) == [0, 1, 2])
    #expect(session.requests.map(\.offset) == [0, 0, 0])
    #expect(session.requests.map(\.sent) == [0, 150, 450].map { .milliseconds($0) })
    #expect(session.requests.map(\.lastByte) == [150, 450, 750].map { .milliseconds($0) })
    #expect(session.requests.allSatisfy { $0.endReason == .complete })
    #expect(session.startup == .milliseconds(450))
    #expect(session.bytesDownloaded == 450 && session.bytesWasted == 0)
  }

  private static func play(
    _ policy: BufferingPolicy, do actions: [UserAction] = []
  ) throws -> Session {
    var simulation = Simulation(
      FileScenario(
        try Presentation(index),
        over: NetworkLink(following: try .byteAMillisecond(latency: .milliseconds(100))),
        policy: policy, actions: actions, options: SessionOptions(tickInterval: nil)))
    return try simulation.checked()
  }

  @Test func `takes the whole segment that a seek leads into`() throws {
    // At 0.2 s the request of the first segment has not brought a byte; 100 come in vain. That of
    // the second begins with the frame before the target, which is in at 0.5 s.
    let session = try Self.play(
      BufferingPolicy(startupThreshold: .seconds(1), highWatermark: nil),
      do: [UserAction(at: .milliseconds(200), .seek(to: .seconds(3), .exact))])
    #expect(session.requests.map(\.resource) == [0, 1, 2])
    #expect(session.requests.map(\.sent) == [0, 150, 200].map { .milliseconds($0) })
    #expect(session.requests.map(\.bytesWasted) == [0, 100, 0])
    #expect(session.requests.map(\.bytesReceived) == [50, 0, 200])
    #expect(session.startup == .milliseconds(500))
    #expect(session.elapsed == .milliseconds(1500))
  }

  @Test func `finishes a segment though the buffer is full, and holds back the next`() throws {
    // A frame fills the buffer at 0.35 s; the segment comes whole by 0.45 s. It is drained to half
    // a second when 1.5 of its 2 s are played, at 1.85 s.
    let session = try Self.play(
      BufferingPolicy(
        startupThreshold: .seconds(1), highWatermark: .seconds(1), lowWatermark: .milliseconds(500)
      ))
    #expect(session.startup == .milliseconds(350))
    #expect(session.requests.map(\.sent) == [0, 150, 1850].map { .milliseconds($0) })
    #expect(session.requests.map(\.lastByte) == [150, 450, 2150].map { .milliseconds($0) })
    #expect(session.requestTime == .milliseconds(750))
    #expect(session.stalls.isEmpty)
  }
}
