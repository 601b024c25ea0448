import PlayheadModel

/// How the segments of a representation are addressed: the elements that say so, innermost first.
struct SegmentAddressing {
  /// The kinds of addressing.
  enum Kind: String, CaseIterable {
    case template = "SegmentTemplate"
    case list = "SegmentList"
    case base = "SegmentBase"
  }

  let kind: Kind
  /// The elements of this kind; what one does not say is inherited from the next.
  let elements: [XMLElement]

  /// The addressing that the innermost of `owners` has; `nil` if none has any.
  ///
  /// - Parameter owners: the representation, its adaptation set and its period, in this order.
  init?(_ owners: [XMLElement]) {
    let kinds = owners.lazy.compactMap { owner in
      Kind.allCases.first { owner.first($0.rawValue) != nil }
    }
    guard let kind = kinds.first else { return nil }
    self.kind = kind
    elements = owners.compactMap { $0.first(kind.rawValue) }
  }

  /// The innermost element, for errors about what is missing.
  var innermost: XMLElement { elements[0] }

  /// The number of segments that it lists, at least.
  var entryCount: Int {
    children("SegmentURL").count + (child("SegmentTimeline")?.children.count ?? 0)
  }

  /// The innermost element with the attribute `name`.
  func element(with name: String) -> XMLElement? { elements.first { $0[name] != nil } }

  /// The innermost child called `name`.
  func child(_ name: String) -> XMLElement? { elements.lazy.compactMap { $0.first(name) }.first }

  /// The children called `name` of the innermost element with any.
  func children(_ name: String) -> [XMLElement] {
    elements.first { $0.first(name) != nil }?.all(name) ?? []
  }

  /// The whole number of the attribute `name`, inherited; `nil` without it, or after noting a
  /// mistake.
  func whole(
    _ name: String, in range: ClosedRange<Int64> = 0...Int64.max, _ attributes: MPDAttributes
  ) -> Int64? {
    element(with: name).flatMap { attributes.whole($0, name, in: range) }
  }

  /// The ticks of a second; 1 without the attribute.
  func timescale(_ attributes: MPDAttributes) -> Int64 {
    whole("timescale", in: 1...Int64(UInt32.max), attributes) ?? 1
  }
}
