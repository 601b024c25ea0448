import Expectations
import MediaReading
import PlayheadKit
import Testing

/// With an unlimited buffer, the least wait without a stall is the largest, over the samples, of
/// arrival − presentation time, whatever the container and its requests.
@Suite("The least wait without a stall, of every fixture,")
struct FixtureClosedFormTests {
  @Test("is the latest arrival before its presentation time", arguments: Fixtures.playable)
  func minimumWait(clip: String) throws {
    let index = try Fixtures.index(at: Fixtures.clip(clip))
    let presentation = try Presentation(index)
    // Less than any of the clips takes, and uneven, so that they would stall.
    let profile = try BandwidthProfile(
      name: "uneven",
      intervals: [(1, 250_001), (2, 77_777), (3, 133_333)].map { seconds, rate in
        .init(
          duration: .seconds(seconds), rate: BitRate(bitsPerSecond: rate),
          latency: .milliseconds(60))
      })
    let link = NetworkLink(following: profile)
    func play(_ wait: WallTime) throws -> Session {
      let scenario = FileScenario(
        presentation, over: link,
        policy: try BufferingPolicy(
          startupThreshold: .zero, resumeThreshold: .zero, highWatermark: nil),
        actions: [UserAction(at: .zero, .pause), UserAction(at: wait, .play)],
        options: SessionOptions(tickInterval: nil, limit: .seconds(80_000)))
      var simulation = Simulation(scenario)
      return simulation.run()
    }
    let arrivals = Arrivals(of: try play(.seconds(40_000)), over: link)
    let (least, first) = arrivals.minimumWait(index, presentation)
    let enough = try play(least)
    expect(enough.stalls.isEmpty && enough.endReason == .ended)
    // The user's pause does not shorten the wait for the first frame.
    expect(enough.startup, equals: first)
    expect(enough.elapsed, equals: least + .playing(presentation.duration))
    for request in enough.requests {
      let since = request.sent + link.latency(at: request.sent)
      expect(request.firstByte, equals: link.arrival(of: 1, from: since))
      expect(request.lastByte, equals: link.arrival(of: request.bytesReceived, from: since))
    }
    let tooSoon = try play(least - .resolution)
    // With nothing in at all it would only start a nanosecond later.
    expect(tooSoon.stalls.count > 0 || least == first && tooSoon.startup == least)
  }
}

/// When bytes of a file come, by the requests that a session sent.
private struct Arrivals {
  private struct Request {
    var offset: Int64
    var sent: WallTime
    /// When the next one was sent, which ends it.
    var end: WallTime
  }

  private let requests: [Request]
  private let link: NetworkLink

  init(of session: Session, over link: NetworkLink) {
    var requests: [Request] = []
    for event in session.events {
      guard case .requestSent(_, let offset) = event.kind else { continue }
      if !requests.isEmpty { requests[requests.count - 1].end = event.wallTime }
      requests.append(Request(offset: offset, sent: event.wallTime, end: .bound))
    }
    self.requests = requests
    self.link = link
  }

  /// When the byte before `position` first comes.
  func arrival(before position: Int64) -> WallTime? {
    requests.compactMap { request in
      guard position > request.offset else { return nil }
      let since = request.sent + link.latency(at: request.sent)
      guard let arrival = link.arrival(of: position - request.offset, from: since),
        arrival <= request.end
      else { return nil }
      return arrival
    }.min()
  }

  /// The largest of arrival − presentation time over the samples that are shown, and of those at
  /// the origin.
  ///
  /// Media is read in byte order, so a sample is there when all before the end of it is; what
  /// different requests brought of that came in different order, so their ends count too.
  func minimumWait(
    _ index: MediaIndex, _ presentation: Presentation
  ) -> (least: WallTime, first: WallTime) {
    var least = WallTime.zero
    var first = WallTime.zero
    // Nothing is there before the file is opened.
    var latest =
      index.openingReads.compactMap { arrival(before: $0.upperBound) }.max() ?? .zero
    let samples = index.samples.filter { presentation.tracks.contains(Int($0.track)) }
    let starts = requests.map(\.offset)
    var waits: [(needs: Int64, arrival: WallTime)] = []
    for sample in samples.sorted(by: { $0.needs < $1.needs }) {
      for position in starts where position > sample.offset && position < sample.needs {
        latest = max(latest, arrival(before: position) ?? .zero)
      }
      if sample.needs > sample.offset {
        latest = max(latest, arrival(before: sample.needs) ?? .bound)
      }
      waits.append((sample.needs, latest))
    }
    // What a sample needs besides is what comes before it in its group of pictures.
    var groups = [Int64](repeating: 0, count: index.tracks.count)
    for sample in samples {
      let track = Int(sample.track)
      groups[track] = sample.isSync ? sample.needs : max(groups[track], sample.needs)
      guard sample.isShown, let time = sample.presentationTime else { continue }
      let arrival = waits.last { $0.needs <= groups[track] }?.arrival ?? .zero
      let mediaTime = time - presentation.origin
      guard mediaTime < presentation.duration else { continue }
      least = max(least, arrival - .playing(mediaTime))
      if mediaTime == .zero { first = max(first, arrival) }
    }
    return (least, first)
  }
}
