/// A row of the table of a policy's fields: how a field is stored, written and bounded.
package struct PolicyRow: Sendable {
  /// What the whole number that stands for a value means.
  package let unit: PolicyUnit
  /// The mapping that holds the field; `nil` for a key of the file itself.
  package let group: PolicyGroup?
  /// The key within the group, if it is not the field's name.
  let ownKey: String?
  /// Whether the value may be missing.
  package let isOptional: Bool
  /// An example of a value that has to be given if its group is; `nil` if it may be left out.
  package let requiredExample: String?
  /// Whether zero is an error.
  let isPositive: Bool
  /// Whether it may be `unlimited`.
  package let mayBeUnlimited: Bool
  /// The field whose value it may not exceed.
  let limit: PolicyField?
  /// Whether it requires that field.
  let needsLimit: Bool
  /// The words for a value other than the default, with a `%` in its place, or without one for all
  /// that a value can be; `nil` if headers describe it together with others.
  package let fact: String?
  /// The words for those values that are words themselves.
  package let wordFacts: [String: String]
  /// Whether reports of today's schema were written before there was the field; what they mean
  /// without it is its default.
  package let isLater: Bool
  /// The value in whole units; `nil` if it is not set.
  package let value: @Sendable (BufferingPolicy.Parameters) -> Int64?
  let set: @Sendable (inout BufferingPolicy.Parameters, Int64?) -> Void

  init<Value: PolicyValue>(
    _ path: any WritableKeyPath<BufferingPolicy.Parameters, Value> & Sendable,
    in group: PolicyGroup? = nil, _ ownKey: String? = nil, required example: String? = nil,
    isPositive: Bool = false, mayBeUnlimited: Bool = false, atMost limit: PolicyField? = nil,
    needsLimit: Bool = false, isLater: Bool = false, fact: String? = nil,
    wordFacts: [String: String] = [:]
  ) {
    unit = Value.policyUnit
    isOptional = Value.isOptionalInPolicy
    self.group = group
    self.ownKey = ownKey
    requiredExample = example
    self.isPositive = isPositive
    self.mayBeUnlimited = mayBeUnlimited
    self.limit = limit
    self.needsLimit = needsLimit
    self.fact = fact
    self.wordFacts = wordFacts
    self.isLater = isLater
    value = { $0[keyPath: path].wholeUnits }
    set = { parameters, units in
      if let value = Value(wholeUnits: units) { parameters[keyPath: path] = value }
    }
  }
}

/// A mapping of several fields in a policy.
package enum PolicyGroup: String, Hashable, Sendable, CaseIterable {
  case resumeGrowth, predictedRate, expensive, constrained
  case decoder, startup, resume, underflow, videoOutput, audioOutput, inputQueue, cache, poll
  case costs

  /// The field in whose place the mapping may stand; `nil` if it has a key of its own.
  package var parent: PolicyField? { self == .predictedRate ? .keepUp : nil }

  /// The full key in a file.
  package var key: String { parent.map { "\($0.rawValue).\(rawValue)" } ?? rawValue }

  /// The fields, in order.
  package var fields: [PolicyField] { Self.fields[self] ?? [] }

  private static let fields = Dictionary(
    uniqueKeysWithValues: allCases.map { group in
      (group, PolicyField.table.filter { $0.row.group == group }.map(\.field))
    })

  /// Its rows, with the values that they have by default.
  private var rows: [(row: PolicyRow, unset: Int64?)] { Self.rows[self] ?? [] }

  private static let rows = {
    let defaults = BufferingPolicy.Parameters()
    return Dictionary(
      uniqueKeysWithValues: allCases.map { group in
        let rows = PolicyField.table.map(\.row).filter { $0.group == group }
        return (group, rows.map { (row: $0, unset: $0.value(defaults)) })
      })
  }()

  /// Whether its fields have values.
  package func isSet(in parameters: BufferingPolicy.Parameters) -> Bool {
    switch self {
    case .resumeGrowth: parameters.resumeGrowth != nil
    case .predictedRate: parameters.keepUp.estimation != nil
    case .expensive, .constrained: true
    case .decoder, .startup, .resume, .underflow, .videoOutput, .audioOutput, .inputQueue, .cache,
      .poll, .costs:
      rows.contains { $0.row.value(parameters) != $0.unset }
    }
  }

  /// Whether a player without its values is written in JSON as if there were no such group.
  package var isOptional: Bool {
    switch self {
    case .resumeGrowth, .predictedRate, .expensive, .constrained: false
    case .decoder, .startup, .resume, .underflow, .videoOutput, .audioOutput, .inputQueue, .cache,
      .poll, .costs:
      true
    }
  }
}

/// What the whole number of a field means.
package enum PolicyUnit: Hashable, Sendable {
  /// Nanoseconds.
  case time
  case bytes
  /// Bits per second.
  case rate
  /// Millionths, at least a million.
  case factor
  /// A number of things.
  case count
  /// Zero or one.
  case flag
  /// The place of a word in the list.
  case word([String])

  /// Whether a value below zero is an error.
  var isAmount: Bool {
    self == .time || self == .bytes || self == .rate || self == .count
  }

  /// What a number of things can be; zero is refused later, where it is an error.
  package static let counts: ClosedRange<Int64> = 0...999

  /// The value as exact text: `2 s`, `64 KiB`.
  package func text(_ value: Int64) -> String {
    switch self {
    case .time: MediaTime(nanoseconds: value).text
    case .bytes: exactByteText(value)
    case .rate: BitRate(bitsPerSecond: value).text
    case .factor: Ratio(millionths: value).text
    case .count: String(value)
    case .flag: value == 1 ? "true" : "false"
    case .word(let words): words[Int(value)]
    }
  }

  /// Parses a value in any form that files and options take.
  ///
  /// - Throws: ``GrammarError`` if `text` is malformed.
  package func value(parsing text: some StringProtocol) throws(GrammarError) -> Int64 {
    switch self {
    case .time: return try MediaTime(parsing: text).nanoseconds
    case .bytes: return try Int64(parsingBytes: text)
    case .rate: return try BitRate(parsing: text).bitsPerSecond
    case .factor: return try Ratio(parsingFactor: text).millionths
    case .count:
      guard let count = Int64(text), Self.counts.contains(count) else {
        throw GrammarError(
          text: String(text),
          problem: "expected a whole number from \(Self.counts.lowerBound) to "
            + "\(Self.counts.upperBound)")
      }
      return count
    case .flag: return try Self.word(["false", "true"]).value(parsing: text)
    case .word(let words):
      guard let place = words.firstIndex(where: { $0 == text }) else {
        throw GrammarError(
          text: String(text), problem: "expected \(words.wordList(or: true))",
          hint: text.nearest(in: words).map { "did you mean \($0)?" })
      }
      return Int64(place)
    }
  }

  /// What is behind a file's key in JSON.
  package var jsonSuffix: String {
    switch self {
    case .time: "Seconds"
    case .bytes: "Bytes"
    case .rate: "BitsPerSecond"
    case .factor, .count, .flag, .word: ""
    }
  }
}

/// A type of values in the table.
protocol PolicyValue: Sendable {
  static var policyUnit: PolicyUnit { get }
  static var isOptionalInPolicy: Bool { get }
  /// The value in whole units; `nil` if it is missing.
  var wholeUnits: Int64? { get }
  /// The value of `wholeUnits`; `nil` if that is none of the type.
  init?(wholeUnits: Int64?)
}

extension PolicyValue {
  static var isOptionalInPolicy: Bool { false }
}

extension Time: PolicyValue {
  static var policyUnit: PolicyUnit { .time }
  var wholeUnits: Int64? { nanoseconds }

  init?(wholeUnits: Int64?) {
    guard let wholeUnits else { return nil }
    self.init(nanoseconds: wholeUnits)
  }
}

extension Int64: PolicyValue {
  static var policyUnit: PolicyUnit { .bytes }
  var wholeUnits: Int64? { self }

  init?(wholeUnits: Int64?) {
    guard let wholeUnits else { return nil }
    self = wholeUnits
  }
}

extension Int: PolicyValue {
  static var policyUnit: PolicyUnit { .count }
  var wholeUnits: Int64? { Int64(self) }

  init?(wholeUnits: Int64?) {
    guard let wholeUnits else { return nil }
    self.init(wholeUnits)
  }
}

extension BitRate: PolicyValue {
  static var policyUnit: PolicyUnit { .rate }
  var wholeUnits: Int64? { bitsPerSecond }

  init?(wholeUnits: Int64?) {
    guard let wholeUnits else { return nil }
    self.init(bitsPerSecond: wholeUnits)
  }
}

extension Ratio: PolicyValue {
  static var policyUnit: PolicyUnit { .factor }
  var wholeUnits: Int64? { millionths }

  init?(wholeUnits: Int64?) {
    guard let wholeUnits else { return nil }
    self.init(millionths: wholeUnits)
  }
}

extension Bool: PolicyValue {
  static var policyUnit: PolicyUnit { .flag }
  var wholeUnits: Int64? { self ? 1 : 0 }

  init?(wholeUnits: Int64?) {
    guard let wholeUnits else { return nil }
    self = wholeUnits == 1
  }
}

extension PolicyValue where Self: CaseIterable & RawRepresentable & Equatable, RawValue == String {
  static var policyUnit: PolicyUnit { .word(allCases.map(\.rawValue)) }
  var wholeUnits: Int64? { Array(Self.allCases).firstIndex(of: self).map(Int64.init) }

  init?(wholeUnits: Int64?) {
    guard let wholeUnits else { return nil }
    self = Array(Self.allCases)[Int(wholeUnits)]
  }
}

extension WatermarkCombination: PolicyValue {}
extension TrackCombination: PolicyValue {}
extension BufferedReport: PolicyValue {}
extension OpeningEnd: PolicyValue {}
extension ReadOrder: PolicyValue {}
extension ThroughputSpan: PolicyValue {}
extension CacheBase: PolicyValue {}
extension CacheEnd: PolicyValue {}

extension KeepUpRule: PolicyValue {
  private static let rules: [KeepUpRule] = [.threshold, .predictedRate(ThroughputEstimation())]

  static var policyUnit: PolicyUnit { .word(rules.map(\.name)) }
  var wholeUnits: Int64? { Self.rules.firstIndex { $0.name == name }.map(Int64.init) }

  init?(wholeUnits: Int64?) {
    guard let wholeUnits else { return nil }
    self = Self.rules[Int(wholeUnits)]
  }
}

extension Optional: PolicyValue where Wrapped: PolicyValue {
  static var policyUnit: PolicyUnit { Wrapped.policyUnit }
  static var isOptionalInPolicy: Bool { true }
  var wholeUnits: Int64? { flatMap(\.wholeUnits) }

  init?(wholeUnits: Int64?) {
    self = Wrapped(wholeUnits: wholeUnits)
  }
}
