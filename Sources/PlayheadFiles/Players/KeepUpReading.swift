import PlayheadModel

/// Parses `keepUp` of a policy file: `threshold`, `predictedRate`, or the latter with its values.
struct KeepUpReading {
  private(set) var marks: [PolicyField: YAMLMark] = [:]

  private enum Word: String, CaseIterable {
    case threshold, predictedRate
  }

  private enum Key: String, CaseIterable {
    case predictedRate
  }

  private enum EstimationKey: String, CaseIterable {
    case fastHalfLife, slowHalfLife, sampleBytes
  }

  /// The rule; `nil` if invalid, in which case the error is noted.
  mutating func rule(_ reader: YAMLReader) -> KeepUpRule? {
    guard case .mapping = reader.node.content else {
      return switch reader.choice(of: Word.self) {
      case .threshold: .threshold
      case .predictedRate: .predictedRate(ThroughputEstimation())
      case nil: nil
      }
    }
    guard
      let keys = reader.mapping(of: Key.self)?.required(.predictedRate)?
        .mapping(of: EstimationKey.self)
    else { return nil }
    var estimation = ThroughputEstimation()
    if let fast = keys.optional(.fastHalfLife), let time = fast.duration() {
      estimation.fastHalfLife = time
      marks[.fastHalfLife] = fast.node.mark
    }
    if let slow = keys.optional(.slowHalfLife), let time = slow.duration() {
      estimation.slowHalfLife = time
      marks[.slowHalfLife] = slow.node.mark
    }
    if let sample = keys.optional(.sampleBytes), let bytes = sample.byteCount() {
      estimation.sampleBytes = bytes
      marks[.sampleBytes] = sample.node.mark
    }
    return .predictedRate(estimation)
  }
}
