package import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// The lists of a sweep as somebody wrote them, in options or in a plan file.
package struct SweepLists: Hashable, Sendable {
  /// An item of a list: one thing, or a folder, a pattern or a file that lists several.
  package struct Item: Hashable, Sendable {
    /// What was written.
    package var text: String
    /// What it is called; `nil` for what was written.
    package var name: String?
    /// How much it counts beside others.
    package var weight = 1.0
    /// The class of a network; `nil` for one by its mean rate.
    package var category: String?
    /// Options that belong to it alone, as they are typed.
    package var options: [String] = []

    package init(_ text: String) {
      self.text = text
    }
  }

  package var media: [Item] = []
  package var networks: [Item] = []
  package var players: [Item] = []
  package var rules: [String] = []
  package var changes: [String] = []
  /// Options of every session, as they are typed.
  package var options: [String] = []
  /// The folder that paths are relative to.
  package var folder = Folder(ofFileAt: "")

  package init() {}
}

extension SweepLists {
  /// Reads a plan file, in Playhead's own YAML, or in JSON of the same keys.
  ///
  /// - Throws: `SourceFileError` with all mistakes.
  package init(planAt path: String) throws(SourceFileError<YAMLError>) {
    self = try SourceFileError.reading(path, atMost: 16 << 20) {
      (contents: [UInt8]) throws(YAMLError) in
      try YAMLReader.read(contents) { document in
        PlanFileReading.lists(document, folder: Folder(ofFileAt: path))
      }
    }
  }
}

/// Reads a plan file.
private enum PlanFileReading {
  private enum Key: String, CaseIterable {
    case media, networks, players, abr, whatIf
    case latency, scale, offset, hold, jitter, loss, lowData, tcp, actions, limit
    case faults, reading, sample, seed
    case live, join, liveDelay, liveWindow, liveHoldBack, liveLate, liveStale, liveClock
    case parts, catchUp, canSkipUntil, renditionReports
  }

  private enum NetworkKey: String, CaseIterable {
    case network, name, weight
    case category = "class"
    case format, latency, scale, offset, hold, jitter, seed, loss, lowData
  }

  private enum MediaKey: String, CaseIterable {
    case media, name, weight
  }

  private enum PlayerKey: String, CaseIterable {
    case player, name, weight
  }

  private enum TransportWord: String, CaseIterable {
    case none
    case slowStart = "slow-start"
    case slowStartWithTLS = "slow-start+tls"
  }

  static func lists(_ document: YAMLReader, folder: Folder) -> SweepLists? {
    guard let keys = document.document("sweep/1", of: Key.self) else { return nil }
    var lists = SweepLists()
    lists.folder = folder
    lists.media = items(keys.required(.media, hint: "write media: [catalogue/**/*.mp4]")) {
      keyed($0, MediaKey.self, .media, .name, .weight)
    }
    lists.networks = items(keys.required(.networks, hint: "write networks: [3g, traces/]"), network)
    lists.players = items(keys.optional(.players)) {
      keyed($0, PlayerKey.self, .player, .name, .weight)
    }
    lists.rules = items(keys.optional(.abr), text)
    lists.changes = items(keys.optional(.whatIf), text)
    for (key, option) in optionNames {
      guard let value = keys.optional(key), let text = text(value) else { continue }
      lists.options.append("--\(option)=\(text)")
    }
    for (key, option) in [(Key.live, "live"), (.renditionReports, "rendition-reports")]
    where keys.optional(key)?.boolean() == true {
      lists.options.append("--\(option)")
    }
    for (key, option) in [(Key.liveLate, "live-late"), (.liveStale, "live-stale")] {
      lists.options += items(keys.optional(key), text).map { "--\(option)=\($0)" }
    }
    if let value = keys.optional(.catchUp), let text = text(value), text != "false" {
      lists.options.append(text == "true" ? "--catch-up" : "--catch-up=\(text)")
    }
    if keys.optional(.hold)?.boolean() == true { lists.options.append("--hold") }
    if keys.optional(.lowData)?.boolean() == true { lists.options.append("--low-data") }
    switch keys.optional(.tcp)?.choice(of: TransportWord.self) {
    case nil, .some(.none): break
    case .slowStart: lists.options.append("--tcp=slow-start")
    case .slowStartWithTLS: lists.options += ["--tcp=slow-start", "--tls"]
    }
    lists.options += keys.optional(.reading).map { readingOptions($0, folder) } ?? []
    lists.options += items(keys.optional(.actions), text).map { "--do=\($0)" }
    lists.options += items(keys.optional(.faults), text).map { "--fault=\($0)" }
    return lists
  }

  /// The options of the command line for a mapping that says how ladders are read.
  private static func readingOptions(_ reader: YAMLReader, _ folder: Folder) -> [String] {
    guard let setting = LadderReadingSetting(reader) else { return [] }
    return setting.parts.compactMap { part in
      let option = part.key.option
      if part.text == "true" { return option }
      guard part.key == .key else { return "\(option)=\(part.text)" }
      guard case .file(let path)? = setting.key else {
        reader.refuse("results would show the digits of the key", hint: "name the file that has it")
        return nil
      }
      return "\(option)=\(folder.path(of: path))"
    }
  }

  private static let optionNames: [(Key, String)] = [
    (.latency, "latency"), (.scale, "scale"), (.offset, "offset"), (.jitter, "jitter"),
    (.loss, "loss"), (.limit, "limit"), (.sample, "sample"), (.seed, "seed"),
    (.join, "join"), (.liveDelay, "live-delay"), (.liveWindow, "live-window"),
    (.liveHoldBack, "live-hold-back"), (.liveClock, "live-clock"), (.parts, "parts"),
    (.canSkipUntil, "can-skip-until"),
  ]

  /// The items of a list, or the one that stands for a list.
  private static func items<Item>(
    _ reader: YAMLReader?, _ read: (YAMLReader) -> Item?
  ) -> [Item] {
    guard let reader else { return [] }
    if case .sequence = reader.node.content {
      return reader.list(allowsNone: false, read) ?? []
    }
    return read(reader).map { [$0] } ?? []
  }

  private static func text(_ reader: YAMLReader) -> String? {
    reader.parsed("a text", atMost: 4096) { text throws(GrammarError) in text }
  }

  private static func weight(_ reader: YAMLReader?) -> Double {
    guard let reader, let weight = reader.factor() else { return 1 }
    guard weight.millionths > 0 else {
      reader.refuse("a weight is above 0")
      return 1
    }
    return Double(weight.millionths) / 1e6
  }

  /// A text, or a mapping with a name and a weight.
  private static func keyed<Key: RawRepresentable<String> & CaseIterable>(
    _ reader: YAMLReader, _ type: Key.Type, _ what: Key, _ name: Key, _ weightKey: Key
  ) -> SweepLists.Item? {
    guard case .mapping = reader.node.content else {
      return text(reader).map { SweepLists.Item($0) }
    }
    guard let keys = reader.mapping(of: Key.self), let value = keys.required(what),
      let text = text(value)
    else { return nil }
    var item = SweepLists.Item(text)
    item.name = keys.optional(name).flatMap(Self.text)
    item.weight = weight(keys.optional(weightKey))
    return item
  }

  private static func network(_ reader: YAMLReader) -> SweepLists.Item? {
    guard case .mapping = reader.node.content else {
      return text(reader).map { SweepLists.Item($0) }
    }
    guard let keys = reader.mapping(of: NetworkKey.self), let value = keys.required(.network),
      let text = text(value)
    else { return nil }
    var item = SweepLists.Item(text)
    item.name = keys.optional(.name).flatMap(Self.text)
    item.weight = weight(keys.optional(.weight))
    item.category = keys.optional(.category).flatMap(Self.text)
    let names: [(NetworkKey, String)] = [
      (.format, "network-format"), (.latency, "latency"), (.scale, "scale"), (.offset, "offset"),
      (.jitter, "jitter"), (.seed, "seed"), (.loss, "loss"),
    ]
    for (key, option) in names {
      if let value = keys.optional(key), let text = Self.text(value) {
        item.options.append("--\(option)=\(text)")
      }
    }
    if keys.optional(.hold)?.boolean() == true { item.options.append("--hold") }
    if keys.optional(.lowData)?.boolean() == true { item.options.append("--low-data") }
    return item
  }
}
