import PlayheadKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a file was cut into segments, as it is kept for the next run.
///
/// The file has a magic number, the key, the cut as JSON, and the SHA-256 of everything before it.
/// One that is damaged, or of another key, counts as missing.
struct KeptCut {
  private static let mark = Array("PLAYCUT1".utf8)
  private static let digestBytes = 32
  /// More is no cut of a file.
  private static let maximumBytes = 64 << 20

  let key: SegmentTimesKey

  func bytes(of cut: FileCut) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let bytes = Self.mark + key.digest + Array(try encoder.encode(cut))
    return bytes + (try Self.digest(of: bytes))
  }

  /// The cut in a file; `nil` unless it is intact and of this key.
  func cut(in bytes: [UInt8]) -> FileCut? {
    let head = Self.mark + key.digest
    guard bytes.count > head.count + Self.digestBytes, bytes.count <= Self.maximumBytes,
      bytes.starts(with: head), let digest = try? Self.digest(of: bytes.dropLast(Self.digestBytes)),
      bytes.suffix(Self.digestBytes).elementsEqual(digest),
      let cut = try? JSONDecoder().decode(
        FileCut.self, from: Data(bytes[head.count...].dropLast(Self.digestBytes)))
    else { return nil }
    return cut.isSound ? cut : nil
  }

  private static func digest(of bytes: some Sequence<UInt8>) throws -> [UInt8] {
    let hash = try Hash(.sha256)
    unsafe Array(bytes).withUnsafeBytes { unsafe hash.update($0) }
    return hash.finish()
  }
}

extension ReadingCache {
  /// The extension of the names of entries with cuts of files.
  private static var cutSuffix: String { ".cut" }

  private func cutPath(for key: SegmentTimesKey) -> String {
    "\(directory)/\(hexText(key.digest))\(Self.cutSuffix)"
  }

  /// The cached cut for `key`; `nil` if it is missing or damaged.
  func cut(for key: SegmentTimesKey) -> FileCut? {
    guard let file = try? InputFile(path: cutPath(for: key)),
      let size = Int(exactly: file.size), let bytes = try? file.bytes(size)
    else { return nil }
    return KeptCut(key: key).cut(in: bytes)
  }

  /// Stores `cut` for `key`; returns the reason if it cannot.
  func keep(_ cut: FileCut, for key: SegmentTimesKey) -> String? {
    keep(at: cutPath(for: key), Self.cutSuffix, beyond: capacity) {
      [try KeptCut(key: key).bytes(of: cut)]
    }
  }
}
