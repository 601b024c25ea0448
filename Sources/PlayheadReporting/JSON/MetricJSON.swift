package import PlayheadAnalysis
package import PlayheadFiles
package import PlayheadModel

extension JSONValue {
  /// The length of waits in seconds, `"inf"` if it is unbounded, or null.
  package static func seconds(_ length: StallLength?) -> JSONValue {
    metric(length.map(MetricValue.init))
  }

  /// The value of a metric, or null.
  package static func metric(_ value: MetricValue?) -> JSONValue {
    switch value {
    case nil: .null
    case .word(let word): .string(word)
    case .flag(let flag): .bool(flag)
    case .unbounded: .string(MetricValue.unboundedText)
    case let number?: .decimal(number.plainText)
    }
  }
}
