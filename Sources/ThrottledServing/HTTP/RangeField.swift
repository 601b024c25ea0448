/// What a `Range` field asks for of a resource.
package enum RangeField: Hashable, Sendable {
  /// All of it: the field is none that has to be heeded.
  case whole
  /// The bytes from an offset to another one, both included.
  case part(ClosedRange<Int64>)
  /// Nothing that the resource has.
  case unsatisfiable

  /// Reads the value of a `Range` field for a resource of `size` bytes.
  ///
  /// A malformed value and several ranges count as none (RFC 9110, 14.2).
  package init(_ value: String, size: Int64) {
    self = .whole
    let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return }
    let ends = parts[1].trimmingSpaces.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.offset(ends[0]), let last = Self.offset(ends[1])
    else { return }
    switch (first, last) {
    case (nil, nil): return
    case (nil, let count?):
      self = count == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - count)...size - 1)
    case (let first?, let last):
      if let last, last < first { return }
      self = first < size ? .part(first...min(last ?? .max, size - 1)) : .unsatisfiable
    }
  }

  /// The bytes of a part; `nil` of anything else.
  package var bytes: ClosedRange<Int64>? {
    if case .part(let range) = self { range } else { nil }
  }

  /// The number that `text` says, or none if it is empty; `nil` if it is something else.
  private static func offset(_ text: Substring) -> Int64?? {
    guard !text.isEmpty else { return .some(nil) }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    // What is too large for a number is beyond the end of any resource.
    return Int64(text) ?? .max
  }
}

extension Substring {
  /// The text without spaces and tabs at both ends.
  var trimmingSpaces: Substring {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    var text = drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }
}
