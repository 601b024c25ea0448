package import PlayheadKit

/// A media file as sessions and reports need it: without its samples, so that it can be cached.
public struct MediaSurvey: Hashable, Sendable {
  /// The description of the file; its index has no samples.
  package var media: MediaDescription
  /// The SHA-256 of the whole file in lowercase hexadecimal; `nil` unless the file was decoded, or
  /// downloaded by a reader that hashes downloads.
  public var digest: String?
  /// Whether it came from the cache.
  public var isFromCache = false
  /// Why it could not be cached; `nil` if it was or was not meant to be.
  public var cacheProblem: String?

  /// The survey of the file called `name`, of which the tracks numbered `tracks` are played, or the
  /// preferred ones.
  init(
    _ reading: MediaReading, named name: String, tracks: [Int]?
  ) throws(MediaReadingError) {
    let index = reading.index
    let presentation: Presentation
    do throws(PresentationError) {
      presentation = try Presentation(index, tracks: tracks)
    } catch {
      // The reader has refused such tracks already.
      throw .nothingShown(name: name)
    }
    media = MediaDescription(
      name: name, index: index, presentation: presentation, decoding: reading.decoding)
    // A long file has many samples, and no session needs them.
    media.index.samples = []
  }

  init(media: MediaDescription, digest: String?, isFromCache: Bool) {
    self.media = media
    self.digest = digest
    self.isFromCache = isFromCache
  }

  /// Renames the file to what the user calls it this time.
  mutating func rename(_ name: String) {
    media.name = name
    media.index.name = name
  }
}
