/// What a server says about a resource before it sends it.
public struct ResponseHeaders: Hashable, Sendable {
  /// The status code, such as 200 (RFC 9110, 15).
  public let status: Int
  /// The URL that answered, after all redirects.
  public let url: String
  /// The entity tag as it was sent, quotes and the mark of a weak one (`W/`) included (RFC 9110,
  /// 8.8.3).
  public let entityTag: String?
  /// When the resource was last modified, in the server's words (RFC 9110, 8.8.2).
  public let lastModified: String?
  /// The length of the whole resource in bytes, if the server says it (RFC 9110, 8.6).
  public let contentLength: Int64?
  /// The type of the content, parameters included.
  public let contentType: String?
  /// Whether the server offers to send parts of the resource (RFC 9110, 14.3).
  public let acceptsByteRanges: Bool

  /// The facts of a response that holds a whole resource.
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
  }

  /// What makes the server send the rest only if the resource is still the same.
  ///
  /// A weak tag may not be used for that (RFC 9110, 13.1.5), but servers that send one honour the
  /// date, and the answer's own tag is compared as well.
  var rangeValidator: String? {
    if let entityTag, !entityTag.hasPrefix("W/") { return entityTag }
    return lastModified
  }

  /// Whether `other`, where it says anything, speaks of the same state of the resource.
  func describesSameState(as other: ResponseHeaders) -> Bool {
    func agree(_ left: String?, _ right: String?) -> Bool {
      left == nil || right == nil || left == right
    }
    return agree(entityTag, other.entityTag) && agree(lastModified, other.lastModified)
  }
}
