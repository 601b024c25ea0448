package import PlayheadModel

/// Reads a value of a JSON file of ours, and says where it is not what it should be.
package struct JSONReader: Sendable {
  package let text: TraceText
  package let node: JSONNode
  /// The keys that lead to it, with points between them.
  let path: String

  package init(text: TraceText, node: JSONNode, path: String) {
    self.text = text
    self.node = node
    self.path = path
  }

  /// The value that `contents` are.
  package static func document(_ contents: [UInt8]) throws(JSONError) -> JSONReader {
    do throws(ProfileError) {
      let text = try TraceText(contents)
      var scanner = JSONScanner(text)
      return JSONReader(text: text, node: try scanner.value(), path: "")
    } catch {
      throw JSONError(error)
    }
  }

  /// A number as it is written.
  package func number() throws(JSONError) -> String {
    guard case .number(let number) = node.content else {
      throw refusal(of: node, expecting: "a number")
    }
    return String(decoding: text.bytes[number.range], as: UTF8.self)
  }

  /// The refusal of the value.
  package func refusal(_ problem: String) -> JSONError { refusal(of: node, problem) }

  /// The refusal of a part of the value.
  func refusal(of part: JSONNode, _ problem: String) -> JSONError {
    JSONError(
      text.refusal(at: part.offset, path.isEmpty ? problem : "\(path): \(problem)"))
  }

  private func refusal(of part: JSONNode, expecting expectation: String) -> JSONError {
    refusal(of: part, "expected \(expectation), found \(part.content.kind)")
  }

  // MARK: Objects and lists

  /// The value of `key`, which has to be there.
  package func member(_ key: String) throws(JSONError) -> JSONReader {
    guard case .object(let members) = node.content else {
      throw refusal(of: node, expecting: "an object")
    }
    guard let member = members.first(where: { $0.key == key }) else {
      throw refusal("\(key) is missing")
    }
    return JSONReader(
      text: text, node: member.value, path: path.isEmpty ? key : "\(path).\(key)")
  }

  /// Whether it is an object with a value for `key`, which may be null.
  package func has(_ key: String) -> Bool {
    guard case .object(let members) = node.content else { return false }
    return members.contains { $0.key == key }
  }

  /// What `read` makes of the value of `key`; `nil` if that is null.
  package func optional<Value>(
    _ key: String, _ read: (JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value? {
    let member = try member(key)
    if case .null = member.node.content { return nil }
    return try read(member)
  }

  /// What `read` makes of each element of a list.
  package func list<Value>(
    _ read: (JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> [Value] {
    var values: [Value] = []
    for element in try elements() {
      values.append(try read(JSONReader(text: text, node: element, path: path)))
    }
    return values
  }

  private func elements() throws(JSONError) -> [JSONNode] {
    guard case .array(let elements) = node.content else {
      throw refusal(of: node, expecting: "a list")
    }
    return elements
  }

  /// What `read` makes of the value of each key of an object.
  package func members<Value>(
    _ read: (JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> [String: Value] {
    guard case .object(let members) = node.content else {
      throw refusal(of: node, expecting: "an object")
    }
    var values: [String: Value] = [:]
    for member in members { values[member.key] = try read(try self.member(member.key)) }
    return values
  }

  // MARK: Values

  package func string() throws(JSONError) -> String {
    guard case .string(let text) = node.content else {
      throw refusal(of: node, expecting: "a text")
    }
    return text
  }

  /// One of the words of `Choice`.
  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    of type: Choice.Type
  ) throws(JSONError) -> Choice {
    let choices = Array(Choice.allCases)
    return choices[try self.choice(of: choices.map(\.rawValue))]
  }

  /// The place of one of `words`.
  func choice(of words: [String]) throws(JSONError) -> Int {
    guard case .string(let text) = node.content, let place = words.firstIndex(of: text) else {
      throw refusal(of: node, expecting: words.wordList(or: true))
    }
    return place
  }

  package func bool() throws(JSONError) -> Bool {
    guard case .bool(let value) = node.content else {
      throw refusal(of: node, expecting: "true or false")
    }
    return value
  }

  /// A whole number within `range`, which does not begin below zero.
  package func whole(in range: ClosedRange<Int64>) throws(JSONError) -> Int64 {
    let number = try decimal(power: 0, atMost: range.upperBound)
    guard range.contains(number) else {
      throw refusal(
        "a whole number from \(range.lowerBound) to \(range.upperBound) is expected")
    }
    return number
  }

  package func seconds<Clock>() throws(JSONError) -> Time<Clock> {
    Time(nanoseconds: try decimal(power: 9, atMost: Time<Clock>.bound.nanoseconds))
  }

  /// Seconds that may lie before zero.
  package func signedSeconds<Clock>() throws(JSONError) -> Time<Clock> {
    guard case .number(let number) = node.content, number.isNegative else { return try seconds() }
    return Time(
      nanoseconds:
        -(try magnitude(
          number, node, power: 9, atMost: Time<Clock>.bound.nanoseconds)))
  }

  func rate() throws(JSONError) -> BitRate {
    BitRate(bitsPerSecond: try decimal(power: 0, atMost: BitRate.bound.bitsPerSecond))
  }

  package func bytes() throws(JSONError) -> Int64 { try decimal(power: 0, atMost: .max) }

  package func ratio() throws(JSONError) -> Ratio {
    Ratio(millionths: try decimal(power: 6, atMost: .max))
  }

  /// A seed, which may be larger than other whole numbers.
  func seed() throws(JSONError) -> UInt64 {
    guard case .number(let number) = node.content,
      let seed = UInt64(String(decoding: text.bytes[number.range], as: UTF8.self))
    else { throw refusal("a whole number from 0 to \(UInt64.max) is expected") }
    return seed
  }

  /// A number × 10^`power`, which has to be whole.
  package func decimal(power: Int, atMost bound: Int64) throws(JSONError) -> Int64 {
    try decimal(node, power: power, atMost: bound)
  }

  /// The numbers of a list, × 10^`power` each.
  func decimals(power: Int, atMost bound: Int64) throws(JSONError) -> [Int64] {
    var numbers: [Int64] = []
    for element in try elements() {
      numbers.append(try decimal(element, power: power, atMost: bound))
    }
    return numbers
  }

  /// A number × 10^`power` to a whole one; it may be below zero and have more digits than that.
  package func rounded(power: Int, atMost bound: Int64) throws(JSONError) -> Int64 {
    guard case .number(let number) = node.content else {
      throw refusal(of: node, expecting: "a number")
    }
    guard let value = number.times(tenTo: power, in: text.bytes, atMost: bound) else {
      throw refusal("the number is above \(decimalText(bound, places: power, trimmed: true))")
    }
    return number.isNegative ? -value : value
  }

  private func decimal(
    _ node: JSONNode, power: Int, atMost bound: Int64
  ) throws(JSONError) -> Int64 {
    guard case .number(let number) = node.content else {
      throw refusal(of: node, expecting: "a number")
    }
    guard !number.isNegative || number.isZero(in: text.bytes) else {
      throw refusal(of: node, "a number below zero")
    }
    return try magnitude(number, node, power: power, atMost: bound)
  }

  /// The same of a number that may be below zero.
  package func signedDecimal(power: Int, atMost bound: Int64) throws(JSONError) -> Int64 {
    guard case .number(let number) = node.content, number.isNegative else {
      return try decimal(power: power, atMost: bound)
    }
    return -(try magnitude(number, node, power: power, atMost: bound))
  }

  /// The digits of a number × 10^`power`, without its sign.
  private func magnitude(
    _ number: ScannedDecimal, _ node: JSONNode, power: Int, atMost bound: Int64
  ) throws(JSONError) -> Int64 {
    guard let value = number.times(tenTo: power, in: text.bytes, atMost: bound) else {
      throw refusal(
        of: node, "the number is above \(decimalText(bound, places: power, trimmed: true))")
    }
    // One more digit tells whether anything but a trace of a digit was rounded away.
    let finer = number.times(tenTo: power + 1, in: text.bytes, atMost: .max)
    let isRounded = finer.map { $0 != value.multipliedReportingOverflow(by: 10).partialValue }
    if isRounded ?? false || value == 0 && !number.isZero(in: text.bytes) {
      throw refusal(
        of: node, "the resolution is \(decimalText(1, places: power, trimmed: true))")
    }
    return value
  }
}
