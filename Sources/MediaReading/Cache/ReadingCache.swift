package import PlayheadKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder of surveys, so that each file is read only once.
///
/// The cache never makes a reading fail: an entry that is damaged or from another machine counts as
/// missing, and a failed write is only reported.
public struct ReadingCache: Sendable {
  /// The folder.
  public let directory: String
  /// The maximum number of surveys.
  public let capacity: Int
  /// The list of entries that are being written.
  package var unfinishedFiles = UnfinishedFiles()

  /// The cache in `directory`, which is created when needed.
  public init(directory: String, capacity: Int = 500) {
    self.directory = directory
    self.capacity = capacity
  }

  /// The cache in the user's cache folder, by the XDG Base Directory Specification; `nil` if
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

  /// The cached survey for `key`; `nil` if it is missing or damaged.
  func survey(for key: CacheKey) -> MediaSurvey? {
    // Opening a pipe would wait for somebody to write to it.
    guard let path = try? path(for: key), FileIdentity(regularFileAt: path) != nil,
      let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    else { return nil }
    return unsafe data.withUnsafeBytes { bytes in
      unsafe CacheEntry.survey(in: bytes, key: key)
    }
  }

  /// Stores `survey` for `key`; returns the reason if it cannot.
  func keep(_ survey: MediaSurvey, for key: CacheKey) -> String? {
    keep(at: try path(for: key), Self.suffix, beyond: capacity) {
      try CacheEntry.parts(of: survey, key: key)
    }
  }

  /// Stores the parts that `make` makes at `path`, whose name ends with `suffix`, and removes the
  /// oldest with such a name, but for `capacity` of them; returns the reason if that fails.
  func keep(
    at path: @autoclosure () throws -> String, _ suffix: String, beyond capacity: Int,
    _ make: () throws -> [[UInt8]]
  ) -> String? {
    do {
      try makeFolder()
      let path = try path()
      // What lies there may be a pipe, or a link to what is not ours.
      guard WritePlace.isRegularOrMissing(path) else {
        return "cannot use \(path): it is not a regular file"
      }
      let parts = try make()
      try AtomicFile.write(to: path, listedIn: unfinishedFiles) {
        write throws(SystemError) in
        for part in parts { unsafe try write(part.span.bytes) }
      }
      try discardOldest(suffix, beyond: capacity)
      return nil
    } catch {
      return words(for: error)
    }
  }

  /// Creates the folder if it is missing; nobody else can look into it.
  func makeFolder() throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  /// The reason, as a clause.
  func words(for error: any Error) -> String {
    if let error = error as? FileWriteError { return error.description }
    guard let error = error as? CocoaError else { return "\(error)" }
    let cause = (error.underlying as? POSIXError).map { SystemError(code: $0.code.rawValue) }
    return "cannot use \(error.filePath ?? directory): \(cause?.description ?? "\(error.code)")"
  }

  /// Removes the oldest of the entries whose names end with `suffix`, but for `capacity` of them.
  func discardOldest(_ suffix: String, beyond capacity: Int) throws {
    let files = FileManager.default
    let entries = try files.contentsOfDirectory(atPath: directory)
      .filter { $0.hasSuffix(suffix) }.map { "\(directory)/\($0)" }
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

  /// The extension of entries' names.
  static let suffix = ".index"

  private func path(for key: CacheKey) throws -> String {
    try directory + "/" + key.fileName()
  }
}
