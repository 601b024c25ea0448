/// What the report of a session says of how to run it again: a JSON report, or the first line of one
/// in JSON Lines.
public struct SessionRecord: Sendable {
  /// The path or the URL of the media as it was given.
  public var mediaPath: String
  /// The size of the media in bytes.
  public var mediaBytes: Int64
  /// ``MediaIndex/digest`` of the media; `nil` if the report does not have it.
  public var indexDigest: String?
  /// The numbers of the tracks that were asked for; `nil` if none were.
  public var tracks: [Int]?
  /// How much was to be decoded, as `--decode` says it; `nil` if nobody said.
  public var decoding: String?
  /// The network as it was asked for.
  public var network: GivenNetwork
  /// How the network's rate reaches a request.
  public var transport: Transport
  /// What the player decides by.
  public var policy: BufferingPolicy
  /// What the user does, in order if at one time.
  public var actions: [UserAction]
  /// How many times the media is played in all.
  public var loops: Int
  /// How long the session may last and what is recorded.
  public var options: SessionOptions
  /// Which program made the report; `nil` if it does not say.
  public var generator: Generator?
}

extension SessionRecord {
  /// A session's report of more bytes than this is taken for something else.
  private static let mostBytes = 1 << 30

  /// Reads the report in the file at `path`, which may lead to a pipe.
  ///
  /// - Throws: ``SourceFileError`` if it cannot be read, or does not hold what it takes.
  public init(path: String) throws(SourceFileError<JSONError>) {
    self = try SourceFileError.reading(path, atMost: Self.mostBytes) {
      (contents: [UInt8]) throws(JSONError) in
      try SessionRecord(contents: contents)
    }
  }

  /// Reads a report; how the session went is passed over.
  ///
  /// - Parameter contents: all bytes of the file.
  /// - Throws: ``JSONError`` if it is not one, or does not hold what it takes.
  public init(contents: [UInt8]) throws(JSONError) {
    self = try SessionRecordReading.record(contents)
  }
}

/// Reads what of a report on a session says how to run it again.
private enum SessionRecordReading {
  private static let kept: Set = ["schema", "generator", "media", "network", "player", "run"]

  static func record(_ contents: [UInt8]) throws(JSONError) -> SessionRecord {
    let report = try report(contents)
    let media = try report.member("media")
    let network = try report.member("network")
    let run = try report.member("run")
    let played = try ScenarioReading.profile(network)
    return SessionRecord(
      mediaPath: try media.member("path").string(),
      mediaBytes: try media.member("bytes").bytes(),
      indexDigest: try media.optional("indexSha256") { value throws(JSONError) in
        try ScenarioReading.digest(value)
      },
      tracks: try run.optional("tracks") { tracks throws(JSONError) in
        try tracks.list { track throws(JSONError) in
          Int(try track.whole(in: 0...Int64(Int32.max)))
        }
      },
      decoding: try run.optional("decode") { value throws(JSONError) in try value.string() },
      network: try ScenarioReading.given(network, played: played),
      transport: try ScenarioReading.transport(network),
      policy: try PlayerReading.policy(try report.member("player")),
      actions: try ScenarioReading.actions(run), loops: try ScenarioReading.loops(run),
      options: try ScenarioReading.options(run),
      generator: try report.optional("generator") { generator throws(JSONError) in
        Generator(
          version: try generator.member("version").string(),
          libraries: try generator.member("libraries").list { value throws(JSONError) in
            try value.string()
          })
      })
  }

  /// The members that it takes, of a report that says it is one.
  private static func report(_ contents: [UInt8]) throws(JSONError) -> JSONReader {
    do throws(ProfileError) {
      guard contents.contains(where: { !$0.isBlank && $0 != .lineFeed }) else {
        throw ProfileError(.whole, "the JSON report of a session is expected, and it is empty")
      }
      let text = try TraceText(contents)
      var scanner = JSONScanner(text)
      let start = scanner.peek().map { _ in scanner.position } ?? 0
      var members: [JSONNode.Member] = []
      try scanner.object { (scanner, key) throws(ProfileError) in
        guard kept.contains(key) else { return try scanner.skipValue() }
        members.append(JSONNode.Member(key: key, value: try scanner.value()))
      }
      let reader = JSONReader(
        text: text, node: JSONNode(content: .object(members), offset: start), path: "")
      // In JSON Lines, the session's events follow.
      let isWhole = try isWhole(reader, members)
      if isWhole, scanner.peek() != nil { throw scanner.unexpected("the end of the file") }
      return reader
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
        at: reader.node.offset, "this is not the report of a session: it has no “schema”")
    }
    guard ["playhead.session/1", "playhead.session-event/1"].contains(name) else {
      throw reader.text.refusal(
        at: schema.offset,
        "“\(name.excerpt)” is not the report of a session; playhead.session/1 is expected")
    }
    guard members.contains(where: { $0.key == "run" }) else {
      throw reader.text.refusal(
        at: reader.node.offset,
        "“run” is missing: the report is too old to be run again, or is only a part of one")
    }
    return name == "playhead.session/1"
  }
}
