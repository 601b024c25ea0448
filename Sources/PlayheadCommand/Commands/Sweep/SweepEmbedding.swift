import MediaReading
import PlayheadKit
import PlayheadSweep

/// The folder that what sessions need of media is written to, for workers without the media.
struct SweepEmbedding {
  let folder: String

  /// The folder of `--embed`, which is made if it is missing; `nil` without the option.
  init?(_ arguments: ParsedArguments) throws(Failure) {
    guard let folder = arguments.value(.embed) else { return nil }
    guard arguments.has(.listJobs) else {
      throw Failure(
        .usage, "missing option", at: Option.listJobs.spelling,
        why: "\(Option.embed.spelling) is for jobs that others play",
        hint: "add \(Option.listJobs.spelling)")
    }
    self.folder = folder
    try OutputFolder.make(at: folder)
  }

  /// Where the media of `digest` lies.
  func index(of digest: String) -> String { EmbeddedMedia.path(of: digest, in: folder) }

  /// Reads the media of `digest` from the file at `path`.
  static func media(at path: String, digest: String) throws(CaseError) -> PlayableMedia {
    try EmbeddedMedia.media(at: path, digest: digest)
  }
}
