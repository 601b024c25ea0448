/// The head of a response, and which bytes of a resource follow it.
package struct Answer: Hashable, Sendable {
  /// The status code.
  package var status: Int
  /// The fields besides `Content-Length`, `Connection` and `Date`.
  package var fields: [Field]
  /// What follows.
  package var body: Body

  /// A field.
  package struct Field: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// Its value.
    package var value: String
  }

  /// What follows the head.
  package enum Body: Hashable, Sendable {
    /// These bytes.
    case bytes([UInt8])
    /// This many bytes of the file from an offset on.
    case file(offset: Int64, count: Int64)
  }

  /// An answer of the parts given.
  package init(
    _ status: Int, _ fields: KeyValuePairs<String, String> = [:], body: Body = .bytes([])
  ) {
    self.status = status
    self.fields = fields.map { Field(name: $0.key, value: $0.value) }
    self.body = body
  }

  /// A refusal with a sentence for people.
  package init(refusal status: Int, _ reason: String, _ fields: KeyValuePairs<String, String> = [:])
  {
    self.init(status, fields, body: .bytes(Array("\(reason)\n".utf8)))
    add("Content-Type", "text/plain; charset=utf-8")
  }

  /// Adds a field.
  package mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// The value of the field `name`.
  package subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }

  /// Whether the bytes follow the head of a response to `GET`.
  package var isSent: Bool { status != 304 }

  /// The number of bytes, as `Content-Length` tells.
  package var count: Int64 {
    switch body {
    case .bytes(let bytes): Int64(bytes.count)
    case .file(_, let count): count
    }
  }
}

extension Answer {
  /// The answer to a `GET` or `HEAD` of a file of `version`, with the conditions of RFC 9110,
  /// 13.2.2.
  package init(to head: RequestHead, for version: FileVersion, type: String) {
    self.init(200, body: .file(offset: 0, count: version.size))
    add("Accept-Ranges", "bytes")
    add("ETag", version.entityTag)
    add("Last-Modified", version.lastModified.text)
    // What a player asks for again has to come over the link again.
    add("Cache-Control", "no-store")
    add("X-Content-Type-Options", "nosniff")
    if head.fails(for: version) {
      status = 412
      body = .bytes([])
      return
    }
    if head.hasCurrent(version) {
      // Its length is that of the file, which does not follow (RFC 9110, 8.6).
      status = 304
      return
    }
    if head.method == "GET", let value = head["range"], head.allowsRange(of: version) {
      switch RangeField(value, size: version.size) {
      case .whole: break
      case .part(let range):
        status = 206
        add("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound)/\(version.size)")
        body = .file(
          offset: range.lowerBound, count: range.upperBound - range.lowerBound + 1)
      case .unsatisfiable:
        status = 416
        add("Content-Range", "bytes */\(version.size)")
        body = .bytes([])
        return
      }
    }
    add("Content-Type", type)
  }
}

extension RequestHead {
  /// Whether `If-Match` or `If-Unmodified-Since` rules out a file of `version`.
  fileprivate func fails(for version: FileVersion) -> Bool {
    if let value = self["if-match"] {
      return !EntityTags(value).contains(version.entityTag, isWeakly: false)
    }
    guard let date = self["if-unmodified-since"].flatMap({ HTTPDate($0) }) else { return false }
    return version.lastModified > date
  }

  /// Whether `If-None-Match` or `If-Modified-Since` says that the client has `version`.
  fileprivate func hasCurrent(_ version: FileVersion) -> Bool {
    if let value = self["if-none-match"] {
      return EntityTags(value).contains(version.entityTag, isWeakly: true)
    }
    guard let date = self["if-modified-since"].flatMap({ HTTPDate($0) }) else { return false }
    return version.lastModified <= date
  }

  /// Whether `If-Range`, if there is one, names `version`.
  fileprivate func allowsRange(of version: FileVersion) -> Bool {
    guard let value = self["if-range"] else { return true }
    if value.contains("\"") { return value == version.entityTag }
    return HTTPDate(value) == version.lastModified
  }
}
