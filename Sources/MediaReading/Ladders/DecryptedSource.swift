import PlayheadKit
import Synchronization

/// Parts of another source, some of which are encrypted as a whole by AES-128, in the clear.
///
/// Of the padding of PKCS #7 (RFC 8216, section 5.2) nothing is left.
final class DecryptedSource: JoinedSource {
  /// A key, and the vector of a part that it decrypts.
  struct Cipher: Hashable, Sendable {
    var key: [UInt8]
    var vector: [UInt8]
  }

  private let base: any JoinedSource
  /// How each part is encrypted; `nil` of one that is not.
  private let ciphers: [Cipher?]
  private let starts: [Int64]
  private let sizes: [Int64]
  private let skips: [Int64]
  let size: Int64
  /// The part that was decrypted last.
  private let latest = Mutex<(number: Int, bytes: [UInt8])?>(nil)

  /// The parts of `base`, as many as `ciphers`, of which the last ends with it.
  ///
  /// - Parameters:
  ///   - base: what is encrypted.
  ///   - ciphers: how each part is encrypted; `nil` of one that is not.
  ///   - skips: how many bytes of the beginning of each part are left out; `nil` for none.
  ///   - wrong: gets the numbers of the parts whose key does not fit, which stay as they are.
  /// - Throws: the read that failed.
  init(
    _ base: any JoinedSource, _ ciphers: [Cipher?], skipping skips: [Int64]? = nil,
    wrong: inout [Int]
  ) throws(ReadFailure) {
    self.base = base
    self.skips = skips ?? ciphers.map { _ in 0 }
    var (starts, sizes): ([Int64], [Int64]) = ([], [])
    var (size, kept): (Int64, [Cipher?]) = (0, [])
    for (number, cipher) in ciphers.enumerated() {
      let start = base.start(of: number)
      let end = number + 1 < ciphers.count ? base.start(of: number + 1) : base.size
      var (count, cipher) = (end - start, cipher)
      if let own = cipher {
        if let clear = try Self.clearCount(of: ByteRange(start, end), in: base, own) {
          count = clear
        } else {
          wrong.append(number)
          cipher = nil
        }
      }
      count -= min(count, self.skips[number])
      starts.append(size)
      sizes.append(count)
      kept.append(cipher)
      size += count
    }
    (self.starts, self.sizes, self.size, self.ciphers) = (starts, sizes, size, kept)
  }

  var isDistant: Bool { base.isDistant }

  func countAtHand(from offset: Int64) -> Int64 { isDistant ? 0 : .max }

  func part(at offset: Int64) -> Int { max(0, starts.partitionPoint { $0 > offset } - 1) }

  func start(of part: Int) -> Int64 { starts[part] }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  {
    guard offset >= 0, offset < size, buffer.count > 0 else { return 0 }
    let number = part(at: offset)
    let rest = sizes[number] - (offset - starts[number])
    let place = offset - starts[number] + skips[number]
    let count = Int(min(Int64(buffer.count), rest))
    guard let cipher = ciphers[number] else {
      let wanted = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
      return try unsafe base.read(into: wanted, at: base.start(of: number) + place)
    }
    return try latest.withLock { (latest) throws(ReadFailure) in
      if latest?.number != number { latest = (number, try decrypted(number, by: cipher)) }
      guard let bytes = latest?.bytes, Int(place) < bytes.count else { return 0 }
      let found = bytes[Int(place)..<min(bytes.count, Int(place) + count)]
      unsafe buffer.copyBytes(from: found)
      return found.count
    }
  }

  /// All of a part in the clear.
  private func decrypted(_ number: Int, by cipher: Cipher) throws(ReadFailure) -> [UInt8] {
    let start = base.start(of: number)
    let end = number + 1 < ciphers.count ? base.start(of: number + 1) : base.size
    let bytes = try Self.bytes(of: ByteRange(start, end), in: base)
    return Array(
      try Self.decrypt(bytes, by: cipher, at: start).prefix(Int(sizes[number] + skips[number])))
  }

  /// How many bytes of `range` are left without the padding; `nil` if there is none, as with a
  /// wrong key.
  private static func clearCount(
    of range: ByteRange, in base: any JoinedSource, _ cipher: Cipher
  ) throws(ReadFailure) -> Int64? {
    let block = Int64(BlockCipher.blockBytes)
    guard range.count >= block, range.count.isMultiple(of: block) else { return nil }
    let first = max(range.lowerBound, range.upperBound - 2 * block)
    let tail = try bytes(of: ByteRange(first, range.upperBound), in: base)
    let hasVector = tail.count > BlockCipher.blockBytes
    let last = try decrypt(
      Array(tail.suffix(BlockCipher.blockBytes)),
      by: Cipher(
        key: cipher.key,
        vector: hasVector ? Array(tail.prefix(BlockCipher.blockBytes)) : cipher.vector),
      at: range.lowerBound)
    guard let padding = last.last, (1...16).contains(padding),
      last.suffix(Int(padding)).allSatisfy({ $0 == padding })
    else { return nil }
    return range.count - Int64(padding)
  }

  private static func decrypt(
    _ bytes: [UInt8], by cipher: Cipher, at offset: Int64
  ) throws(ReadFailure) -> [UInt8] {
    do throws(FFmpegError) {
      return try BlockCipher(key: cipher.key).decrypt(bytes, vector: cipher.vector)
    } catch {
      throw ReadFailure(offset: offset, reason: error.reason)
    }
  }

  private static func bytes(
    of range: ByteRange, in base: any JoinedSource
  ) throws(ReadFailure) -> [UInt8] {
    try base.willRead([range])
    return try InputFile(base, name: "").bytes(Int(range.count), at: range.lowerBound)
  }
}
