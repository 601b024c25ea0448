import PlayheadAnalysis
public import PlayheadFiles
import PlayheadModel
import PlayheadReporting

extension Baseline {
  /// Parses a baseline file.
  ///
  /// - Parameter contents: all bytes of the file.
  /// - Throws: ``YAMLError`` with all errors in it.
  public init(contents: [UInt8]) throws(YAMLError) {
    self = try YAMLReader.read(contents) { document in BaselineReading.baseline(document) }
  }
}

/// Parses the output of ``Baseline/json``, which may have been edited since.
enum BaselineReading {
  private enum Key: String, CaseIterable {
    case toolVersion, readerVersions, cases
  }

  private enum MediaKey: String, CaseIterable {
    case name, bytes, sha256
  }

  private enum CaseKey: String, CaseIterable {
    case name, media, definition, summary, stalls, tickSeconds, ticks
  }

  private enum StallKey: String, CaseIterable {
    case number, startSeconds, mediaSeconds, durationSeconds, isOpen
  }

  static func baseline(_ document: YAMLReader) -> Baseline? {
    guard let keys = document.document(Baseline.version, of: Key.self) else { return nil }
    let toolVersion = keys.required(.toolVersion)?.text()
    let readerVersions = keys.required(.readerVersions)?.list { $0.text() }
    let cases = keys.required(.cases)?.list(recordedCase)
    guard let toolVersion, let readerVersions, let cases,
      // Two records of one case, as after a failed merge, contradict each other.
      refuseRepetitions(keys.required(.cases), of: cases.map(\.name))
    else { return nil }
    return Baseline(toolVersion: toolVersion, readerVersions: readerVersions, cases: cases)
  }

  /// Notes repeated names; returns whether all names are unique.
  private static func refuseRepetitions(
    _ list: YAMLReader?, of names: [String]
  ) -> Bool {
    guard case .sequence(let nodes)? = list?.node.content, let list else { return false }
    var seen: Set<String> = []
    var isFine = true
    for (name, node) in zip(names, nodes) where !seen.insert(name).inserted {
      YAMLReader(node: node, key: list.key, problems: list.problems)
        .refuse("duplicate case “\(name.excerpt)”")
      isFine = false
    }
    return isFine
  }

  private static func media(_ reader: YAMLReader) -> RecordedMedia? {
    guard let keys = reader.mapping(of: MediaKey.self) else { return nil }
    let name = keys.required(.name)?.text("a name")
    let bytes = keys.required(.bytes)?.wholeNumber(in: 0...Int64.max)
    let digest = keys.required(.sha256).flatMap(digest)
    guard let name, let bytes, let digest else { return nil }
    return RecordedMedia(name: name, bytes: bytes, digest: digest)
  }

  private static func digest(_ reader: YAMLReader) -> String? {
    reader.parsed("a digest") { text throws(GrammarError) in
      guard text.utf8.count == 64, text.allSatisfy({ "0123456789abcdef".contains($0) }) else {
        throw GrammarError(text: text, problem: "expected 64 lowercase hexadecimal digits")
      }
      return text
    }
  }

  private static func recordedCase(_ reader: YAMLReader) -> RecordedCase? {
    guard let keys = reader.mapping(of: CaseKey.self) else { return nil }
    let name = keys.required(.name)?.text("a name")
    let media = keys.required(.media).flatMap(media)
    // Baselines of before definitions were recorded have none.
    let definition = keys.optional(.definition).flatMap(definition)
    let metrics = keys.required(.summary).flatMap(metrics)
    let stalls = keys.required(.stalls)?.list(stall)
    // The rows of the timeline are recorded on request.
    let rows = keys.optional(.ticks)
    let interval =
      rows == nil && keys.optional(.tickSeconds) == nil
      ? RecordedTick.interval(for: .zero) : keys.required(.tickSeconds).flatMap(interval)
    let ticks = rows.map { $0.list(tick) } ?? []
    guard let name, let media, let metrics, let stalls, let interval, let ticks,
      definition != nil || keys.optional(.definition) == nil
    else { return nil }
    return RecordedCase(
      name: name, media: media, definition: definition, metrics: metrics, stalls: stalls,
      tickInterval: interval,
      ticks: ticks)
  }

  private static func definition(_ reader: YAMLReader) -> CaseDefinition? {
    guard let entries = reader.entries() else { return nil }
    var parts: [CaseDefinition.Part] = []
    var names: [String: YAMLReader] = [:]
    for entry in entries {
      let value = reader.value(of: entry)
      let unset = value.isNull ? CaseDefinition.Part.unset(entry.key) : nil
      guard let text = unset ?? value.text() else { return nil }
      if ["case", "position", "network", "player"].contains(entry.key) {
        names[entry.key] = value
      } else {
        parts.append(CaseDefinition.Part(key: entry.key, text: text))
      }
    }
    func required(_ key: String) -> YAMLReader? {
      if names[key] == nil { reader.refuse("\(key) is missing") }
      return names[key]
    }
    let name = required("case")?.text()
    let position = required("position")?.wholeNumber(in: 0...Int64(Suite.maximumCases))
    let network = required("network")?.text()
    let player = required("player")?.text()
    guard let name, let position, let network, let player else { return nil }
    return CaseDefinition(
      origin: CaseOrigin(name: name, position: Int(position)), network: network, player: player,
      parts: parts)
  }

  private static func metrics(_ reader: YAMLReader) -> MetricValues? {
    guard let entries = reader.entries() else { return nil }
    var metrics: MetricValues = [:]
    var isWhole = true
    var lowerBounds: [SessionMetric] = []
    for entry in entries {
      if entry.key == SessionJSON.lowerBoundsKey {
        guard let named = reader.value(of: entry).list(lowerBound) else { return nil }
        lowerBounds = named
        continue
      }
      guard let metric = SessionMetric(rawValue: entry.key) else {
        let known = (SessionMetric.allCases + SessionMetric.ofAdaptation).map(\.rawValue)
        reader.problems.add(reader.unknown(entry, known: known))
        isWhole = false
        continue
      }
      let value = reader.value(of: entry)
      if value.isNull {
        metrics[metric] = .some(nil)
      } else if let value = self.value(value, of: metric) {
        metrics[metric] = value
      } else {
        isWhole = false
      }
    }
    for metric in lowerBounds {
      if let value = metrics[metric] ?? nil { metrics[metric] = .atLeast(value) }
    }
    return isWhole ? metrics : nil
  }

  /// A metric whose value is what had elapsed when the session was cut in an open wait.
  private static func lowerBound(_ reader: YAMLReader) -> SessionMetric? {
    reader.parsed("a metric") { text throws(GrammarError) in
      guard let metric = SessionMetric(rawValue: text), metric.kind.isOrdered else {
        throw GrammarError(text: text, problem: "unknown metric of waits")
      }
      return metric
    }
  }

  private static func value(_ reader: YAMLReader, of metric: SessionMetric) -> MetricValue? {
    reader.parsed("a value") { text throws(GrammarError) in
      guard let value = MetricValue(plainText: text, of: metric) else {
        throw GrammarError(
          text: text, problem: "invalid value of \(metric.rawValue)",
          hint: text == "inf"
            ? "an earlier version wrote it; record the baseline again with --update-baseline" : nil)
      }
      return value
    }
  }

  private static func stall(_ reader: YAMLReader) -> Stall? {
    guard let keys = reader.mapping(of: StallKey.self) else { return nil }
    let number = keys.required(.number)?.wholeNumber(in: 1...Int64(Int32.max))
    let start: WallTime? = keys.required(.startSeconds).flatMap(seconds)
    let mediaTime: MediaTime? = keys.required(.mediaSeconds).flatMap(seconds)
    let duration = keys.required(.durationSeconds)
    guard let number, let start, let mediaTime, let duration else { return nil }
    guard let elapsed: WallTime = seconds(duration) else { return nil }
    let isOpen: Bool?
    if let key = keys.optional(.isOpen) { isOpen = key.boolean() } else { isOpen = false }
    guard let isOpen else { return nil }
    return Stall(
      number: Int(number), start: start, mediaTime: mediaTime, elapsed: elapsed, isOpen: isOpen)
  }

  private static func seconds<Clock>(_ reader: YAMLReader) -> Time<Clock>? {
    reader.parsed("a number of seconds") { text throws(GrammarError) in
      guard let time = Time<Clock>(exactSeconds: text) else {
        throw GrammarError(text: text, problem: "invalid number of seconds")
      }
      return time
    }
  }

  /// A time between rows with which the session can be replayed.
  private static func interval(_ reader: YAMLReader) -> WallTime? {
    guard let interval: WallTime = seconds(reader) else { return nil }
    guard interval >= SessionOptions.shortestTick, interval <= .bound else {
      reader.refuse("the minimum is \(SessionOptions.shortestTick.secondsText) s")
      return nil
    }
    return interval
  }

  private static func tick(_ reader: YAMLReader) -> RecordedTick? {
    reader.parsed("a tick") { text throws(GrammarError) in
      guard let tick = RecordedTick(text) else {
        throw GrammarError(
          text: text, problem: "invalid tick",
          hint: "write wall time, media time, buffer level and state, separated by spaces")
      }
      return tick
    }
  }
}

extension YAMLReader {
  /// Whether the value is JSON's null.
  fileprivate var isNull: Bool { node.content == .scalar("null", isQuoted: false) }
}
