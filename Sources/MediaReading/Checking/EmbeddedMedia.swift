package import PlayheadKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What sessions need of media, in a file of its own, for machines that do not have the media.
///
/// A file's is the entry that the cache has of it; a ladder's is a property list. Both are read
/// only by the version of Playhead that wrote them.
package enum EmbeddedMedia {
  /// What a ladder is kept with.
  private struct KeptLadder: Codable {
    var version: Int
    var ladder: Ladder
    var remarks: [String]
  }

  /// Where the media of `digest` lies in `folder`.
  package static func path(of digest: String, in folder: String) -> String {
    "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/\(digest.prefix(32)).media"
  }

  /// Writes `survey`, of an index of `digest`, to `folder`.
  static func write(
    _ survey: MediaSurvey, digest: String, in folder: String
  ) throws(CaseError) {
    do {
      try write(
        Array(try CacheEntry.parts(of: survey, key: CacheKey(embedded: digest)).joined()),
        to: path(of: digest, in: folder))
    } catch {
      throw unwritten(error, folder)
    }
  }

  /// Writes `ladder` to `folder`.
  static func write(_ ladder: Ladder, remarks: [String], in folder: String) throws(CaseError) {
    let digest = CanonicalLadder(ladder).digest
    do {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      let kept = KeptLadder(
        version: CacheKey.readerVersion, ladder: ladder, remarks: remarks)
      try write(Array(try encoder.encode(kept)), to: path(of: digest, in: folder))
    } catch {
      throw unwritten(error, folder)
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    try AtomicFile.write(to: path, listedIn: UnfinishedFiles()) { write throws(SystemError) in
      unsafe try write(bytes.span.bytes)
    }
  }

  private static func unwritten(_ error: any Error, _ folder: String) -> CaseError {
    CaseError(.inputOutput, "cannot write", at: folder, why: "\(error)")
  }

  /// Reads the media of `digest` from the file at `path`.
  package static func media(at path: String, digest: String) throws(CaseError) -> PlayableMedia {
    let bytes: [UInt8]
    do {
      bytes = try WholeFile.read(path, atMost: 1 << 30)
    } catch {
      throw CaseError(error, reading: "index of media")
    }
    if bytes.starts(with: Array("bplist".utf8)) {
      guard
        let kept = try? PropertyListDecoder().decode(KeptLadder.self, from: Data(bytes)),
        kept.version == CacheKey.readerVersion,
        CanonicalLadder(kept.ladder).digest == digest
      else { throw otherwise(path) }
      return PlayableMedia(kept.ladder, remarks: kept.remarks)
    }
    let survey = unsafe bytes.withUnsafeBytes { bytes in
      unsafe CacheEntry.survey(in: bytes, key: CacheKey(embedded: digest))
    }
    guard let survey, survey.media.indexDigest == digest else { throw otherwise(path) }
    var playable = PlayableMedia(
      survey.media.presentation, damage: survey.media.damage, remarks: survey.media.remarks)
    playable.indexDigest = digest
    return playable
  }

  private static func otherwise(_ path: String) -> CaseError {
    CaseError(
      .badData, "not the index of the media", at: path,
      why: "it is damaged, or another version of playhead wrote it")
  }
}

extension CacheKey {
  /// The key of what travels to other machines, which other versions of FFmpeg do not read
  /// otherwise.
  init(embedded digest: String) {
    self.init(location: digest, bytes: 0, revision: "embedded", mode: .none, tracks: nil)
    reader = "\(Self.readerVersion)"
  }
}
