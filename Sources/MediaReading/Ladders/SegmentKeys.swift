import PlayheadKit
import PlayheadManifests

/// The keys of encrypted segments, each read once.
struct SegmentKeys {
  private let documents: LadderDocuments
  /// The key of the user, in the place of all others; `nil` for those that manifests name.
  private let given: [UInt8]?
  private var known: [ManifestKey: [UInt8]?] = [:]
  /// Why keys could not be had, a clause each.
  private(set) var notes: [String] = []

  init(_ documents: LadderDocuments, given: [UInt8]?) {
    self.documents = documents
    self.given = given
  }

  /// The 16 bytes of `key`; `nil` if they cannot be had, which is noted.
  mutating func bytes(of key: ManifestKey) throws(MediaReadingError) -> [UInt8]? {
    guard !key.isLicence else { return nil }
    if let given { return given }
    if let found = known[key] { return found }
    let found = try read(key)
    known[key] = .some(found)
    return found
  }

  private mutating func read(_ key: ManifestKey) throws(MediaReadingError) -> [UInt8]? {
    var bytes = key.bytes
    if bytes == nil {
      guard let location = key.location else {
        note(key, "it may not be fetched from a manifest on disk; --allow-remote or --key helps")
        return nil
      }
      do throws(MediaReadingError) {
        bytes = try documents.load(location).bytes
      } catch {
        guard error.answer != nil else { throw error }
        note(key, "\(error.words.why); --key gives it")
        return nil
      }
    }
    guard let bytes, bytes.count == BlockCipher.blockBytes else {
      note(key, "it is not of 16 bytes")
      return nil
    }
    return bytes
  }

  private mutating func note(_ key: ManifestKey, _ problem: String) {
    notes.append("key \(key.name.excerpt) cannot be read: \(problem)")
  }
}
