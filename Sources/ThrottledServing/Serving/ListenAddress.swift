/// Where a server listens.
package struct ListenAddress: Hashable, Sendable {
  /// The numeric address, without brackets.
  package var host: String
  /// The port; 0 for any that is free.
  package var port: UInt16

  /// The port `port` of `host`.
  package init(host: String = "127.0.0.1", port: UInt16 = 0) {
    self.host = host
    self.port = port
  }

  /// Any free port that only this machine can reach.
  package static let loopback = ListenAddress()

  /// Parses `ADDRESS`, `ADDRESS:PORT` or `:PORT`; an IPv6 address with a port stands in brackets.
  ///
  /// `nil` if it is none of them; whether the address is one of this machine is found out later.
  /// Without a port it is `defaultPort`.
  package init?(parsing text: String, defaultPort: UInt16 = 0) {
    self.init(port: defaultPort)
    var rest = text[...]
    if rest.hasPrefix("[") {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      host = String(rest[rest.index(after: rest.startIndex)..<end])
      guard host.contains(":") else { return nil }
      rest = rest[rest.index(after: end)...]
    } else if rest.filter({ $0 == ":" }).count > 1 {
      host = text
      rest = ""
    } else {
      let end = rest.firstIndex(of: ":") ?? rest.endIndex
      if end > rest.startIndex { host = String(rest[..<end]) }
      rest = rest[end...]
    }
    if host == "localhost" { host = "127.0.0.1" }
    guard !text.isEmpty, host.allSatisfy({ $0.isHexDigit || ".:%".contains($0) }) else {
      return nil
    }
    guard !rest.isEmpty else { return }
    guard rest.first == ":", rest.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }),
      let port = UInt16(rest.dropFirst())
    else { return nil }
    self.port = port
  }

  /// Whether only this machine can reach it.
  package var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

  /// The address as URLs have it.
  package var text: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}
