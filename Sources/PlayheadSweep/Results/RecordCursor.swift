import PlayheadAnalysis
import PlayheadModel

/// Reads sessions of a file of results back into records.
struct RecordCursor: ~Copyable {
  private let sessions: SQLiteStatement
  private let stalls: SQLiteStatement
  private let switches: SQLiteStatement
  private let levels: SQLiteStatement

  /// A cursor before the first session of `database`.
  static func opened(_ database: borrowing SQLiteConnection) throws(SQLiteError) -> RecordCursor {
    let sessions = try database.prepare(
      """
      SELECT sessions.id, job, plan.rules, plan.manner, plan.options,
        media.name, media.location, media.kind, media.reading, media.digest, media.bytes,
        media.durationSeconds, media.weight,
        networks.name, networks.argument, networks.options, networks.category, networks.digest,
        networks.meanBitsPerSecond, networks.weight,
        players.name, players.argument, players.digest, players.weight,
        rule, whatIf, playsThrough,
        \(SweepSession.metrics.map { "sessions.\($0.rawValue)" }.joined(separator: ", "))
      FROM sessions JOIN plan ON plan.id = sessions.plan JOIN media ON media.id = sessions.media
        JOIN networks ON networks.id = sessions.network
        JOIN players ON players.id = sessions.player
      ORDER BY sessions.id
      """)
    let stalls = try database.prepare(
      "SELECT startSeconds, mediaSeconds, durationSeconds FROM stalls WHERE session = ? ORDER BY number"
    )
    let switches = try database.prepare(
      "SELECT mediaSeconds, fromLevel, toLevel, fromBitsPerSecond, toBitsPerSecond FROM switches "
        + "WHERE session = ? ORDER BY number")
    let levels = try database.prepare(
      "SELECT level, seconds FROM levels WHERE session = ? ORDER BY level")
    return RecordCursor(sessions: sessions, stalls: stalls, switches: switches, levels: levels)
  }

  /// The next record; `nil` at the end.
  mutating func next() throws(SQLiteError) -> SweepRecord? {
    guard try sessions.step() else { return nil }
    let session = sessions.integer(0)
    func options(_ column: Int32) throws(SQLiteError) -> [String] {
      do {
        return try OptionList.options(sessions.text(column))
      } catch {
        throw SQLiteError(notOurs: "session \(session): \(error)")
      }
    }
    var values: [MetricValue?] = []
    for (place, metric) in SweepSession.metrics.enumerated() {
      values.append(Self.value(sessions.value(Int32(27 + place)), of: metric))
    }
    return SweepRecord(
      job: sessions.text(1),
      media: MediaFact(
        name: sessions.text(5), location: sessions.text(6),
        kind: SweepMedia.Kind(rawValue: sessions.text(7)) ?? .file, reading: sessions.text(8),
        digest: sessions.text(9), bytes: sessions.integer(10),
        duration: Self.time(sessions.real(11)), weight: sessions.real(12)),
      network: NetworkFact(
        name: sessions.text(13), argument: sessions.text(14), options: try options(15),
        category: sessions.text(16), digest: sessions.text(17),
        meanRate: BitRate(bitsPerSecond: sessions.integer(18)), weight: sessions.real(19)),
      player: PlayerFact(
        name: sessions.text(20), argument: sessions.text(21), digest: sessions.text(22),
        weight: sessions.real(23)),
      rule: sessions.text(24), whatIf: sessions.text(25),
      manner: MannerFact(
        rules: Int(sessions.integer(2)), options: try options(4), text: sessions.text(3)),
      outcome: .played(
        SweepSession(
          playsThrough: sessions.integer(26) != 0, values: values,
          stalls: try waits(session), switches: try changes(session),
          timeAtLevel: try times(session))))
  }

  private func waits(_ session: Int64) throws(SQLiteError) -> [SweepSession.Wait] {
    var waits: [SweepSession.Wait] = []
    stalls.reset()
    stalls.bind(session, at: 1)
    while try stalls.step() {
      waits.append(
        SweepSession.Wait(
          start: Self.time(stalls.real(0)), mediaTime: Self.time(stalls.real(1)),
          duration: stalls.isNull(2) ? nil : Self.time(stalls.real(2))))
    }
    return waits
  }

  private func changes(_ session: Int64) throws(SQLiteError) -> [SweepSession.Switch] {
    var changes: [SweepSession.Switch] = []
    switches.reset()
    switches.bind(session, at: 1)
    while try switches.step() {
      changes.append(
        SweepSession.Switch(
          mediaTime: Self.time(switches.real(0)), former: Int(switches.integer(1)),
          level: Int(switches.integer(2)),
          formerRate: BitRate(bitsPerSecond: switches.integer(3)),
          rate: BitRate(bitsPerSecond: switches.integer(4))))
    }
    return changes
  }

  private func times(_ session: Int64) throws(SQLiteError) -> [MediaTime] {
    var times: [MediaTime] = []
    levels.reset()
    levels.bind(session, at: 1)
    while try levels.step() {
      let level = Int(levels.integer(0))
      while times.count <= level { times.append(.zero) }
      times[level] = Self.time(levels.real(1))
    }
    return times
  }

  /// A value as it was before it became a floating-point number, which holds 15 of its digits.
  private static func value(_ value: SQLiteValue, of metric: SessionMetric) -> MetricValue? {
    switch value {
    case .null: return nil
    case .text(let word): return .word(word)
    case .integer(let number): return MetricValue(units: number, of: metric.kind)
    case .real(let number):
      guard number.isFinite else { return nil }
      var unit = 1.0
      for _ in 0..<metric.kind.places { unit *= 10 }
      let units = (number * unit).rounded()
      guard abs(units) < 9e18 else { return nil }
      return MetricValue(units: Int64(units), of: metric.kind)
    }
  }

  private static func time<Clock>(_ seconds: Double) -> Time<Clock> {
    let units = (seconds * 1e9).rounded()
    return Time(nanoseconds: abs(units) < 9e18 ? Int64(units) : 0)
  }
}
