import StubHTTP
import Testing

@testable import MediaReading

@Suite("Private hosts") struct HostAddressTests {
  private func version4(_ text: String) -> HostAddress {
    .version4(text.split(separator: ".").compactMap { UInt8($0) })
  }

  /// An address of eight groups in hexadecimal, or with `::` for all that are zero.
  private func version6(_ text: String) -> HostAddress {
    func groups(_ part: Substring) -> [UInt16] {
      part.split(separator: ":").compactMap { UInt16($0, radix: 16) }
    }
    var all = groups(text[...])
    if let gap = text.firstRange(of: "::") {
      let (head, tail) = (groups(text[..<gap.lowerBound]), groups(text[gap.upperBound...]))
      all = head + [UInt16](repeating: 0, count: 8 - head.count - tail.count) + tail
    }
    return .version6(all.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
  }

  @Test(
    "An address of IPv4 is public outside of the blocks that are not",
    arguments: [
      ("0.255.255.255", false), ("1.0.0.0", true), ("9.255.255.255", true), ("10.0.0.0", false),
      ("10.255.255.255", false), ("11.0.0.0", true), ("100.63.255.255", true),
      ("100.64.0.0", false), ("100.127.255.255", false), ("100.128.0.0", true),
      ("126.255.255.255", true), ("127.0.0.1", false), ("127.255.255.255", false),
      ("128.0.0.0", true), ("169.253.255.255", true), ("169.254.169.254", false),
      ("169.255.0.0", true), ("172.15.255.255", true), ("172.16.0.0", false),
      ("172.31.255.255", false), ("172.32.0.0", true), ("192.0.0.8", false), ("192.0.1.0", true),
      ("192.0.2.1", false), ("192.167.255.255", true), ("192.168.0.1", false),
      ("192.169.0.0", true), ("198.17.255.255", true), ("198.18.0.0", false),
      ("198.19.255.255", false), ("198.20.0.0", true), ("203.0.113.7", false),
      ("223.255.255.255", true), ("224.0.0.1", false), ("240.0.0.1", false),
      ("255.255.255.255", false), ("8.8.8.8", true),
    ])
  func version4(address: String, isPublic: Bool) {
    #expect(version4(address).isPublic == isPublic)
  }

  @Test(
    "An address of IPv6 is public if it is global, and not one of IPv4 that is private",
    arguments: [
      ("::", false), ("::1", false), ("::ffff:7f00:1", false), ("::ffff:808:808", true),
      ("::ffff:a9fe:a9fe", false), ("::7f00:1", false), ("64:ff9b::7f00:1", false),
      ("64:ff9b::808:808", true), ("64:ff9b:1::808:808", false), ("fc00::1", false),
      ("fdff::1", false), ("fe80::1", false), ("fec0::1", false), ("ff02::1", false),
      ("100::1", false), ("2001:db8::1", false), ("2001:db9::1", true), ("2001:1::1", false),
      ("2001:200::1", true), ("2002:7f00:1::", false), ("2002:808:808::", true),
      ("2001:0:808:808:0:0:80ff:fffe", false), ("2001:0:808:808:0:0:f7f7:f7f7", true),
      ("3fff::1", false), ("3fff:1000::1", true), ("1fff::1", false), ("2000::1", true),
      ("4000::1", false), ("2606:4700::1111", true),
    ])
  func version6(address: String, isPublic: Bool) {
    #expect(version6(address).isPublic == isPublic)
  }

  @Test(
    "A connection to one is refused where that is asked for", arguments: ["127.0.0.1", "localhost"])
  func refused(host: String) throws {
    let server = try StubServer { _, _ in StubReply(pattern(10)) }
    var options = quickOptions()
    options.limits.refusesPrivateHosts = true
    let url = "http://\(host):\(server.port)/"
    #expect(failure(of: url, options: options) == .privateHost)
    #expect(server.requests.isEmpty && server.connectionCount == 0)
    options.limits.refusesPrivateHosts = false
    if host == "127.0.0.1" { #expect(try fetch(url, options: options).bytes == pattern(10)) }
  }
}
