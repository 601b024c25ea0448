/// A request for something that is not on the link: a page about what is played, or data for it.
public struct PageRequest: Hashable, Sendable {
  /// The path, percent-encoded.
  public var path: String
  /// The arguments behind the question mark, decoded.
  public var arguments: [String: String]
}

/// A page, which is sent at once.
public struct PageResponse: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The content type.
  public var type: String
  /// The fields beside that.
  public var fields: [String: String]
  /// The content.
  public var body: [UInt8]

  /// A page of the parts given.
  public init(
    status: Int = 200, type: String = "text/html; charset=utf-8", fields: [String: String] = [:],
    body: [UInt8]
  ) {
    self.status = status
    self.type = type
    self.fields = fields
    self.body = body
  }
}
