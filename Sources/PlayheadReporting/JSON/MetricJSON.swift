package import PlayheadAnalysis
package import PlayheadFiles
package import PlayheadModel

extension JSONValue {
  /// The length of waits in seconds, of open ones what had elapsed, or null.
  package static func seconds(_ length: StallLength?) -> JSONValue {
    metric(length.map(MetricValue.init))
  }

  /// The value of a metric, or null.
  package static func metric(_ value: MetricValue?) -> JSONValue {
    switch value {
    case nil: .null
    case .word(let word): .string(word)
    case .flag(let flag): .bool(flag)
    case let number?: .decimal(number.plainText)
    }
  }
}

extension MetricChange {
  /// The keys of those of its values that are lower bounds, as their sessions were cut in open
  /// waits.
  package func lowerBounds(reference key: String) -> [String] {
    [(key, reference), ("found", found)].filter { $0.1?.isLowerBound ?? false }.map(\.0)
  }
}
