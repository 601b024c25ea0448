import PlayheadAnalysis
package import PlayheadFiles
import PlayheadModel
import PlayheadRegression
import PlayheadReporting

extension SweepRecord {
  /// The record in one line of JSON, without the line feed: a job if it is yet to be played, else
  /// its result.
  package var json: [UInt8] {
    var printer = JSONPrinter(openLevels: 0)
    printer.print(.object(members))
    return printer.bytes
  }

  private var members: [JSONValue.Member] {
    let isJob = if case .planned = outcome { true } else { false }
    return [
      .init(key: "schema", value: .string(isJob ? Self.jobSchema : Self.resultSchema)),
      .init(key: "job", value: .string(job)),
      .init(key: "rules", value: .whole(manner.rules)),
      .init(
        key: "media",
        value: .members([
          "name": .string(media.name), "location": .string(media.location),
          "kind": .string(media.kind.rawValue), "reading": .string(media.reading),
          "digest": .string(media.digest), "bytes": .integer(media.bytes),
          "durationSeconds": .seconds(media.duration), "weight": Self.weight(media.weight),
          "index": .text(media.index),
        ])),
      .init(
        key: "network",
        value: .members([
          "name": .string(network.name), "argument": .string(network.argument),
          "options": Self.list(network.options), "category": .string(network.category),
          "digest": .string(network.digest),
          "meanBitsPerSecond": .rate(network.meanRate), "weight": Self.weight(network.weight),
        ])),
      .init(
        key: "player",
        value: .members([
          "name": .string(player.name), "argument": .string(player.argument),
          "digest": .string(player.digest), "weight": Self.weight(player.weight),
        ])),
      .init(key: "rule", value: .string(rule)),
      .init(key: "whatIf", value: .string(whatIf)),
      .init(key: "options", value: Self.list(manner.options)),
      .init(key: "manner", value: .string(manner.text)),
    ] + result
  }

  private var result: [JSONValue.Member] {
    switch outcome {
    case .planned: []
    case .failed(let error):
      [
        .init(
          key: "error",
          value: .members([
            "kind": .string(error.kind.rawValue), "what": .string(error.what),
            "location": .string(error.location), "why": .string(error.why),
          ]))
      ]
    case .played(let session):
      [
        .init(key: "error", value: .null),
        .init(key: "playsThrough", value: .bool(session.playsThrough)),
        .init(
          key: "summary",
          value: .object(
            zip(SweepSession.metrics, session.values).compactMap { metric, value in
              // On demand, results are as they were before there were live ones.
              if value == nil, SessionMetric.ofLive.contains(metric) { return nil }
              return .init(key: metric.rawValue, value: .metric(value))
            })),
        .init(
          key: "stalls",
          value: .array(
            session.stalls.map {
              .members([
                "startSeconds": .seconds($0.start), "mediaSeconds": .seconds($0.mediaTime),
                "durationSeconds": .seconds($0.duration),
              ])
            })),
        .init(
          key: "switches",
          value: .array(
            session.switches.map {
              .members([
                "mediaSeconds": .seconds($0.mediaTime), "fromLevel": .whole($0.former),
                "toLevel": .whole($0.level), "fromBitsPerSecond": .rate($0.formerRate),
                "toBitsPerSecond": .rate($0.rate),
              ])
            })),
        .init(key: "levelSeconds", value: .array(session.timeAtLevel.map { .seconds($0) })),
      ]
    }
  }

  /// The schema of a job.
  package static let jobSchema = "playhead.job/1"
  /// The schema of a result.
  package static let resultSchema = "playhead.result/1"

  private static func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  private static func weight(_ weight: Double) -> JSONValue {
    .decimal(
      decimalText(
        Int64((weight * 1e6).rounded()), places: 6, trimmed: true))
  }
}

extension SweepRecord {
  /// Reads a line that ``json`` wrote.
  ///
  /// - Throws: `JSONError` if it is none.
  package init(json: [UInt8]) throws(JSONError) {
    let reader = try JSONReader.document(json)
    let schema = try reader.member("schema").string()
    guard [Self.jobSchema, Self.resultSchema].contains(schema) else {
      throw try reader.member("schema").refusal(
        "expected \(Self.jobSchema) or \(Self.resultSchema)")
    }
    func texts(_ reader: JSONReader) throws(JSONError) -> [String] {
      try reader.list { item throws(JSONError) in try item.string() }
    }
    let (media, network) = (try reader.member("media"), try reader.member("network"))
    let player = try reader.member("player")
    guard let kind = SweepMedia.Kind(rawValue: try media.member("kind").string()) else {
      throw try media.member("kind").refusal("expected file or ladder")
    }
    self.init(
      job: try reader.member("job").string(),
      media: MediaFact(
        name: try media.member("name").string(), location: try media.member("location").string(),
        kind: kind, reading: try media.member("reading").string(),
        digest: try media.member("digest").string(), bytes: try media.member("bytes").bytes(),
        duration: try media.member("durationSeconds").seconds(),
        weight: try Self.weight(media.member("weight")),
        index: try media.optional("index") { item throws(JSONError) in try item.string() }),
      network: NetworkFact(
        name: try network.member("name").string(),
        argument: try network.member("argument").string(),
        options: try texts(network.member("options")),
        category: try network.member("category").string(),
        digest: try network.member("digest").string(),
        meanRate: BitRate(bitsPerSecond: try network.member("meanBitsPerSecond").bytes()),
        weight: try Self.weight(network.member("weight"))),
      player: PlayerFact(
        name: try player.member("name").string(),
        argument: try player.member("argument").string(),
        digest: try player.member("digest").string(),
        weight: try Self.weight(player.member("weight"))),
      rule: try reader.member("rule").string(), whatIf: try reader.member("whatIf").string(),
      manner: MannerFact(
        rules: Int(try reader.member("rules").whole(in: 0...Int64(Int32.max))),
        options: try texts(reader.member("options")),
        text: try reader.member("manner").string()),
      outcome: schema == Self.jobSchema ? .planned : try Self.outcome(reader))
  }

  private static func weight(_ reader: JSONReader) throws(JSONError) -> Double {
    Double(try reader.decimal(power: 6, atMost: 1_000_000_000_000)) / 1e6
  }

  private static func outcome(_ reader: JSONReader) throws(JSONError) -> Outcome {
    let error = try reader.optional("error") { error throws(JSONError) in
      CaseError(
        try error.member("kind").choice(of: CaseError.Kind.self),
        try error.member("what").string(), at: try error.member("location").string(),
        why: try error.member("why").string())
    }
    if let error { return .failed(error) }
    let summary = try reader.member("summary")
    var values: [MetricValue?] = []
    for metric in SweepSession.metrics {
      if SessionMetric.ofLive.contains(metric), !summary.has(metric.rawValue) {
        values.append(nil)
        continue
      }
      values.append(
        try summary.optional(metric.rawValue) { value throws(JSONError) in
          try Self.value(value, of: metric)
        })
    }
    return .played(
      SweepSession(
        playsThrough: try reader.member("playsThrough").bool(), values: values,
        stalls: try reader.member("stalls").list { stall throws(JSONError) in
          SweepSession.Wait(
            start: try stall.member("startSeconds").seconds(),
            mediaTime: try stall.member("mediaSeconds").signedSeconds(),
            duration: try stall.optional("durationSeconds") { time throws(JSONError) in
              try time.seconds()
            })
        },
        switches: try reader.member("switches").list { change throws(JSONError) in
          SweepSession.Switch(
            mediaTime: try change.member("mediaSeconds").signedSeconds(),
            former: Int(try change.member("fromLevel").whole(in: 0...100_000)),
            level: Int(try change.member("toLevel").whole(in: 0...100_000)),
            formerRate: BitRate(bitsPerSecond: try change.member("fromBitsPerSecond").bytes()),
            rate: BitRate(bitsPerSecond: try change.member("toBitsPerSecond").bytes()))
        },
        timeAtLevel: try reader.member("levelSeconds").list { time throws(JSONError) in
          try time.seconds()
        }))
  }

  private static func value(
    _ reader: JSONReader, of metric: SessionMetric
  ) throws(JSONError) -> MetricValue {
    let text: String
    switch reader.node.content {
    case .string(let word): text = word
    case .bool(let flag): return .flag(flag)
    default: text = try reader.number()
    }
    guard let value = MetricValue(plainText: text, of: metric) else {
      throw reader.refusal("no value of \(metric.rawValue)")
    }
    return value
  }
}
