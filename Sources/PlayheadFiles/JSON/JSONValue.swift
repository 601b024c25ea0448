package import PlayheadModel

/// A JSON value whose members keep their order and whose numbers are exact.
///
/// Foundation's encoder orders members by name or not at all, and prints numbers through binary
/// floating point; what we publish is neither.
package indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// A number as it is to be printed.
  case decimal(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONValue

    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// An object of the members given, in their order.
  package static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(list(members))
  }

  /// The members given, in their order.
  package static func list(_ members: KeyValuePairs<String, JSONValue>) -> [Member] {
    members.map { Member(key: $0.key, value: $0.value) }
  }

  /// Seconds as an exact decimal, or null.
  package static func seconds<Clock>(_ time: Time<Clock>?) -> JSONValue {
    time.map { .decimal($0.secondsText) } ?? .null
  }

  /// A truth value, or null.
  package static func flag(_ flag: Bool?) -> JSONValue {
    flag.map { .bool($0) } ?? .null
  }

  /// A ratio as a decimal, or null.
  package static func ratio(_ ratio: Ratio?) -> JSONValue {
    ratio.map { .decimal($0.text) } ?? .null
  }

  /// A whole number, or null.
  package static func whole(_ number: (some BinaryInteger)?) -> JSONValue {
    number.map { .integer(Int64($0)) } ?? .null
  }

  /// A text, or null.
  package static func text(_ text: String?) -> JSONValue {
    text.map { .string($0) } ?? .null
  }

  package static func rate(_ rate: PlaybackRate) -> JSONValue {
    .decimal(rate.text)
  }

  package static func rate(_ rate: BitRate?) -> JSONValue {
    whole(rate?.bitsPerSecond)
  }
}
