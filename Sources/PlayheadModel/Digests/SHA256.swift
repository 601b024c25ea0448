/// The SHA-256 of bytes that come in parts (FIPS 180-4).
package struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private var schedule = [UInt32](repeating: 0, count: 64)
  /// The bytes of a block that is not whole yet.
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0

  package init() {}

  private static let blockSize = 64

  /// The digest of `bytes` in lowercase hexadecimal digits.
  package static func text(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  /// Takes in the next bytes.
  package mutating func update(_ bytes: [UInt8]) {
    byteCount += UInt64(bytes.count)
    var start = 0
    if !pending.isEmpty {
      start = min(Self.blockSize - pending.count, bytes.count)
      pending += bytes[..<start]
      guard pending.count == Self.blockSize else { return }
      let block = pending
      compress(block, at: 0)
      pending.removeAll(keepingCapacity: true)
    }
    while bytes.count - start >= Self.blockSize {
      compress(bytes, at: start)
      start += Self.blockSize
    }
    pending += bytes[start...]
  }

  /// The digest in lowercase hexadecimal digits; nothing can be added after it.
  package consuming func finish() -> String {
    let bits = byteCount * 8
    var padding: [UInt8] = [0x80]
    while (pending.count + padding.count) % Self.blockSize != Self.blockSize - 8 {
      padding.append(0)
    }
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      padding.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    update(padding)
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }.joined()
  }

  /// Takes in a block of `bytes`.
  ///
  /// Every operator is of 32-bit words on both sides and masks its shifts, and rounds are counted
  /// by hand: all of that is inline without optimization too, and a digest is a hundred times
  /// slower where it is not.
  private mutating func compress(_ bytes: [UInt8], at start: Int) {
    var index = 0
    while index < 16 {
      let place = start &+ 4 &* index
      let high = UInt32(bytes[place]) &<< 24 | UInt32(bytes[place &+ 1]) &<< 16
      schedule[index] = high | UInt32(bytes[place &+ 2]) &<< 8 | UInt32(bytes[place &+ 3])
      index &+= 1
    }
    while index < 64 {
      let (old, new) = (schedule[index &- 15], schedule[index &- 2])
      let first =
        (old &>> 7 | old &<< 25) ^ (old &>> 18 | old &<< 14) ^ (old &>> 3)
      let second =
        (new &>> 17 | new &<< 15) ^ (new &>> 19 | new &<< 13) ^ (new &>> 10)
      schedule[index] = schedule[index &- 16] &+ first &+ schedule[index &- 7] &+ second
      index &+= 1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    index = 0
    while index < 64 {
      let choice = (e & f) ^ (~e & g)
      let sum = (e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)
      let first = h &+ sum &+ choice &+ Self.constants[index] &+ schedule[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let turned = (a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ turned &+ majority)
      index &+= 1
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
