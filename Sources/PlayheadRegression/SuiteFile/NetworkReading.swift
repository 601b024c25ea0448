import PlayheadFiles
import PlayheadModel

/// Parses a network of a case: a text as on the command line, or a mapping with changes to it.
struct NetworkReading {
  let folder: Folder

  private enum Key: String, CaseIterable {
    case network, name, format, latency, scale, offset, hold, jitter, seed, loss, lowData
  }

  /// The network; a file by its path as written.
  func network(_ reader: YAMLReader) -> CheckedNetwork? {
    guard case .mapping(let entries) = reader.node.content else {
      return Self.argument(reader).map { CheckedNetwork(name: $0.text, $0.argument) }
    }
    guard let keys = reader.mapping(of: Key.self) else { return nil }
    let shaping = Self.shaping(keys)
    let format = keys.optional(.format)
    let choice = format?.choice(of: TraceFormat.self)
    let name = keys.optional(.name)
    let label = name?.label("a name")
    guard let network = keys.required(.network, hint: "write network: 3g"),
      let (text, argument) = Self.argument(network)
    else { return nil }
    if let format, choice != nil, !argument.isFile {
      format.refuse("only the network of a file has a format")
    }
    // The changes are part of the network's name.
    let changes = entries.compactMap { entry -> String? in
      guard let key = Key(rawValue: entry.key), ![.network, .name, .format].contains(key),
        case .scalar(let value, _) = entry.value.content
      else { return nil }
      return "\(entry.key) \(value)"
    }
    let words = ([text] + changes).joined(separator: " ")
    return CheckedNetwork(name: label ?? words, argument, format: choice, shaping: shaping)
  }

  private static func argument(
    _ reader: YAMLReader
  ) -> (text: String, argument: NetworkArgument)? {
    guard let label = reader.label("a network", atMost: 4096) else { return nil }
    return reader.parsed("a network", atMost: 4096) { text throws(GrammarError) in
      try NetworkArgument(parsing: text)
    }.map { (label, $0) }
  }

  private static func shaping(_ keys: YAMLMappingReader<Key>) -> NetworkShaping {
    var shaping = NetworkShaping()
    shaping.latency = keys.optional(.latency)?.duration(unit: .required)
    shaping.offset = keys.optional(.offset)?.duration() ?? .zero
    shaping.holdsLast = keys.optional(.hold)?.boolean() ?? false
    shaping.isLowData = keys.optional(.lowData)?.boolean() ?? false
    shaping.scale = keys.optional(.scale)?.parsed("a factor") { text throws(GrammarError) in
      try RateScale(parsing: text)
    }
    shaping.loss = keys.optional(.loss)?.parsed("a percentage") { text throws(GrammarError) in
      try Ratio(parsingPercent: text)
    }
    let seed = keys.optional(.seed)?.wholeNumber(in: 0...Int64.max)
    if let magnitude: WallTime = keys.optional(.jitter)?.duration(unit: .required) {
      // A duration is within the bound, so this does not fail.
      shaping.jitter = try? LatencyJitter(magnitude: magnitude, seed: UInt64(seed ?? 0))
    }
    return shaping
  }
}

extension NetworkArgument {
  /// Whether the network is a file.
  var isFile: Bool { if case .file = self { true } else { false } }
}
