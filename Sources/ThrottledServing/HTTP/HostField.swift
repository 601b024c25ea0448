/// The host that a request names.
package enum HostField {
  /// Whether `value` names this machine itself.
  ///
  /// A page of another site can have its own name lead to the loopback address, and read what is
  /// there as its own; its requests name its host.
  package static func isLoopback(_ value: String) -> Bool {
    var host = value.lowercased()
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]"), isPort(host[host.index(after: end)...]) else {
        return false
      }
      return host[...end] == "[::1]"
    }
    if let colon = host.firstIndex(of: ":") {
      guard isPort(host[colon...]) else { return false }
      host = String(host[..<colon])
    }
    if host == "localhost" || host.hasSuffix(".localhost") { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || text.first == ":" && text.dropFirst().allSatisfy { $0.isNumber && $0.isASCII }
  }
}
