package import PlayheadLadder
package import PlayheadModel

/// Reads what ``PlayerJSON`` wrote of a player.
package enum PlayerReading {
  /// The fields that the player lacks, as its report was written before there were such.
  package static func missingFields(_ reader: JSONReader) -> Set<PolicyField> {
    Set(PolicyField.allCases.filter { $0.row.isLater && !reader.has($0.jsonKey) })
  }

  package static func policy(_ reader: JSONReader) throws(JSONError) -> BufferingPolicy {
    var parameters = BufferingPolicy.Parameters()
    parameters.name = try reader.member("name").string()
    for field in PolicyField.allCases {
      if let group = field.row.group {
        if group.fields.first == field { try read(group, reader, &parameters) }
      } else {
        try read(field, reader, &parameters)
      }
    }
    return try policy(parameters, reader)
  }

  /// The thresholds that are null where they are reached as soon as anything is loaded.
  private static let thresholds: Set<PolicyField> = [.startupBuffer, .resumeBuffer]

  /// Whether the field is a threshold that is reached as soon as anything is loaded.
  static func isReachedByAnything(
    _ field: PolicyField, _ parameters: BufferingPolicy.Parameters
  ) -> Bool {
    thresholds.contains(field)
      && parameters.value(of: field) == MediaTime.resolution.nanoseconds
  }

  /// How the player loads a ladder and chooses levels; `nil` if it plays files.
  package static func adaptation(
    _ reader: JSONReader
  ) throws(JSONError) -> Scenario.Adaptation? {
    guard reader.has("loading") else { return nil }
    let rule = try reader.optional("rule") { rule throws(JSONError) in
      let text = try rule.string()
      do throws(GrammarError) {
        return try RuleChoice(parsing: text)
      } catch {
        throw rule.refusal(error.problem)
      }
    }
    return Scenario.Adaptation(
      loading: try LadderLoadingReading.loading(try reader.member("loading")), rule: rule)
  }

  /// Reads an object of several fields, null where there is no such thing.
  private static func read(
    _ group: PolicyGroup, _ reader: JSONReader, _ parameters: inout BufferingPolicy.Parameters
  ) throws(JSONError) {
    if group.isOptional, !reader.has(group.rawValue) { return }
    let member = try reader.member(group.rawValue)
    if let parent = group.parent, !group.isSet(in: parameters) {
      guard case .null = member.node.content else {
        let value = parameters.text(of: parent) ?? "null"
        throw member.refusal("expected null, as \(parent.rawValue) is \(value)")
      }
      return
    }
    if case .null = member.node.content, !group.isSet(in: parameters) { return }
    for field in group.fields { try read(field, member, &parameters) }
  }

  private static func read(
    _ field: PolicyField, _ reader: JSONReader, _ parameters: inout BufferingPolicy.Parameters
  ) throws(JSONError) {
    let row = field.row
    if thresholds.contains(field), reader.has(field.jsonKey),
      case .null = try reader.member(field.jsonKey).node.content
    {
      return parameters.set(field, to: MediaTime.resolution.nanoseconds)
    }
    // Without a field that there was not yet, the player did what its default means.
    if row.isLater, !reader.has(field.jsonKey) { return }
    let value =
      row.isOptional
      ? try reader.optional(field.jsonKey) { value throws(JSONError) in try row.unit.value(value) }
      : try row.unit.value(try reader.member(field.jsonKey))
    parameters.set(field, to: value)
  }

  /// A low watermark is written whether it was set or not; one that follows from the high one
  /// counts as not set, so that it follows another high one too.
  private static func policy(
    _ written: BufferingPolicy.Parameters, _ reader: JSONReader
  ) throws(JSONError) -> BufferingPolicy {
    var parameters = written
    if let high = written.highWatermark,
      written.lowWatermark == BufferingPolicy.lowWatermark(under: high)
    {
      parameters.lowWatermark = nil
    }
    if written.lowWatermarkBytes == written.highWatermarkBytes {
      parameters.lowWatermarkBytes = nil
    }
    do throws(PolicyError) {
      return try BufferingPolicy(parameters)
    } catch {
      throw reader.refusal(error.description)
    }
  }
}

extension PolicyUnit {
  /// The value that ``PlayerJSON`` wrote.
  fileprivate func value(_ reader: JSONReader) throws(JSONError) -> Int64 {
    switch self {
    case .time: (try reader.seconds() as WallTime).nanoseconds
    case .bytes: try reader.bytes()
    case .rate: try reader.rate().bitsPerSecond
    case .factor: try reader.ratio().millionths
    case .count: try reader.whole(in: Self.counts)
    case .flag: try reader.bool() ? 1 : 0
    case .word(let words): Int64(try reader.choice(of: words))
    }
  }
}
