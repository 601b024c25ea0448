import PlayheadAnalysis
import PlayheadModel
import PlayheadRegression

/// The rows that sessions refer to, each written once.
extension ResultsWriter {
  mutating func id(of media: MediaFact) throws(SQLiteError) -> Int64 {
    try id(
      "media", media.key,
      [
        ("name", .text(media.name)), ("reading", .text(media.reading)),
        ("digest", .text(media.digest)),
      ],
      [
        ("location", .text(media.location)), ("kind", .text(media.kind.rawValue)),
        ("bytes", .integer(media.bytes)),
        ("durationSeconds", .real(Double(media.duration.nanoseconds) / 1e9)),
        ("weight", .real(media.weight)), ("isCurrent", .integer(1)),
      ])
  }

  mutating func id(of network: NetworkFact) throws(SQLiteError) -> Int64 {
    try id(
      "networks", network.key,
      [
        ("name", .text(network.name)), ("digest", .text(network.digest)),
      ],
      [
        ("argument", .text(network.argument)),
        ("options", .text(OptionList.text(network.options))),
        ("category", .text(network.category)),
        ("meanBitsPerSecond", .integer(network.meanRate.bitsPerSecond)),
        ("weight", .real(network.weight)), ("isCurrent", .integer(1)),
      ])
  }

  mutating func id(
    of player: PlayerFact, _ kind: SweepMedia.Kind
  ) throws(SQLiteError) -> Int64 {
    try id(
      "players", player.key + [kind.rawValue],
      [
        ("name", .text(player.name)), ("kind", .text(kind.rawValue)),
        ("digest", .text(player.digest)),
      ],
      [
        ("argument", .text(player.argument)), ("weight", .real(player.weight)),
        ("isCurrent", .integer(1)),
      ])
  }

  mutating func id(of manner: MannerFact) throws(SQLiteError) -> Int64 {
    if let known = plans[manner] { return known }
    let id = try id(
      "plan", [String(manner.rules), manner.text],
      [
        ("rules", .integer(Int64(manner.rules))), ("manner", .text(manner.text)),
      ], [("options", .text(OptionList.text(manner.options)))])
    plans[manner] = id
    return id
  }

  /// The number of the row of `table` with `keys`, which is inserted or gets other `values`.
  mutating func id(
    _ table: String, _ key: [String], _ keys: [(String, SQLiteValue)],
    _ values: [(String, SQLiteValue)]
  ) throws(SQLiteError) -> Int64 {
    if let known = ids[table]?[key] { return known }
    let all = keys + values
    try database.execute(
      "INSERT INTO \(table) (\(all.map(\.0).joined(separator: ", "))) VALUES "
        + "(\(all.map { _ in "?" }.joined(separator: ", "))) ON CONFLICT "
        + "(\(keys.map(\.0).joined(separator: ", "))) DO UPDATE SET "
        + values.map { "\($0.0) = excluded.\($0.0)" }.joined(separator: ", "),
      all.map(\.1))
    let found = try database.integer(
      "SELECT id FROM \(table) WHERE \(keys.map { "\($0.0) = ?" }.joined(separator: " AND "))",
      keys.map(\.1))
    guard let id = found else { throw SQLiteError(notOurs: "a row of \(table) is missing") }
    ids[table, default: [:]][key] = id
    return id
  }
}
