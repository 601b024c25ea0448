import PlayheadKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The parts of a resource that were fetched, kept for the next run.
///
/// The file has a magic number, the length of the facts, the facts as JSON, the parts one after the
/// other, and the SHA-256 of everything before it. One that is damaged, or of another state of the
/// resource, counts as missing.
struct KeptBlocks {
  /// Which state of which resource the parts are of.
  struct Key: Codable, Equatable {
    /// The URL without its secrets.
    var location: String
    var bytes: Int64
    /// The strong entity tag, or else the date of the last modification.
    var revision: String

    /// The key of the resource at `address`; `nil` if its state has no name.
    init?(_ address: ShownAddress, _ response: ResponseHeaders) {
      guard let bytes = response.contentLength, let revision = response.revision else { return nil }
      location = address.text
      self.bytes = bytes
      self.revision = revision
    }
  }

  private struct Facts: Codable {
    var key: Key
    var ranges: [ByteRange]
  }

  let cache: ReadingCache
  let key: Key

  static let suffix = ".blocks"
  private static let mark = Array("PLAYBLK1".utf8)
  private static let digestBytes = 32
  /// The most bytes of a resource that are kept.
  static let maximumBytes: Int64 = 16 << 20
  /// The most resources of which parts are kept.
  static let maximumCount = 32
  private static let maximumFacts = 1 << 20

  private func path() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let hash = try Hash(.sha256)
    try unsafe encoder.encode(key).withUnsafeBytes { unsafe hash.update($0) }
    return "\(cache.directory)/\(hexText(hash.finish()))\(Self.suffix)"
  }

  /// Adds the parts that were kept to `file` and `held`.
  func restore(to file: borrowing TemporaryFile, held: inout ByteRangeSet) {
    guard let path = try? path(), let kept = try? InputFile(path: path),
      let (ranges, start) = try? intact(kept)
    else { return }
    var place = start
    for range in ranges {
      var offset = range.lowerBound
      while offset < range.upperBound {
        let count = Int(min(1 << 20, range.upperBound - offset))
        guard let bytes = try? kept.bytes(count, at: place), bytes.count == count,
          (try? file.write(bytes.span, at: offset)) != nil
        else { return }
        held.insert(ByteRange(offset, offset + Int64(count)))
        offset += Int64(count)
        place += Int64(count)
      }
    }
  }

  /// The parts in a file, and where they begin; `nil` unless it is intact and of this key.
  private func intact(_ file: InputFile) throws -> (ranges: [ByteRange], start: Int64)? {
    let fixed = Self.mark.count + 8
    let body = file.size - Int64(Self.digestBytes)
    guard body >= Int64(fixed),
      file.size <= Self.maximumBytes + Int64(fixed + Self.maximumFacts + Self.digestBytes)
    else { return nil }
    let head = try file.bytes(fixed)
    guard head.starts(with: Self.mark) else { return nil }
    let length = head[Self.mark.count...].bigEndian
    guard length <= UInt64(Self.maximumFacts), Int64(fixed) + Int64(length) <= body else {
      return nil
    }
    let hash = try Hash(.sha256)
    var offset: Int64 = 0
    while offset < body {
      let bytes = try file.bytes(Int(min(1 << 20, body - offset)), at: offset)
      guard !bytes.isEmpty else { return nil }
      unsafe bytes.withUnsafeBytes { unsafe hash.update($0) }
      offset += Int64(bytes.count)
    }
    guard try hash.finish() == file.bytes(Self.digestBytes, at: body) else { return nil }
    let facts = try JSONDecoder().decode(
      Facts.self, from: Data(file.bytes(Int(length), at: Int64(fixed))))
    let start = Int64(fixed) + Int64(length)
    var end: Int64 = 0
    var count: Int64 = 0
    for range in facts.ranges {
      guard range.lowerBound >= end, range.upperBound > range.lowerBound,
        range.upperBound <= key.bytes
      else { return nil }
      end = range.upperBound
      count += range.count
    }
    return facts.key == key && start + count == body ? (facts.ranges, start) : nil
  }

  /// Keeps the parts of `source` that it holds, unless they are more than are worth it; returns the
  /// reason if that fails.
  func keep(_ source: RemoteBytes) -> String? {
    let ranges = source.held.ranges
    guard ranges.reduce(0, { $0 + $1.count }) <= Self.maximumBytes else { return nil }
    guard let facts = try? JSONEncoder().encode(Facts(key: key, ranges: ranges)),
      facts.count <= Self.maximumFacts
    else { return nil }
    return cache.keep(at: try path(), Self.suffix, beyond: Self.maximumCount) {
      let file = InputFile(source, name: key.location)
      var bytes = Self.mark
      for shift in (0..<8).reversed() {
        bytes.append(UInt8(truncatingIfNeeded: facts.count >> (8 * shift)))
      }
      bytes += facts
      for range in ranges {
        bytes += try file.bytes(Int(range.count), at: range.lowerBound)
      }
      let hash = try Hash(.sha256)
      unsafe bytes.withUnsafeBytes { unsafe hash.update($0) }
      bytes += hash.finish()
      return [bytes]
    }
  }
}
