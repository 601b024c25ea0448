import PlayheadKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file format of a cached reading: a magic number, the length of the facts, the facts as JSON,
/// the samples as in memory, and a digest of everything before it.
///
/// Only the machine that wrote the file reads it, so the samples need no translation. A file from
/// another machine fails the check of the magic number or of the digest, and counts as missing.
struct CacheEntry {
  /// Everything but the samples.
  private struct Facts: Codable {
    var key: CacheKey
    var resources: [MediaResource]
    var container: String
    var announcedDuration: MediaTime?
    var announcedBytes: Int64?
    var containerIndexes: [ContainerIndex]?
    var openingReads: [ByteRange]
    var tracks: [Track]
    var interruption: ReadingInterruption?
    var decoding: DecodingReport?
    var digest: String?
  }

  /// The magic number; it differs with the byte order and the size of a sample.
  private static let mark: [UInt8] = {
    var mark = Array("PLAYHEAD".utf8)
    let layout = UInt64(0x0102_0304_0506_0000) + UInt64(MemoryLayout<Sample>.stride)
    unsafe Swift.withUnsafeBytes(of: layout) { unsafe mark.append(contentsOf: $0) }
    return mark
  }()

  private static let digestBytes = 16

  /// The parts of the file for `reading`, in order.
  static func parts(of reading: MediaReading, key: CacheKey) throws -> (
    head: [UInt8], tail: [UInt8]
  ) {
    let index = reading.index
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let facts = try encoder.encode(
      Facts(
        key: key, resources: index.resources, container: index.container,
        announcedDuration: index.announcedDuration, announcedBytes: index.announcedBytes,
        containerIndexes: index.containerIndexes, openingReads: index.openingReads,
        tracks: index.tracks, interruption: index.interruption, decoding: reading.decoding,
        digest: reading.digest))
    var head = mark
    unsafe Swift.withUnsafeBytes(of: UInt64(facts.count)) { unsafe head.append(contentsOf: $0) }
    head.append(contentsOf: facts)
    let hash = try Hash(.murmur3)
    unsafe head.withUnsafeBytes { unsafe hash.update($0) }
    unsafe index.samples.withUnsafeBytes { unsafe hash.update($0) }
    return (head, hash.finish())
  }

  /// The reading in a file's `bytes`; `nil` unless they are an intact entry for `key`.
  static func reading(in bytes: UnsafeRawBufferPointer, key: CacheKey) -> MediaReading? {
    let fixed = mark.count + 8
    guard bytes.count >= fixed + digestBytes, unsafe bytes.prefix(mark.count).elementsEqual(mark)
    else { return nil }
    let body = unsafe UnsafeRawBufferPointer(rebasing: bytes.dropLast(digestBytes))
    guard let hash = try? Hash(.murmur3) else { return nil }
    unsafe hash.update(body)
    guard unsafe hash.finish().elementsEqual(bytes.suffix(digestBytes)) else { return nil }

    let length = unsafe body.loadUnaligned(fromByteOffset: mark.count, as: UInt64.self)
    guard length <= UInt64(body.count - fixed) else { return nil }
    let samplesAt = fixed + Int(length)
    let data = unsafe Data(body[fixed..<samplesAt])
    guard let facts = try? JSONDecoder().decode(Facts.self, from: data), facts.key == key,
      (body.count - samplesAt) % MemoryLayout<Sample>.stride == 0
    else { return nil }
    let count = (body.count - samplesAt) / MemoryLayout<Sample>.stride
    let samples = unsafe [Sample](unsafeUninitializedCapacity: count) { buffer, filled in
      unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: body[samplesAt...]))
      filled = count
    }
    guard samples.allSatisfy({ Int($0.track) < facts.tracks.count }) else { return nil }
    return MediaReading(
      index: MediaIndex(
        resources: facts.resources, container: facts.container,
        announcedDuration: facts.announcedDuration, announcedBytes: facts.announcedBytes,
        containerIndexes: facts.containerIndexes, openingReads: facts.openingReads,
        tracks: facts.tracks, samples: samples, interruption: facts.interruption),
      decoding: facts.decoding, digest: facts.digest, isFromCache: true)
  }
}
