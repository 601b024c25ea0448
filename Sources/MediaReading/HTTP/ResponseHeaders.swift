/// The facts in a response's headers about the resource.
public struct ResponseHeaders: Hashable, Sendable {
  /// The status code, such as 200 (RFC 9110, 15).
  public let status: Int
  /// The final URL after all redirects.
  public let url: String
  /// The entity tag as sent, with its quotes and the weak prefix `W/` (RFC 9110, 8.8.3).
  public let entityTag: String?
  /// The date of the last modification, as sent (RFC 9110, 8.8.2).
  public let lastModified: String?
  /// The size of the whole resource in bytes; `nil` if the server does not send it (RFC 9110, 8.6).
  public internal(set) var contentLength: Int64?
  /// The media type, with its parameters.
  public let contentType: String?
  /// Whether the server supports byte ranges (RFC 9110, 14.3).
  public internal(set) var acceptsByteRanges: Bool
  /// Whether it could have changed again since within the second that its date names.
  var isModifiedLately = false

  /// Creates the facts of a response with a whole resource.
  public init(
    status: Int, url: String, entityTag: String?, lastModified: String?, contentLength: Int64?,
    contentType: String?, acceptsByteRanges: Bool
  ) {
    self.status = status
    self.url = url
    self.entityTag = entityTag
    self.lastModified = lastModified
    self.contentLength = contentLength
    self.contentType = contentType
    self.acceptsByteRanges = acceptsByteRanges
  }
}

extension ResponseHeaders {
  init(_ block: HeaderBlock, url: String, contentLength: Int64?) {
    self.init(
      status: block.status, url: url, entityTag: block["etag"],
      lastModified: block["last-modified"], contentLength: contentLength,
      contentType: block["content-type"],
      acceptsByteRanges: block["accept-ranges"]?.lowercased().contains("bytes") ?? false)
    let dates = [block["last-modified"], block["date"]].map { $0.flatMap(RetryAfter.date) }
    if let modified = dates[0], let sent = dates[1] {
      isModifiedLately = sent - modified < Self.leastAge
    }
  }

  /// How much older than its response a resource must be for its date to name its state, in
  /// seconds: the clocks of servers differ (RFC 9110, 8.8.2.2).
  private static let leastAge: Int64 = 60

  /// The validator for `If-Range`, with which a changed resource is sent whole.
  ///
  /// A weak tag is not allowed there (RFC 9110, 13.1.5), but servers that send one honour the date,
  /// and the response's own tag is compared as well.
  var rangeValidator: String? {
    [strongTag, lastModified].compactMap(\.self).first { text in
      // It is sent back, where a control character could end the field.
      text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }
  }

  /// The entity tag if it changes with every byte of the resource.
  private var strongTag: String? {
    entityTag.flatMap { $0.hasPrefix("W/") ? nil : $0 }
  }

  /// What names this state of the resource in a cache: a strong entity tag, or else the date,
  /// unless that is of just now.
  var revision: String? { strongTag ?? (isModifiedLately ? nil : lastModified) }

  /// The same of a whole resource of `total` bytes.
  func whole(of total: Int64) -> ResponseHeaders {
    var whole = self
    whole.contentLength = total
    return whole
  }

  /// Whether the validators that both responses have are the same.
  func describesSameState(as other: ResponseHeaders) -> Bool {
    func agree(_ left: String?, _ right: String?) -> Bool {
      left == nil || right == nil || left == right
    }
    return agree(entityTag, other.entityTag) && agree(lastModified, other.lastModified)
  }
}
