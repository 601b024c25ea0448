import PlayheadModel

/// Parses a policy file into values and their positions.
struct PolicyReading {
  private(set) var parameters = BufferingPolicy.Parameters()
  private(set) var marks: [PolicyField: YAMLMark] = [:]

  init(name: String) {
    parameters.name = name
  }

  private enum Key: String, CaseIterable {
    case name, startupBuffer, resumeBuffer, afterSeekBuffer, resumeGrowth
    case highWatermark, lowWatermark, highWatermarkBytes, lowWatermarkBytes, watermarks
    case byteCap, backBuffer, loadGranularity, keepUp, automaticallyWaitsToMinimizeStalling
    case expensive, constrained, readThrough
  }

  private enum GrowthKey: String, CaseIterable {
    case factor, limit
  }

  private enum LimitsKey: String, CaseIterable {
    case buffer, rate
  }

  /// Parses all of `document`; errors are noted there.
  mutating func read(_ document: YAMLReader) {
    guard let keys = document.document("player/1", of: Key.self) else { return }
    read(keys)
  }

  /// Parses a policy inside another file, which states the file type.
  mutating func readPart(_ part: YAMLReader) {
    guard let keys = part.mapping(of: Key.self) else { return }
    read(keys)
  }

  private mutating func read(_ keys: YAMLMappingReader<Key>) {
    if let name = keys.optional(.name)?.text("a name") { parameters.name = name }
    readThresholds(keys)
    readWatermarks(keys)
    readRoom(keys)
    if let keepUp = keys.optional(.keepUp) { readKeepUp(keepUp) }
    if let waits = keys.optional(.automaticallyWaitsToMinimizeStalling)?.boolean() {
      parameters.automaticallyWaitsToMinimizeStalling = waits
    }
    readLimits(keys.optional(.expensive), .expensiveBuffer, \.expensive)
    readLimits(keys.optional(.constrained), .constrainedBuffer, \.constrained)
  }

  private mutating func readThresholds(_ keys: YAMLMappingReader<Key>) {
    take(keys.optional(.startupBuffer), .startupBuffer, \.startupThreshold) { $0.duration() }
    take(keys.optional(.resumeBuffer), .resumeBuffer, \.resumeThreshold) { $0.duration() }
    takeOptional(keys.optional(.afterSeekBuffer), .afterSeekBuffer, \.afterSeekThreshold) {
      $0.duration()
    }
    if let growth = keys.optional(.resumeGrowth) { readGrowth(growth) }
  }

  private mutating func readWatermarks(_ keys: YAMLMappingReader<Key>) {
    takeLimit(keys.optional(.highWatermark), .highWatermark, \.highWatermark) { $0.duration() }
    takeOptional(keys.optional(.lowWatermark), .lowWatermark, \.lowWatermark) { $0.duration() }
    takeLimit(keys.optional(.highWatermarkBytes), .highWatermarkBytes, \.highWatermarkBytes) {
      $0.byteCount()
    }
    takeOptional(keys.optional(.lowWatermarkBytes), .lowWatermarkBytes, \.lowWatermarkBytes) {
      $0.byteCount()
    }
    take(keys.optional(.watermarks), .watermarks, \.watermarkCombination) {
      $0.choice(of: WatermarkCombination.self)
    }
  }

  private mutating func readRoom(_ keys: YAMLMappingReader<Key>) {
    takeLimit(keys.optional(.byteCap), .byteCap, \.byteCap) { $0.byteCount() }
    takeLimit(keys.optional(.backBuffer), .backBuffer, \.backBuffer) { $0.duration() }
    takeOptional(keys.optional(.loadGranularity), .loadGranularity, \.loadGranularity) {
      $0.byteCount()
    }
    take(keys.optional(.readThrough), .readThrough, \.readThrough) { $0.byteCount() }
  }

  /// Sets a value with the result of `read`, if the key is present and its value valid.
  private mutating func take<Value>(
    _ reader: YAMLReader?, _ field: PolicyField,
    _ target: WritableKeyPath<BufferingPolicy.Parameters, Value>, _ read: (YAMLReader) -> Value?
  ) {
    guard let reader, let value = read(reader) else { return }
    parameters[keyPath: target] = value
    marks[field] = reader.node.mark
  }

  /// Sets an optional value.
  private mutating func takeOptional<Value>(
    _ reader: YAMLReader?, _ field: PolicyField,
    _ target: WritableKeyPath<BufferingPolicy.Parameters, Value?>, _ read: (YAMLReader) -> Value?
  ) {
    take(reader, field, target) { reader in read(reader).map { .some($0) } }
  }

  /// Sets a value that may be `unlimited`, which becomes `nil`.
  private mutating func takeLimit<Value>(
    _ reader: YAMLReader?, _ field: PolicyField,
    _ target: WritableKeyPath<BufferingPolicy.Parameters, Value?>, _ read: (YAMLReader) -> Value?
  ) {
    take(reader, field, target) { reader in
      reader.isUnlimited ? .some(nil) : read(reader).map { .some($0) }
    }
  }

  private mutating func readGrowth(_ reader: YAMLReader) {
    guard let keys = reader.mapping(of: GrowthKey.self) else { return }
    let factor = keys.required(.factor, hint: "write factor: 2")
    let limit = keys.required(.limit, hint: "write limit: 30s")
    guard let factorValue = factor?.factor(), let limitValue = limit?.duration() else { return }
    parameters.resumeGrowth = ResumeGrowth(factor: factorValue, limit: limitValue)
    marks[.resumeGrowthFactor] = factor?.node.mark
    marks[.resumeGrowthLimit] = limit?.node.mark
  }

  private mutating func readKeepUp(_ reader: YAMLReader) {
    var reading = KeepUpReading()
    guard let rule = reading.rule(reader) else { return }
    parameters.keepUp = rule
    marks.merge(reading.marks) { _, new in new }
  }

  private mutating func readLimits(
    _ reader: YAMLReader?, _ field: PolicyField,
    _ target: WritableKeyPath<BufferingPolicy.Parameters, PathLimits>
  ) {
    guard let keys = reader?.mapping(of: LimitsKey.self) else { return }
    takeOptional(keys.optional(.buffer), field, target.appending(path: \.forwardBuffer)) {
      $0.duration()
    }
    if let rate = keys.optional(.rate)?.rate() { parameters[keyPath: target].peakBitRate = rate }
  }
}
