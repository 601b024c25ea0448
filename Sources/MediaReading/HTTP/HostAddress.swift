/// An address that a connection is made to.
package enum HostAddress: Hashable, Sendable {
  /// An address of IPv4.
  case version4([UInt8])
  /// An address of IPv6.
  case version6([UInt8])

  /// Whether it is of the public Internet, by the registries of special-purpose addresses (RFC
  /// 6890).
  ///
  /// An address of IPv6 that stands for one of IPv4 is as public as that one.
  var isPublic: Bool {
    switch self {
    case .version4(let bytes): Self.isPublic(version4: bytes)
    case .version6(let bytes): Self.isPublic(version6: bytes)
    }
  }

  /// First bytes and the length in bits of blocks that are not public.
  private static let private4: [([UInt8], Int)] = [
    ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
    ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15),
    ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4), ([240], 4),
  ]

  private static func isPublic(version4 bytes: [UInt8]) -> Bool {
    bytes.count == 4 && !private4.contains { begins(bytes, with: $0, bits: $1) }
  }

  private static func isPublic(version6 bytes: [UInt8]) -> Bool {
    guard bytes.count == 16 else { return false }
    let zeros = [UInt8](repeating: 0, count: 12)
    // Mapped, compatible and translated addresses.
    if bytes.starts(with: zeros.prefix(10) + [0xFF, 0xFF]) || bytes.starts(with: zeros)
      || bytes.starts(with: [0, 0x64, 0xFF, 0x9B] + zeros.prefix(8))
    {
      return isPublic(version4: Array(bytes[12...]))
    }
    // 6to4 and Teredo, which has the complement of the client's.
    if begins(bytes, with: [0x20, 0x02], bits: 16) {
      return isPublic(version4: Array(bytes[2..<6]))
    }
    if begins(bytes, with: [0x20, 0x01, 0, 0], bits: 32) {
      return isPublic(version4: bytes[12...].map { ~$0 })
    }
    // What is given out as global unicast, without what is for protocols and documentation.
    return begins(bytes, with: [0x20], bits: 3) && !begins(bytes, with: [0x20, 0x01, 0], bits: 23)
      && !begins(bytes, with: [0x20, 0x01, 0x0D, 0xB8], bits: 32)
      && !begins(bytes, with: [0x3F, 0xFF, 0], bits: 20)
  }

  private static func begins(_ bytes: [UInt8], with block: [UInt8], bits: Int) -> Bool {
    (0..<bits).allSatisfy { bit in
      let mask = UInt8(0x80) >> UInt8(bit % 8)
      let expected = bit / 8 < block.count ? block[bit / 8] : 0
      return bytes[bit / 8] & mask == expected & mask
    }
  }
}
