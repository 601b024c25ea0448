/// The head of an HTTP request, as it came.
package struct RequestHead: Hashable, Sendable {
  /// The method, such as `GET`.
  package var method: String
  /// The path of the target as it was written, percent-encoded.
  package var path: String
  /// The version, such as `HTTP/1.1`.
  package var version: String
  /// The arguments behind the question mark, percent-encoded.
  package var arguments: [String: String]
  /// The fields, by their names in lowercase; of several with one name, their values with commas
  /// between them.
  package private(set) var fields: [String: String]

  /// A request for `path` with the fields given.
  package init(
    _ path: String, method: String = "GET", version: String = "HTTP/1.1",
    arguments: [String: String] = [:], fields: KeyValuePairs<String, String> = [:]
  ) {
    self.method = method
    self.path = path
    self.version = version
    self.arguments = arguments
    self.fields = [:]
    for (name, value) in fields { add(name, value) }
  }

  /// Adds a field.
  package mutating func add(_ name: String, _ value: String) {
    let name = name.lowercased()
    fields[name] = fields[name].map { "\($0), \(value)" } ?? value
  }

  /// The value of the field `name`, in lowercase.
  package subscript(name: String) -> String? { fields[name] }

  /// The target's path if the target is a whole URL, as clients of proxies write it.
  package mutating func dropAuthority() {
    guard path.lowercased().hasPrefix("http://") else { return }
    let rest = path.dropFirst("http://".count)
    path = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
  }

  /// Whether a body follows it.
  package var hasBody: Bool {
    fields["transfer-encoding"] != nil || fields["content-length"].map { $0 != "0" } ?? false
  }
}
