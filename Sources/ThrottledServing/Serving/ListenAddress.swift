/// Where a server listens.
public struct ListenAddress: Hashable, Sendable {
  /// The numeric address, without brackets.
  public var host: String
  /// The port; 0 for any that is free.
  public var port: UInt16

  /// The port `port` of `host`.
  public init(host: String = "127.0.0.1", port: UInt16 = 0) {
    self.host = host
    self.port = port
  }

  /// Any free port that only this machine can reach.
  public static let loopback = ListenAddress()

  /// Parses `ADDRESS`, `ADDRESS:PORT` or `:PORT`; an IPv6 address with a port stands in brackets.
  ///
  /// `nil` if it is none of them; whether the address is one of this machine is found out later.
  /// Without a port it is `defaultPort`.
  public init?(parsing text: String, defaultPort: UInt16 = 0) {
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
  public var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

  /// The address as URLs have it.
  public var text: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}
