/// A set of names of jobs, 16 bytes each.
package struct JobNames: Sendable {
  private struct Name: Hashable {
    var high: UInt64
    var low: UInt64

    init?(_ text: String) {
      guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
        let low = UInt64(text.suffix(16), radix: 16)
      else { return nil }
      (self.high, self.low) = (high, low)
    }
  }

  private var names: Set<Name> = []

  package init() {}

  package mutating func insert(_ job: String) {
    if let name = Name(job) { names.insert(name) }
  }

  package func contains(_ job: String) -> Bool {
    !names.isEmpty && Name(job).map(names.contains) ?? false
  }
}
