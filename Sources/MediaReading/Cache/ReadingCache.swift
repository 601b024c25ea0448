package import PlayheadKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Readings kept in a folder, so that a file is read only once.
///
/// A cache is only ever a help: an entry that is missing, damaged or from elsewhere is as good as
/// none, and one that cannot be written is not.
public struct ReadingCache: Sendable {
  /// The folder.
  public let directory: String
  /// How many readings it keeps at most.
  public let capacity: Int
  /// Where entries are listed until they are in their places.
  package var unfinishedFiles = UnfinishedFiles()

  /// The cache in `directory`, which need not be there yet.
  public init(directory: String, capacity: Int = 500) {
    self.directory = directory
    self.capacity = capacity
  }

  /// The cache in the user's own cache folder by the XDG Base Directory Specification; `nil` if
  /// `environment` names none.
  public init?(environment: [String: String]) {
    if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") {
      self.init(directory: base + "/playhead")
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      self.init(directory: home + "/.cache/playhead")
    } else {
      return nil
    }
  }

  /// The reading kept for `key`; `nil` if there is no intact one.
  func reading(for key: CacheKey) -> MediaReading? {
    guard let path = try? path(for: key),
      let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    else { return nil }
    return unsafe data.withUnsafeBytes { bytes in
      unsafe CacheEntry.reading(in: bytes, key: key)
    }
  }

  /// Keeps `reading` for `key`; tells why it could not, if so.
  func keep(_ reading: MediaReading, for key: CacheKey) -> String? {
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      let (head, tail) = try CacheEntry.parts(of: reading, key: key)
      try AtomicFile.write(to: path(for: key), listedIn: unfinishedFiles) {
        write throws(SystemError) in
        unsafe try write(head.span.bytes)
        unsafe try write(reading.index.samples.span.bytes)
        unsafe try write(tail.span.bytes)
      }
      try discardOldest()
      return nil
    } catch {
      return words(for: error)
    }
  }

  /// What went wrong, as a clause.
  private func words(for error: any Error) -> String {
    if let error = error as? FileWriteError { return error.description }
    guard let error = error as? CocoaError else { return "\(error)" }
    let cause = (error.underlying as? POSIXError).map { SystemError(code: $0.code.rawValue) }
    return "cannot use \(error.filePath ?? directory): \(cause?.description ?? "\(error.code)")"
  }

  /// Keeps the folder from growing for ever: the readings not made anew for longest go.
  private func discardOldest() throws {
    let files = FileManager.default
    let entries = try files.contentsOfDirectory(atPath: directory)
      .filter { $0.hasSuffix(Self.suffix) }.map { "\(directory)/\($0)" }
    guard entries.count > capacity else { return }
    let dated = entries.map { path in
      // Another process may have removed it meanwhile.
      let date = try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date
      return (path, date ?? .distantPast)
    }
    for (path, _) in dated.sorted(by: { $0.1 < $1.1 }).prefix(entries.count - capacity) {
      try? files.removeItem(atPath: path)
    }
  }

  /// What the names of entries end with.
  static let suffix = ".index"

  private func path(for key: CacheKey) throws -> String {
    try directory + "/" + key.fileName()
  }
}
