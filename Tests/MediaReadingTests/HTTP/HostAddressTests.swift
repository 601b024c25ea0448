import Expectations
import Foundation
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
    expect(version4(address).isPublic, equals: isPublic)
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
    expect(version6(address).isPublic, equals: isPublic)
  }

  @Test(
    "A connection to one is refused where that is asked for", arguments: ["127.0.0.1", "localhost"])
  func refused(host: String) throws {
    let server = try StubServer { _, _ in StubReply(pattern(10)) }
    var options = quickOptions()
    options.limits.refusesPrivateHosts = true
    let url = "http://\(host):\(server.port)/"
    expect(failure(of: url, options: options), equals: .privateHost)
    expect(server.requests.isEmpty && server.connectionCount == 0)
    options.limits.refusesPrivateHosts = false
    if host == "127.0.0.1" { try expect(fetch(url, options: options).bytes, equals: pattern(10)) }
  }

  #if os(Linux)
    /// Options that refuse private hosts, and take 127.0.0.2 for a public one.
    private static var options: HTTPOptions {
      var options = quickOptions()
      options.limits.refusesPrivateHosts = true
      options.hostsTakenForPublic = [.version4([127, 0, 0, 2])]
      return options
    }

    @Test("A public host cannot redirect to a private one", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) throws {
      let inside = try StubServer { _, _ in StubReply(pattern(10)) }
      let target = inside.url("/secret")
      let outside = try StubServer(on: 2) { request, _ in
        guard request.path == "/twice" else {
          return StubReply("\(status) Moved", fields: ["Location: \(target)"])
        }
        return StubReply("\(status) Moved", fields: ["Location: /once"])
      }
      expect(failure(of: outside.url("/once"), options: Self.options), equals: .privateHost)
      expect(outside.requests.count, equals: 1)
      expect(failure(of: outside.url("/twice"), options: Self.options), equals: .privateHost)
      expect(outside.requests.count, equals: 3)
      // Nothing has reached it, not even a connection.
      expect(inside.connectionCount, equals: 0)
      var lax = Self.options
      lax.limits.refusesPrivateHosts = false
      try expect(fetch(outside.url("/twice"), options: lax).bytes, equals: pattern(10))
    }

    @Test("A public host can redirect to a public one")
    func publicRedirect() throws {
      let outside = try StubServer(on: 2) { request, _ in
        request.path == "/b"
          ? StubReply(pattern(10)) : StubReply("302 Found", fields: ["Location: /b"])
      }
      try expect(fetch(outside.url("/a"), options: Self.options).bytes, equals: pattern(10))
    }

    @Test("A public host cannot redirect a later part to a private one")
    func laterPart() throws {
      let body = [UInt8](
        try Data(contentsOf: URL(fileURLWithPath: Fixtures.clip("faststart.mp4"))))
      let inside = try StubServer { request, _ in StubReply(partsOf: body, to: request) }
      let target = inside.url()
      let outside = try StubServer(on: 2) { request, number in
        number == 0
          ? StubReply(partsOf: body, to: request)
          : StubReply("302 Found", fields: ["Location: \(target)"])
      }
      var reader = MediaReader(cores: 1)
      reader.httpOptions = Self.options
      reader.downloadLimits = Self.options.limits
      #expect {
        try reader.read(outside.url(), decode: .none)
      } throws: { error in
        guard case .download(_, .privateHost) = error as? MediaReadingError else { return false }
        return true
      }
      expect(inside.connectionCount, equals: 0)
    }
  #endif
}
