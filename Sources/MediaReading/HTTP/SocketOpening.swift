internal import CCurl
import POSIX

/// Opens the sockets of a transfer, unless their address is one to refuse.
///
/// It sees each address that is really connected to, whatever the name in the URL and however many
/// redirects led to it.
final class SocketOpening {
  private let refusesPrivateHosts: Bool
  private let hostsTakenForPublic: Set<HostAddress>
  /// Whether an address was refused.
  private(set) var hasRefused = false

  init(_ options: HTTPOptions) {
    refusesPrivateHosts = options.limits.refusesPrivateHosts
    hostsTakenForPublic = options.hostsTakenForPublic
  }

  private func refuses(_ host: HostAddress?) -> Bool {
    guard refusesPrivateHosts else { return false }
    return host.map { !$0.isPublic && !hostsTakenForPublic.contains($0) } ?? true
  }

  static let open: curl_opensocket_callback = { context, _, address in
    guard let context = unsafe context, let address = unsafe address else { return -1 }
    let opening = unsafe Unmanaged<SocketOpening>.fromOpaque(context).takeUnretainedValue()
    if unsafe opening.refuses(HostAddress(address)) {
      opening.hasRefused = true
      return -1
    }
    let facts = unsafe address.pointee
    let descriptor = socket(facts.family, facts.socktype, facts.`protocol`)
    // Programs that we start are none of the server's business.
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  }
}

extension HostAddress {
  /// The address that libcurl connects to; `nil` if it is of another family.
  fileprivate init?(_ address: UnsafeMutablePointer<curl_sockaddr>) {
    guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
    let start = unsafe UnsafeRawPointer(address) + offset
    switch unsafe address.pointee.family {
    case AF_INET:
      let found = unsafe start.loadUnaligned(as: sockaddr_in.self)
      self = unsafe .version4(Swift.withUnsafeBytes(of: found.sin_addr) { unsafe Array($0) })
    case AF_INET6:
      let found = unsafe start.loadUnaligned(as: sockaddr_in6.self)
      self = unsafe .version6(Swift.withUnsafeBytes(of: found.sin6_addr) { unsafe Array($0) })
    default: return nil
    }
  }
}
