/// A JSON value whose members keep their order and whose numbers are exact.
///
/// Foundation's encoder orders members by name or not at all, and prints numbers through binary
/// floating point; what we publish is neither.
indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// A number as it is to be printed.
  case decimal(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Hashable, Sendable {
    var key: String
    var value: JSONValue
  }

  /// An object of the members given, in their order.
  static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member(key: $0.key, value: $0.value) })
  }

  /// Seconds as an exact decimal, or null.
  static func seconds(_ time: MediaTime?) -> JSONValue {
    time.map { .decimal($0.secondsText) } ?? .null
  }

  /// A truth value, or null.
  static func flag(_ flag: Bool?) -> JSONValue {
    flag.map { .bool($0) } ?? .null
  }

  /// A ratio as a decimal, or null.
  static func ratio(_ ratio: Ratio?) -> JSONValue {
    ratio.map { .decimal($0.text) } ?? .null
  }

  /// A whole number, or null.
  static func whole(_ number: (some BinaryInteger)?) -> JSONValue {
    number.map { .integer(Int64($0)) } ?? .null
  }

  /// A text, or null.
  static func text(_ text: String?) -> JSONValue {
    text.map { .string($0) } ?? .null
  }

  static func rate(_ rate: PlaybackRate) -> JSONValue {
    .decimal(rate.text)
  }

  static func rate(_ rate: BitRate?) -> JSONValue {
    whole(rate?.bitsPerSecond)
  }

  /// The length of waits in seconds, `"inf"` if it is unbounded, or null.
  static func seconds(_ length: StallLength?) -> JSONValue {
    metric(length.map(MetricValue.init))
  }

  /// The value of a metric, or null.
  static func metric(_ value: MetricValue?) -> JSONValue {
    switch value {
    case nil: .null
    case .word(let word): .string(word)
    case .flag(let flag): .bool(flag)
    case .unbounded: .string(MetricValue.unboundedText)
    case let number?: .decimal(number.plainText)
    }
  }
}
