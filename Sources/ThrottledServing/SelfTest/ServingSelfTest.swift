package import PlayheadKit

/// What a server delivers on this machine, measured by a client that reads as fast as it can.
package struct ServingSelfTest: Sendable {
  /// The rates to measure.
  package var rates: [BitRate]
  /// How long to measure each.
  package var duration: WallTime

  /// A test of these rates, each for `duration`.
  package init(
    rates: [BitRate] = Self.defaultRates, duration: WallTime = .seconds(3)
  ) {
    self.rates = rates
    self.duration = duration
  }

  /// Eight rates from 100 kbit/s to 50 Mbit/s.
  package static let defaultRates = [
    100_000, 300_000, 1_000_000, 3_000_000, 8_000_000, 16_000_000, 25_000_000, 50_000_000,
  ].map { BitRate(bitsPerSecond: $0) }

  /// The rate at which latency and sharing are measured.
  private static let commonRate = BitRate(bitsPerSecond: 8_000_000)
  /// The latency that is measured.
  private static let latency = WallTime.milliseconds(100)

  /// What is measured together, in order.
  package struct Part: Hashable, Sendable {
    /// What is measured.
    package var subject: Subject
    /// The rate of the link.
    package var rate: BitRate
    /// The latency of the link.
    package var latency: WallTime
    /// The number of connections that share the link.
    package var connections: Int
  }

  /// Each rate, then the latency, then two connections.
  package var parts: [Part] {
    rates.map { Part(subject: .rate, rate: $0, latency: .zero, connections: 1) } + [
      Part(subject: .latency, rate: Self.commonRate, latency: Self.latency, connections: 1),
      Part(subject: .sharing, rate: Self.commonRate, latency: .zero, connections: 2),
    ]
  }

  /// Measures `part`, each of its connections.
  ///
  /// - Throws: ``ServingError`` if a server cannot be started or reached.
  package func measure(_ part: Part) throws(ServingError) -> [Measurement] {
    try measure(part.subject, at: part.rate, latency: part.latency, clients: part.connections)
  }

  /// What is measured.
  package enum Subject: String, Sendable, CaseIterable {
    /// What one connection gets.
    case rate
    /// When the first byte comes.
    case latency
    /// What each of two connections gets.
    case sharing
  }

  /// What was measured of one connection.
  package struct Measurement: Hashable, Sendable {
    /// What was measured.
    package var subject: Subject
    /// The rate of the link.
    package var rate: BitRate
    /// The latency of the link.
    package var latency: WallTime
    /// The number of connections that share the link.
    package var connections: Int
    /// The time from the request to the last byte taken.
    package var elapsed: WallTime
    /// The bytes that were due to the connection by then.
    package var dueBytes: Int64
    /// The bytes that had come.
    package var receivedBytes: Int64
    /// From the request to the head of the response.
    package var head: WallTime
    /// The longest time by which a byte was late, as far as reading can tell.
    package var longestDelay: WallTime

    /// What came of what was due, in millionths.
    package var delivered: Ratio {
      Ratio(millionths: dueBytes > 0 ? (receivedBytes * 1_000_000).divided(by: dueBytes) : 0)
    }

    /// Whether it is as exact as it has to be: bytes within 1 %, and the head within 10 ms.
    package var isExact: Bool {
      (990_000...1_010_000).contains(delivered.millionths) && head >= latency
        && head <= latency + .milliseconds(10)
    }
  }

  private func measure(
    _ subject: Subject, at rate: BitRate, latency: WallTime, clients count: Int
  ) throws(ServingError) -> [Measurement] {
    let profile: BandwidthProfile
    do {
      profile = try BandwidthProfile(name: rate.text, rate: rate, latency: latency)
    } catch {
      throw ServingError(.start, reason: error.description)
    }
    let link = NetworkLink(following: profile)
    let clock = ServingClock.monotonic
    let server = try ThrottledServer(
      serving: ServedFiles(zeros: 1 << 40), over: link, clock: clock)
    defer { server.stop() }
    var readings: [Reading] = []
    for _ in 0..<count {
      let client = LoopbackClient(port: server.port, path: "/media/\(ServedFiles.generatedName)")
      guard let client else {
        throw ServingError(.start, reason: "the server cannot be reached")
      }
      readings.append(Reading(client: client))
    }
    try read(&readings, from: server, link: link)
    return readings.map { reading in
      let end = max(reading.last, latency)
      return Measurement(
        subject: subject, rate: rate, latency: latency, connections: count, elapsed: reading.last,
        dueBytes: link.bytes(from: latency, to: end) / Int64(count),
        receivedBytes: reading.client.bodyBytes ?? 0, head: reading.head ?? reading.last,
        longestDelay: reading.longestDelay)
    }
  }

  /// What came to a client so far.
  fileprivate struct Reading {
    let client: LoopbackClient
    /// When the head had come.
    var head: WallTime?
    /// When the last byte came.
    var last = WallTime.zero
    var longestDelay = WallTime.zero
  }

  /// Reads what comes for the duration of the test, by the time of the link.
  private func read(
    _ readings: inout [Reading], from server: ThrottledServer, link: NetworkLink
  ) throws(ServingError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    let limit = duration + link.latency(at: .zero)
    // A server that never answers ends the test too.
    var patience = 10_000
    while server.time ?? .zero < limit, patience > 0 {
      if server.time == nil { patience -= 1 }
      for number in readings.indices {
        let client = readings[number].client
        let before = client.bodyBytes
        guard client.receive(within: 1, into: &buffer) else {
          throw ServingError(.start, reason: "the server closed the connection")
        }
        guard let bytes = client.bodyBytes, bytes != before, let now = server.time else { continue }
        readings[number].note(bytes, at: now, shares: Int64(readings.count), link)
      }
    }
  }
}

extension ServingSelfTest.Reading {
  /// Notes that `bytes` have come by `now`, over a link that so many share.
  fileprivate mutating func note(
    _ bytes: Int64, at now: WallTime, shares: Int64, _ link: NetworkLink
  ) {
    if head == nil { head = now }
    guard bytes > 0 else { return }
    last = now
    // Of what was due since the latest look, the first byte was late the longest.
    let start = link.latency(at: .zero)
    if let due = link.arrival(of: bytes * shares, from: start) {
      longestDelay = max(longestDelay, now - due)
    }
  }
}
