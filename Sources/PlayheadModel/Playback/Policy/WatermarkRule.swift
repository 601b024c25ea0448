/// The rule by which a buffer is full: any or all of its watermarks decide.
///
/// A rule is asked forwards, whether a buffer is full, and backwards, at which amounts it will be
/// full and at which it will no longer be. All answers come from the same marks.
public enum WatermarkRule: Hashable, Sendable {
  /// A pair of watermarks of one quantity.
  case mark(Watermark)
  /// Full at any high watermark, until all low ones are reached; never full without rules.
  case any([WatermarkRule])
  /// Full at all high watermarks, until any low one is reached.
  case all([WatermarkRule])

  /// Whether the buffer is full.
  ///
  /// It becomes full only where it may, and never where it would stop being full at once: if both
  /// watermarks are equal, it must exceed them.
  public func isFull(in situation: BufferSituation) -> Bool {
    guard !situation.flags.isFull else { return isAboveLow(situation) }
    return situation.mayFill && isHigh(situation) && isAboveLow(situation)
  }

  /// The amounts of which at least one is reached before a buffer that is not full becomes full, if
  /// amounts rise; those already reached if it is only not yet checked.
  package func amountsToFill(from situation: BufferSituation) -> BufferAmounts {
    missing { $0.isHigh(situation) ? nil : $0.high }
      ?? missing { $0.isAboveLow(situation) ? nil : $0.low + 1 } ?? highAmounts
  }

  /// The amounts of which at least one is reached before a full buffer stops being full, if amounts
  /// fall.
  package func amountsToDrain(from situation: BufferSituation) -> BufferAmounts {
    switch self {
    case .mark(let mark):
      return mark.isAboveLow(situation)
        ? BufferAmounts(mark.low, of: mark.quantity) : BufferAmounts()
    case .any(let rules):
      // All of them have to drain, so it is enough to watch one that has not.
      return rules.first { $0.isAboveLow(situation) }?.amountsToDrain(from: situation)
        ?? BufferAmounts()
    case .all(let rules):
      return rules.reduce(BufferAmounts()) {
        $0.merged(with: $1.amountsToDrain(from: situation), max, max)
      }
    }
  }

  private func isHigh(_ situation: BufferSituation) -> Bool {
    switch self {
    case .mark(let mark): mark.isHigh(situation)
    case .any(let rules): rules.contains { $0.isHigh(situation) }
    case .all(let rules): rules.allSatisfy { $0.isHigh(situation) }
    }
  }

  private func isAboveLow(_ situation: BufferSituation) -> Bool {
    switch self {
    case .mark(let mark): mark.isAboveLow(situation)
    case .any(let rules): rules.contains { $0.isAboveLow(situation) }
    case .all(let rules): rules.allSatisfy { $0.isAboveLow(situation) }
    }
  }

  /// The amounts to watch for a condition on the marks; `nil` if it holds.
  ///
  /// `amount` is the one at which a mark meets the condition; `nil` if it does.
  private func missing(_ amount: (Watermark) -> Int64?) -> BufferAmounts? {
    switch self {
    case .mark(let mark):
      return amount(mark).map { BufferAmounts($0, of: mark.quantity) }
    case .any(let rules):
      var amounts = BufferAmounts()
      for rule in rules {
        guard let own = rule.missing(amount) else { return nil }
        amounts = amounts.merged(with: own, min, min)
      }
      return amounts
    case .all(let rules):
      // All of them have to hold, so it is enough to watch one that does not.
      for rule in rules {
        if let own = rule.missing(amount) { return own }
      }
      return nil
    }
  }

  /// The lowest high watermark of each quantity.
  private var highAmounts: BufferAmounts {
    switch self {
    case .mark(let mark): BufferAmounts(mark.high, of: mark.quantity)
    case .any(let rules), .all(let rules):
      rules.reduce(BufferAmounts()) { $0.merged(with: $1.highAmounts, min, min) }
    }
  }
}

/// A high and a low watermark of one quantity of a buffer.
public struct Watermark: Hashable, Sendable, BitwiseCopyable {
  /// What is measured.
  package let quantity: Quantity
  /// The amount at which loading stops, in nanoseconds of media or in bytes.
  public let high: Int64
  /// The amount at which loading, once stopped, resumes.
  public let low: Int64

  /// A quantity of a buffer.
  package enum Quantity: Hashable, Sendable, BitwiseCopyable {
    /// ``BufferSituation/level``.
    case level
    /// ``BufferSituation/bytesAhead``.
    case bytes
  }

  /// Watermarks of the buffer level, in media time.
  public init(high: MediaTime, low: MediaTime) {
    (quantity, self.high, self.low) = (.level, high.nanoseconds, low.nanoseconds)
  }

  /// Watermarks of the bytes ahead of the playhead.
  public init(highBytes: Int64, lowBytes: Int64) {
    (quantity, high, low) = (.bytes, highBytes, lowBytes)
  }

  func isHigh(_ situation: BufferSituation) -> Bool { amount(situation) >= high }

  func isAboveLow(_ situation: BufferSituation) -> Bool { amount(situation) > low }

  private func amount(_ situation: BufferSituation) -> Int64 {
    switch quantity {
    case .level: situation.level.nanoseconds
    case .bytes: situation.bytesAhead
    }
  }
}

/// Amounts of a buffer at which a rule's answer may change; `nil` for a quantity that alone changes
/// nothing.
package struct BufferAmounts: Hashable, Sendable {
  /// A buffer level, in media time.
  package var level: MediaTime?
  /// A number of bytes ahead of the playhead.
  package var bytes: Int64?

  /// The given amounts.
  package init(level: MediaTime? = nil, bytes: Int64? = nil) {
    self.level = level
    self.bytes = bytes
  }

  init(_ amount: Int64, of quantity: Watermark.Quantity) {
    switch quantity {
    case .level: self.init(level: MediaTime(nanoseconds: amount))
    case .bytes: self.init(bytes: amount)
    }
  }

  /// Both amounts, those of one quantity made one.
  fileprivate func merged(
    with other: BufferAmounts, _ level: (MediaTime, MediaTime) -> MediaTime,
    _ bytes: (Int64, Int64) -> Int64
  ) -> BufferAmounts {
    func merge<Value>(
      _ one: Value?, _ other: Value?, _ choose: (Value, Value) -> Value
    ) -> Value? {
      guard let one, let other else { return one ?? other }
      return choose(one, other)
    }
    return BufferAmounts(
      level: merge(self.level, other.level, level), bytes: merge(self.bytes, other.bytes, bytes))
  }
}
