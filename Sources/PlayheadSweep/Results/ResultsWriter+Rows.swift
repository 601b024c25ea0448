import PlayheadAnalysis
import PlayheadModel
import PlayheadRegression

/// The rows that sessions refer to, each written once.
extension ResultsWriter {
  /// The tables of these.
  struct Facts: ~Copyable {
    var media: FactRows
    var networks: FactRows
    var players: FactRows
    var plans: FactRows

    init(in database: borrowing SQLiteConnection) throws(SQLiteError) {
      let media = try FactRows(
        of: "media", keys: ["name", "reading", "digest"],
        columns: ["location", "kind", "bytes", "durationSeconds", "weight", "isCurrent"],
        in: database)
      let networks = try FactRows(
        of: "networks", keys: ["name", "digest"],
        columns: ["argument", "options", "category", "meanBitsPerSecond", "weight", "isCurrent"],
        in: database)
      let players = try FactRows(
        of: "players", keys: ["name", "kind", "digest"],
        columns: ["argument", "weight", "isCurrent"], in: database)
      let plans = try FactRows(
        of: "plan", keys: ["rules", "manner"], columns: ["options"], in: database)
      self.media = media
      self.networks = networks
      self.players = players
      self.plans = plans
    }
  }

  mutating func id(of media: MediaFact) throws(SQLiteError) -> Int64 {
    if let known = facts.media.known(media.key) { return known }
    return try facts.media.id(
      media.key, [.text(media.name), .text(media.reading), .text(media.digest)],
      [
        .text(media.location), .text(media.kind.rawValue), .integer(media.bytes),
        .real(Double(media.duration.nanoseconds) / 1e9), .real(media.weight), .integer(1),
      ])
  }

  mutating func id(of network: NetworkFact) throws(SQLiteError) -> Int64 {
    if let known = facts.networks.known(network.key) { return known }
    return try facts.networks.id(
      network.key, [.text(network.name), .text(network.digest)],
      [
        .text(network.argument), .text(OptionList.text(network.options)), .text(network.category),
        .integer(network.meanRate.bitsPerSecond), .real(network.weight), .integer(1),
      ])
  }

  mutating func id(
    of player: PlayerFact, _ kind: SweepMedia.Kind
  ) throws(SQLiteError) -> Int64 {
    let key = player.key + [kind.rawValue]
    if let known = facts.players.known(key) { return known }
    return try facts.players.id(
      key, [.text(player.name), .text(kind.rawValue), .text(player.digest)],
      [.text(player.argument), .real(player.weight), .integer(1)])
  }

  mutating func id(of manner: MannerFact) throws(SQLiteError) -> Int64 {
    let key = [String(manner.rules), manner.text]
    if let known = facts.plans.known(key) { return known }
    return try facts.plans.id(
      key, [.integer(Int64(manner.rules)), .text(manner.text)],
      [.text(OptionList.text(manner.options))])
  }
}
