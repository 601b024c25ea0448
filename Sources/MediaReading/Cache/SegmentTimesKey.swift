import CFFmpeg
import POSIX
import PlayheadKit
import PlayheadManifests

/// Everything that the times of a level's segments depend on, as a digest: the states of all files
/// in order, what follows on what, how times are taken, and the versions of the reader and of
/// FFmpeg's libraries.
struct SegmentTimesKey: Equatable {
  /// The SHA-256 of the facts.
  let digest: [UInt8]

  /// Changed whenever the same segments would be read differently, or be written down differently.
  private static let version: Int64 = 5

  /// Collects what a key is made of.
  struct Facts {
    private var bytes: [UInt8] = []
    /// Folders without symbolic links, as there are many segments in one.
    private var folders: [Substring: String] = [:]
    /// Whether the states of all resources have names.
    private var hasRevisions = true

    init(_ timing: SegmentTimeOptions, limits: ReadingLimits) {
      let flags: Int64 = (timing.appliesEditLists ? 1 : 0) | (timing.readsParts ? 2 : 0)
      let versions = FFmpegLibraries.versions
      for number in [
        SegmentTimesKey.version, Int64(CacheKey.readerVersion), Int64(versions.format),
        Int64(versions.codec), flags, Int64(limits.picture.width),
        Int64(limits.picture.height),
      ] {
        add(number)
      }
    }

    /// Adds a file or a range of one, which is in `state`; `nil` for one that is not read.
    mutating func add(_ reference: ManifestReference, _ state: ResourceState?) {
      guard let state else { return add(0) }
      switch state {
      case .file(let state):
        add(1)
        add(absolute(reference.location.text))
        add(reference)
        add(state.bytes)
        add(state.modificationTime)
        add(Int64(bitPattern: state.number))
        add(Int64(bitPattern: state.device))
      case .response(let response):
        add(2)
        add(reference.location.text)
        add(reference)
        add(response.contentLength ?? -1)
        hasRevisions = hasRevisions && response.revision != nil
        add(response.revision ?? "")
      }
    }

    private mutating func add(_ reference: ManifestReference) {
      add(reference.range?.lowerBound ?? -1)
      add(reference.range?.upperBound ?? -1)
    }

    /// Adds how a part is decrypted; `nil` of one that is not encrypted as a whole.
    mutating func add(_ cipher: DecryptedSource.Cipher?) {
      guard let cipher else { return add(0) }
      add(1)
      bytes += cipher.key + cipher.vector
    }

    /// Adds the initialization section of a segment, whether it goes on from the one before, and
    /// what of it is taken.
    mutating func add(section: Int?, continues: Bool, window: AppendWindow?) {
      add(Int64(section ?? -1))
      add(continues ? 1 : 0)
      add(window?.range.start.nanoseconds ?? .min)
      add(window?.range.end.nanoseconds ?? .min)
    }

    /// Adds how a file is cut into segments.
    mutating func add(cutEvery length: MediaTime, isAudio: Bool, withoutAudio: Bool) {
      add(length.nanoseconds)
      add(isAudio ? 1 : 0)
      add(withoutAudio ? 1 : 0)
    }

    /// The key of all that was added; `nil` if there is no memory for a digest, or if the state of
    /// something has no name.
    var key: SegmentTimesKey? {
      guard hasRevisions, let hash = try? Hash(.sha256) else { return nil }
      unsafe bytes.withUnsafeBytes { unsafe hash.update($0) }
      return SegmentTimesKey(digest: hash.finish())
    }

    private mutating func add(_ number: Int64) { bytes.append(bigEndian: number) }

    private mutating func add(_ text: String) {
      add(Int64(text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }

    /// `path` from the root on; what links lead to is known by its state.
    private mutating func absolute(_ path: String) -> String {
      let slash = path.lastIndex(of: "/")
      let folder = slash.map { path[...$0] } ?? "."
      let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
      if let known = folders[folder] { return known + name }
      var real = String(folder)
      if let found = unsafe realpath(real, nil) {
        real = unsafe String(cString: found)
        unsafe free(found)
      }
      folders[folder] = real + "/"
      return real + "/" + name
    }
  }
}

extension [UInt8] {
  /// Appends a number, its highest byte first.
  mutating func append(bigEndian number: Int64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> Int64(shift)))
    }
  }
}
