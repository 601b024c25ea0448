import PlayheadFiles
import PlayheadLadder
import PlayheadModel
import PlayheadPictures

/// Reads what of a report on a session says how to run it again.
enum SessionRecordReading {
  private static let kept: Set = [
    "schema", "generator", "scenarioSha256", "media", "network", "player", "run",
  ]

  static func record(_ contents: [UInt8]) throws(JSONError) -> SessionRecord {
    try checkedRecord(try document(contents).report)
  }

  /// The record in `report`, whose parts have to agree.
  static func checkedRecord(_ report: JSONReader) throws(JSONError) -> SessionRecord {
    var record = try record(report)
    try checkTracks(record.tracks, report)
    try checkDefaultLimit(record, report)
    guard let digest = record.scenarioDigest else { return record }
    try checkFigures(try report.member("network"))
    try check(digest, &record, report)
    return record
  }

  private static func record(_ report: JSONReader) throws(JSONError) -> SessionRecord {
    let media = try report.member("media")
    let network = try report.member("network")
    let run = try report.member("run")
    let played = try ScenarioReading.profile(network)
    let player = try report.member("player")
    let ladder = try ladder(report)
    return SessionRecord(
      mediaPath: try media.member("path").string(),
      mediaBytes: try media.member("bytes").bytes(),
      indexDigest: try media.optional("indexSha256") { value throws(JSONError) in
        try ScenarioReading.digest(value)
      },
      contentDigest: ladder != nil
        ? nil
        : try media.optional("sha256") { value throws(JSONError) in
          try ScenarioReading.digest(value)
        },
      tracks: try run.optional("tracks") { tracks throws(JSONError) in
        try tracks.list { track throws(JSONError) in
          Int(try track.whole(in: 0...Int64(Int32.max)))
        }
      },
      decoding: ladder != nil
        ? nil
        : try run.optional("decode") { value throws(JSONError) in try value.string() },
      network: try ScenarioReading.given(network, played: played),
      transport: try ScenarioReading.transport(network),
      policy: try PlayerReading.policy(try policy(player)),
      ladder: ladder,
      actions: try ScenarioReading.actions(run), loops: try ScenarioReading.loops(run),
      options: try ScenarioReading.options(run),
      generator: try report.optional("generator") { generator throws(JSONError) in
        Generator(
          version: try generator.member("version").string(),
          libraries: try generator.member("libraries").list { value throws(JSONError) in
            try value.string()
          })
      },
      scenarioDigest: try report.optional("scenarioSha256") { value throws(JSONError) in
        try ScenarioReading.digest(value)
      },
      reportedMedia: media)
  }

  /// Whether it is of a file: version 2 had no format then.
  private static func isOfFile(_ report: JSONReader) throws(JSONError) -> Bool {
    let media = try report.member("media")
    guard media.has("format") else { return true }
    return try media.member("format").string() == "file"
  }

  /// What a player decides by while it plays, which version 2 had apart for players of ladders.
  private static func policy(_ player: JSONReader) throws(JSONError) -> JSONReader {
    player.has("policy") ? try player.member("policy") : player
  }

  /// The ladder, its player and how it was read; `nil` of a file.
  private static func ladder(_ report: JSONReader) throws(JSONError) -> LadderRecord? {
    guard try !isOfFile(report) else { return nil }
    let media = try report.member("media")
    let player = try report.member("player")
    guard let adaptation = try PlayerReading.adaptation(player) else {
      throw player.refusal("loading is missing")
    }
    let run = try report.member("run")
    let reading = try run.member("reading")
    return LadderRecord(
      format: try media.member("format").choice(of: Ladder.Format.self), adaptation: adaptation,
      reading: try reading.members { values throws(JSONError) in
        try values.list { value throws(JSONError) in try value.string() }
      },
      live: try LiveEventReading.value(run),
      faults: reading.has("fault") ? try ScenarioReading.faults(try reading.member("fault")) : [])
  }

  // MARK: What has to agree

  /// The numbers of the tracks that the report says were played, in order; none of a ladder, whose
  /// digest is of the lanes that are played.
  static func playedTracks(_ report: JSONReader) throws(JSONError) -> [Int] {
    guard try isOfFile(report) else { return [] }
    let media = try report.member("media")
    // Version 2 had them in no lane.
    guard media.has("lanes") else { return try numbersPlayed(media).sorted() }
    let lanes = try media.member("lanes").list { lane throws(JSONError) in
      try lane.member("levels").list { level throws(JSONError) in try numbersPlayed(level) }
    }
    return lanes.flatMap { $0.flatMap(\.self) }.sorted()
  }

  private static func numbersPlayed(_ reader: JSONReader) throws(JSONError) -> [Int] {
    try reader.member("tracks").list { track throws(JSONError) in
      let number = Int(try track.member("number").whole(in: 0...Int64(Int32.max)))
      return try track.member("isPlayed").bool() ? number : nil
    }.compactMap(\.self)
  }

  private static func checkTracks(_ tracks: [Int]?, _ report: JSONReader) throws(JSONError) {
    guard try isOfFile(report) else { return }
    let reader = try report.member("run").member("tracks")
    let played = try playedTracks(report)
    guard let tracks else { return }
    if let twice = tracks.indices.first(where: { tracks[..<$0].contains(tracks[$0]) }) {
      throw reader.refusal("track \(tracks[twice]) is listed twice")
    }
    guard tracks.sorted() == played else {
      let names = played.map(String.init).wordList(or: false)
      throw reader.refusal(
        "by the tracks of media, what is played is \(names.isEmpty ? "nothing" : names)")
    }
  }

  private static func checkDefaultLimit(
    _ record: SessionRecord, _ report: JSONReader
  ) throws(JSONError) {
    guard record.options.limit == nil else { return }
    let reader = try report.member("run").member("limitSeconds")
    let duration: MediaTime = try report.member("media").member("durationSeconds").seconds()
    let limit = min(
      SessionOptions.defaultLimit(
        for: duration, loops: record.loops, lastAction: record.actions.lastTime), .bound)
    guard try reader.seconds() == limit else {
      throw reader.refusal(
        "the default limit is \(limit.secondsText); write false for run.isDefaultLimit to set "
          + "another"
      )
    }
  }

  /// The figures that follow from the intervals.
  private static func checkFigures(_ reader: JSONReader) throws(JSONError) {
    let profile = try ScenarioReading.profile(reader)
    for figure in SessionJSON.figures(of: profile) {
      // Older reports have the number of intervals under the name of a list.
      let isOld = figure.key == "intervalCount" && !reader.has(figure.key)
      let member = try reader.member(isOld ? "intervals" : figure.key)
      if let difference = member.difference(from: figure.value) { throw difference }
    }
  }

  /// Compares `digest` with that of the session that the report describes.
  private static func check(
    _ digest: String, _ record: inout SessionRecord, _ report: JSONReader
  ) throws(JSONError) {
    let network = try report.member("network")
    var definition = Scenario.Definition(
      media: MediaIdentity(
        path: record.mediaPath, bytes: record.mediaBytes, indexDigest: record.indexDigest,
        tracks: try playedTracks(report)),
      network: try ScenarioReading.profile(network), transport: record.transport,
      policy: record.policy, adaptation: record.ladder?.adaptation, actions: record.actions,
      repeats: record.loops - 1,
      options: record.options, limit: try report.member("run").member("limitSeconds").seconds())
    if let ladder = record.ladder {
      (definition.live, definition.faults) = (ladder.live, ladder.faults)
    }
    // A report does not say whether events were recorded. Older ones have a length of zero where a
    // rate is held, and lack fields of the player.
    let player = try report.member("player")
    let missingFields = PlayerReading.missingFields(try policy(player))
    for recordsEvents in [true, false] {
      definition.options.recordsEvents = recordsEvents
      record.options.recordsEvents = recordsEvents
      let lengths: [WallTime?] = [nil, .zero]
      let versions = lengths.map {
        Scenario.Definition.Version(heldLength: $0, missingFields: missingFields)
      }
      if versions.contains(where: { definition.digest($0) == digest }) { return }
    }
    throw try report.member("scenarioSha256").refusal(
      "it is not the digest of this media, network, player and run, which have been edited; "
        + "write null for it to run them as they are")
  }

  /// The members that it takes and those of `results`, of a report that says it is one; in JSON
  /// Lines, also the lines behind the first, if results are wanted.
  static func document(
    _ contents: [UInt8], results: Set<String> = []
  ) throws(JSONError) -> (report: JSONReader, lines: [JSONReader]) {
    do throws(ProfileError) {
      let contents = Page.data(in: contents) ?? contents
      guard contents.contains(where: { !$0.isBlank && $0 != .lineFeed }) else {
        throw ProfileError(.whole, "the file is empty; expected the JSON report of a session")
      }
      let text = try TraceText(contents)
      var scanner = JSONScanner(text)
      let start = scanner.peek().map { _ in scanner.position } ?? 0
      var members: [JSONNode.Member] = []
      try scanner.object { (scanner, key) throws(ProfileError) in
        guard kept.contains(key) || results.contains(key) else { return try scanner.skipValue() }
        members.append(JSONNode.Member(key: key, value: try scanner.value()))
      }
      let reader = JSONReader(
        text: text, node: JSONNode(content: .object(members), offset: start), path: "")
      // In JSON Lines, the session's events follow.
      let isWhole = try isWhole(reader, members)
      if isWhole, scanner.peek() != nil { throw scanner.unexpected("the end of the file") }
      var lines: [JSONReader] = []
      while !results.isEmpty, scanner.peek() != nil {
        lines.append(JSONReader(text: text, node: try scanner.value(), path: ""))
      }
      return (reader, lines)
    } catch {
      throw JSONError(error)
    }
  }

  /// Whether the report is all that there is in the file.
  private static func isWhole(
    _ reader: JSONReader, _ members: [JSONNode.Member]
  ) throws(ProfileError) -> Bool {
    guard let schema = members.first(where: { $0.key == "schema" })?.value,
      case .string(let name) = schema.content
    else {
      throw reader.text.refusal(
        at: reader.node.offset, "not the report of a session: “schema” is missing")
    }
    guard documents.contains(name) || lines.contains(name) else {
      throw reader.text.refusal(at: schema.offset, refusal(of: name, members))
    }
    guard members.contains(where: { $0.key == "run" }) else {
      throw reader.text.refusal(
        at: reader.node.offset,
        "“run” is missing: this report is too old to be run again, or incomplete")
    }
    return documents.contains(name)
  }

  /// The schemas of reports that are all of a file, and of those in JSON Lines.
  private static let documents: Set = [
    SessionJSON.schema, "playhead.session/2", "playhead.ladder-session/2",
  ]
  private static let lines: Set = [
    SessionLines.schema, "playhead.session-event/2", "playhead.ladder-session-event/2",
  ]

  /// Why a report of the schema `name` is not read, and what to do about it.
  private static func refusal(of name: String, _ members: [JSONNode.Member]) -> String {
    let report = ReportedNames(members)
    let command = "playhead analyze \(report.media) -n \(report.network)"
    switch name {
    case "playhead.session/1", "playhead.session-event/1":
      return "\(name) is of an older version; run “\(command)” again, with the player and the "
        + "settings of its run"
    case "playhead.ladder-session/1", "playhead.ladder-session-event/1":
      return "this report of a ladder (HLS, DASH) is of an older version, which does not hold all "
        + "of its session; run “\(command)\(report.playerOptions)” again, with the settings of "
        + "its run"
    default:
      return "expected the report of a session, \(SessionJSON.schema), found “\(name.excerpt)”"
    }
  }
}

/// What a report calls its media, network, player and rule, as far as it does.
private struct ReportedNames {
  private let report: JSONNode.Content

  init(_ members: [JSONNode.Member]) { report = .object(members) }

  var media: String { text("path", of: member("media", of: report)) ?? "FILE" }

  var network: String {
    let network = member("network", of: report)
    return text("text", of: member("given", of: network)) ?? text("name", of: network) ?? "NETWORK"
  }

  /// The options of a ladder's player and rule.
  var playerOptions: String {
    let player = member("player", of: report)
    // A policy file has a name of its own, too.
    let named = text("name", of: player).flatMap(LadderPlayer.named)
    return (named.map { " --player \($0.name)" } ?? "")
      + (text("rule", of: player).map { " --abr \($0.shellWord)" } ?? "")
  }

  private func member(_ key: String, of content: JSONNode.Content?) -> JSONNode.Content? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value.content
  }

  private func text(_ key: String, of content: JSONNode.Content?) -> String? {
    guard case .string(let text) = member(key, of: content), text.count <= 200 else { return nil }
    return text.printable
  }
}
