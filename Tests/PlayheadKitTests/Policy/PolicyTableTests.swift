import Expectations
import Foundation
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// Each field of the table, against everything that goes by it.
@Suite struct `The table of policy fields` {
  /// A policy in which every field has a value, unlike its default and any other's.
  private static let full: BufferingPolicy.Parameters = {
    var parameters = BufferingPolicy.Parameters()
    for field in PolicyField.allCases { parameters.set(field, to: sample(field)) }
    return parameters
  }()

  /// Smaller by a hundred for every field that limits it.
  private static func sample(_ field: PolicyField) -> Int64 {
    let place = Int64(PolicyField.allCases.firstIndex(of: field) ?? 0)
    let number = 1000 - 100 * Int64(limits(of: field).count) + place
    return switch field.row.unit {
    case .time: number * 1_000_000_000
    case .bytes, .rate: number * 1000
    case .factor: number * 10_000
    case .count: 4
    case .flag: 1 - (BufferingPolicy.Parameters().value(of: field) ?? 0)
    case .word(let words): Int64(words.count - 1)
    }
  }

  private static func limits(of field: PolicyField) -> [PolicyField] {
    field.row.limit.map { [$0] + limits(of: $0) } ?? []
  }

  /// A value as a person may write it, without the printing that the program has.
  private static func written(_ value: Int64, _ unit: PolicyUnit) -> String {
    switch unit {
    case .time: "\(value)ns"
    case .bytes: "\(value)B"
    case .rate: "\(value)bit/s"
    case .factor: "\(value / 1_000_000).\(String(1_000_000 + value % 1_000_000).dropFirst())"
    case .count: "\(value)"
    case .flag: value == 1 ? "true" : "false"
    case .word(let words): words[Int(value)]
    }
  }

  /// A file with one line for each of `fields`, and the column at which its value begins.
  private static func file(
    _ fields: [PolicyField], _ text: (PolicyField) -> String
  ) -> (text: String, columns: [PolicyField: Int]) {
    var lines = ["playhead: player/1", "name: x"]
    var columns: [PolicyField: Int] = [:]
    for field in fields where field.row.group == nil && field != .keepUp {
      lines.append("\(field.rawValue): \(text(field))")
      columns[field] = field.rawValue.count + 3
    }
    for group in PolicyGroup.allCases {
      let own = fields.filter { $0.row.group == group }
      guard !own.isEmpty else { continue }
      let keys = group.key.split(separator: ".").map(String.init)
      var line = keys.map { "\($0): {" }.joined()
      for field in own {
        line += (field == own.first ? "" : ", ") + "\(field.ownKey): "
        columns[field] = line.count + 1
        line += text(field)
      }
      lines.append(line + keys.map { _ in "}" }.joined())
    }
    return (lines.joined(separator: "\n"), columns)
  }

  private static func reading(_ text: String) throws(YAMLError) -> PolicyFile {
    try PolicyFile(contents: Array(text.utf8), name: "x")
  }

  @Test func `is read from YAML, with the place of each value`() throws {
    let (text, columns) = Self.file(PolicyField.allCases) {
      Self.written(Self.sample($0), $0.row.unit)
    }
    let file = try Self.reading(text)
    for field in PolicyField.allCases {
      expect(file.parameters.value(of: field), equals: Self.sample(field), "\(field)")
      expect(file.marks[field] != nil, "\(field)")
      if let column = columns[field] {
        expect(file.marks[field]?.column, equals: column, "\(field)")
      }
    }
    var named = Self.full
    named.name = "x"
    expect(file.parameters, equals: named)
  }

  @Test(arguments: PolicyField.allCases)
  func `is read alone, and nothing else changes`(field: PolicyField) throws {
    let siblings = PolicyField.allCases.filter { other in
      other == field || other.row.group == field.row.group && other.row.requiredExample != nil
    }
    let text =
      field == .keepUp
      ? "playhead: player/1\nkeepUp: predictedRate"
      : Self.file(siblings) { Self.written(Self.sample($0), $0.row.unit) }.text
    let parameters = try Self.reading(text).parameters
    expect(parameters.value(of: field), equals: Self.sample(field))
    var expected = BufferingPolicy.Parameters()
    expected.name = "x"
    for sibling in siblings { expected.set(sibling, to: Self.sample(sibling)) }
    expect(parameters, equals: expected)
  }

  @Test func `is unlimited where that means something`() {
    let unlimited: Set<PolicyField> = [
      .highWatermark, .highWatermarkBytes, .watermarkLimit, .byteCap, .backBuffer, .seekBack,
    ]
    for field in PolicyField.allCases where field.row.group == nil && field != .keepUp {
      let file = try? Self.reading(Self.file([field]) { _ in "unlimited" }.text)
      expect((file != nil), equals: unlimited.contains(field), "\(field)")
      if let file { expect(file.parameters.value(of: field) == nil, "\(field)") }
    }
  }

  @Test func `is written in JSON and read from there`() throws {
    var value = Self.full
    value.name = "x"
    let policy = try BufferingPolicy(value)
    var printer = JSONPrinter(openLevels: 0)
    printer.print(PlayerJSON.value(policy))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(printer.bytes)) as? NSDictionary)
    for field in PolicyField.allCases {
      let holder =
        try field.row.group.map { try #require(object[$0.rawValue] as? NSDictionary) } ?? object
      let found = try #require(holder[field.jsonKey], "\(field)")
      let sample = Self.sample(field)
      switch field.row.unit {
      case .time: expect(found as? Double, equals: Double(sample) / 1e9, "\(field)")
      case .bytes, .rate, .count: expect(found as? Int64, equals: sample, "\(field)")
      case .factor: expect(found as? Double, equals: Double(sample) / 1e6, "\(field)")
      case .flag: expect(found as? Bool, equals: (sample == 1), "\(field)")
      case .word(let words): expect(found as? String, equals: words[Int(sample)], "\(field)")
      }
    }
    let members = Set(object.allKeys.compactMap { $0 as? String })
    let expected = PolicyField.allCases.map { $0.row.group?.rawValue ?? $0.jsonKey }
    expect(members, equals: Set(expected + ["name"]))
    try expect(Self.read(printer.bytes), equals: policy)
  }

  /// Those that reports of the second schema were first written without.
  @Test func `may be missing in JSON only if it came later`() throws {
    let later: Set<PolicyField> = [
      .loadedOver, .openedWith, .readOrder, .blockBytes, .parallelRequests, .seekBack,
      .windowReads, .wholeGroups, .watermarkTime, .watermarkLimit, .interleaveFactor,
      .buffered, .bufferedAhead,
    ]
    for field in PolicyField.allCases where field.row.group == nil {
      var printer = JSONPrinter(openLevels: 0)
      printer.print(PlayerJSON.value(.basic, without: [field]))
      let read = try? Self.read(printer.bytes)
      expect((read != nil), equals: later.contains(field), "\(field)")
      if let read { expect(read, equals: .basic) }
    }
  }

  @Test func `is null in JSON where it is not set`() throws {
    for field in PolicyField.allCases where field.row.isOptional {
      var parameters = BufferingPolicy.Parameters()
      for other in PolicyField.allCases where other.row.group == field.row.group {
        parameters.set(other, to: nil)
      }
      parameters.set(field, to: nil)
      parameters.lowWatermark = nil
      let policy = try BufferingPolicy(parameters)
      var printer = JSONPrinter(openLevels: 0)
      printer.print(PlayerJSON.value(policy))
      let text = String(decoding: printer.bytes, as: UTF8.self)
      // Rules for tracks are left out where there are none.
      let isLeftOut = field.row.group?.isOptional ?? false
      expect(text.contains("\"\(field.jsonKey)\": null") != isLeftOut, "\(field)")
      try expect(Self.read(printer.bytes), equals: policy, "\(field)")
    }
  }

  private static func read(_ json: [UInt8]) throws -> BufferingPolicy {
    let text = try TraceText(json)
    var scanner = JSONScanner(text)
    return try PlayerReading.policy(
      JSONReader(text: text, node: try scanner.value(), path: ""))
  }

  // MARK: Bounds

  /// The amounts of which zero is an error: nothing could be loaded or measured.
  private static let positive: Set<PolicyField> = [
    .highWatermark, .highWatermarkBytes, .byteCap, .loadGranularity, .fastHalfLife, .slowHalfLife,
    .sampleBytes, .expensiveBuffer, .constrainedBuffer, .blockBytes, .parallelRequests,
    .windowReads, .decoderThreads, .growthFrom, .pollInterval,
  ]

  private static let limits: [PolicyField: PolicyField] = [
    .resumeBuffer: .resumeGrowthLimit, .lowWatermark: .highWatermark,
    .lowWatermarkBytes: .highWatermarkBytes, .highWatermarkBytes: .byteCap,
    .fastHalfLife: .slowHalfLife, .inputLow: .inputHigh, .inputLowBytes: .inputHighBytes,
  ]

  private static func mistakes(_ field: PolicyField, _ value: Int64) -> [PolicyError] {
    var parameters = full
    parameters.set(field, to: value)
    return parameters.mistakes
  }

  @Test(arguments: PolicyField.allCases)
  func `is checked at its bounds`(field: PolicyField) {
    expect(Self.mistakes(field, Self.sample(field)), equals: [])
    switch field.row.unit {
    case .time, .bytes, .rate, .count:
      expect(Self.mistakes(field, -1).contains(.negative(field)))
      expect(Self.mistakes(field, 0).contains(.zero(field)), equals: Self.positive.contains(field))
      expect(!Self.mistakes(field, 0).contains(.negative(field)))
      expect(!Self.mistakes(field, 1).contains { $0 == .zero(field) || $0 == .negative(field) })
      expect(field.row.limit, equals: Self.limits[field])
      guard let limit = Self.limits[field] else { return }
      let most = Self.sample(limit)
      expect(!Self.mistakes(field, most).contains(.above(field, limit: limit)))
      expect(Self.mistakes(field, most + 1).contains(.above(field, limit: limit)))
    case .factor:
      expect(Self.mistakes(field, 1_000_000), equals: [])
      expect(Self.mistakes(field, 999_999), equals: [.shrinking(field)])
    case .flag, .word:
      break
    }
  }

  @Test func `names what a value requires`() {
    let needs: [PolicyField: PolicyField] = [
      .lowWatermark: .highWatermark, .lowWatermarkBytes: .highWatermarkBytes,
    ]
    for field in PolicyField.allCases {
      guard let limit = Self.limits[field], limit.row.isOptional else { continue }
      var parameters = Self.full
      parameters.set(limit, to: nil)
      expect(
        parameters.mistakes.contains(.missing(limit, neededBy: field)),
        equals: (needs[field] != nil),
        "\(field)")
    }
  }

  // MARK: Words

  @Test(arguments: PolicyField.allCases)
  func `is meant by a key with a letter less`(field: PolicyField) throws {
    let keys = field.key.split(separator: ".").map(String.init)
    let mistaken = keys.dropLast() + [String(keys[keys.count - 1].dropLast())]
    let text =
      "playhead: player/1\n" + mistaken.joined(separator: ": {") + ": 1"
      + keys.dropFirst().map { _ in "}" }.joined()
    let error = #expect(throws: YAMLError.self) { try Self.reading(text) }
    let hint = error?.problems.lazy.filter { $0.problem.hasPrefix("unknown key") }.first?.hint
    expect(hint, equals: "did you mean \(keys[keys.count - 1])?")
  }

  @Test(arguments: PolicyField.allCases)
  func `is described to people`(field: PolicyField) throws {
    func facts(_ parameters: BufferingPolicy.Parameters) throws -> [String] {
      PlayerFacts(policy: try BufferingPolicy(parameters)).facts.compactMap(\.self)
    }
    var base = Self.full
    base.automaticallyWaitsToMinimizeStalling = true
    // The mean of a session has no half-lives.
    if [.fastHalfLife, .slowHalfLife].contains(field) { base.set(.throughputOver, to: 0) }
    var changed = base
    let sample = Self.sample(field)
    let other =
      switch field.row.unit {
      case .time: sample - 10_000_000
      case .bytes, .rate, .count: sample - 1
      case .factor: sample + 1
      case .flag, .word: Int64(0)
      }
    changed.set(field, to: other)
    try expect(facts(base) != facts(changed))
    let text = try #require(Self.full.text(of: field))
    try expect(field.row.unit.value(parsing: text), equals: sample)
  }

  @Test func `has keys that tell fields apart`() {
    expect(Set(PolicyField.allCases.map(\.key)).count, equals: PolicyField.allCases.count)
    expect(PolicyField.resumeGrowthLimit.key, equals: "resumeGrowth.limit")
    expect(PolicyField.sampleBytes.key, equals: "keepUp.predictedRate.sampleBytes")
    expect(PolicyField.sampleBytes.jsonKey, equals: "sampleBytes")
    expect(PolicyField.expensiveRate.jsonKey, equals: "rateBitsPerSecond")
  }
}
