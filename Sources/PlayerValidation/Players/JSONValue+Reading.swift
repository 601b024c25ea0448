import Foundation
import PlayheadFiles

/// What players send is JSON.
extension JSONValue {
  init?(_ bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
      return nil
    }
    self = value
  }

  var bytes: [UInt8] { (try? JSONEncoder().encode(self)).map(Array.init) ?? [] }

  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var elements: [JSONValue] {
    if case .array(let values) = self { values } else { [] }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var flag: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let text): Double(text)
    default: nil
    }
  }
}
