import PlayheadAnalysis

/// The sessions of results as pictures need them, column by column: there may be a million.
package struct PicturedSessions: Sendable {
  /// Names, each once.
  struct Names: Sendable {
    private(set) var texts: [String] = []
    private var numbers: [String: Int32] = [:]

    /// The number of `text`.
    mutating func number(of text: String) -> Int32 {
      if let known = numbers[text] { return known }
      let number = Int32(texts.count)
      numbers[text] = number
      texts.append(text)
      return number
    }
  }

  /// A session.
  struct Row: Sendable, BitwiseCopyable {
    var session: Int64
    var media: Int32
    var network: Int32
    var category: Int32
    var group: Int32
    var weight: Double
    /// `nil` if playback never started.
    var rebufferRatio: Double?
    /// `nil` of a file.
    var bitRate: Double?
  }

  private(set) var rows: [Row] = []
  private(set) var media = Names()
  private(set) var networks = Names()
  private(set) var categories = Names()
  private(set) var groups = Names()

  /// No sessions of groups with `names`, in their order.
  init(groups names: [String]) {
    for name in names { _ = groups.number(of: name) }
  }

  /// What a group is called.
  static func name(of key: [String]) -> String {
    key.isEmpty ? "all sessions" : key.joined(separator: ", ")
  }

  /// The classes of networks in their usual order, then those that are none of them, by name.
  var orderedCategories: [Int] {
    let names = categories.texts
    let known = NetworkCategory.allCases.map(\.rawValue)
    let places = names.map { known.firstIndex(of: $0) ?? known.count }
    return names.indices.sorted { (places[$0], names[$0]) < (places[$1], names[$1]) }
  }

  mutating func add(
    _ session: Int64, media: String, network: String, category: String, group: String,
    weight: Double, rebufferRatio: Double?, bitRate: Double?
  ) {
    rows.append(
      Row(
        session: session, media: self.media.number(of: media),
        network: networks.number(of: network), category: categories.number(of: category),
        group: groups.number(of: group), weight: weight, rebufferRatio: rebufferRatio,
        bitRate: bitRate))
  }
}

extension ResultsReader {
  /// The sessions of `query`, which makes `groups`, for pictures, in the order of jobs.
  package func pictured(
    _ query: ResultsQuery, _ groups: [ResultsQuery.Group]
  ) throws(ResultsError) -> PicturedSessions {
    let columns =
      ["session", "media", "network", "networkClass", "weight"]
      + [SessionMetric.rebufferRatio, .meanPlayedBitRateBitsPerSecond].map(\.rawValue)
      + query.groups
    let condition = query.condition.map { " WHERE (\($0)\n)" } ?? ""
    return try reading { database throws(SQLiteError) in
      let statement = try database.prepare(
        "SELECT \(columns.joined(separator: ", ")) FROM results\(condition) ORDER BY +job")
      var sessions = PicturedSessions(groups: groups.map { PicturedSessions.name(of: $0.key) })
      while try statement.step() {
        let key = query.groups.indices.map { place in
          statement.isNull(Int32(7 + place)) ? "none" : statement.text(Int32(7 + place))
        }
        sessions.add(
          statement.integer(0), media: statement.text(1), network: statement.text(2),
          category: statement.text(3), group: PicturedSessions.name(of: key),
          weight: statement.real(4), rebufferRatio: statement.isNull(5) ? nil : statement.real(5),
          bitRate: statement.isNull(6) ? nil : statement.real(6))
      }
      return sessions
    }
  }
}
