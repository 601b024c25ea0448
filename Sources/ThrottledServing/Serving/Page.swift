/// A request for something that is not on the link: a page about what is played, or data for it.
package struct PageRequest: Hashable, Sendable {
  /// The path, percent-encoded.
  package var path: String
  /// The arguments behind the question mark, decoded.
  package var arguments: [String: String]
}

/// A page, which is sent at once.
package struct PageResponse: Hashable, Sendable {
  /// The status code.
  package var status: Int
  /// The content type.
  package var type: String
  /// The fields beside that.
  package var fields: [String: String]
  /// The content.
  package var body: [UInt8]

  /// A page of the parts given.
  package init(
    status: Int = 200, type: String = "text/html; charset=utf-8", fields: [String: String] = [:],
    body: [UInt8]
  ) {
    self.status = status
    self.type = type
    self.fields = fields
    self.body = body
  }
}
