/// The edit list of an MP4 or QuickTime track: which parts of its media are shown, one after the
/// other.
///
/// It is reported, never used: the samples tell already what of them is shown, and when.
package struct EditList: Hashable, Sendable, Codable {
  /// A part of the presentation.
  package struct Edit: Hashable, Sendable, Codable {
    /// How long it lasts, in media time; zero for all the media that follows.
    package var duration: MediaTime
    /// The media time by the track's own clock at which it begins; `nil` for a wait, in which
    /// nothing is shown.
    package var mediaTime: MediaTime?

    /// An edit of `duration` from `mediaTime` on.
    package init(duration: MediaTime, mediaTime: MediaTime?) {
      self.duration = duration
      self.mediaTime = mediaTime
    }
  }

  /// How many edits there are.
  package var count: Int
  /// The first ``maximumEdits`` of them, in order.
  package var edits: [Edit]

  /// The largest number of edits that are listed.
  package static let maximumEdits = 100

  /// A list of `count` edits that begins with `edits`.
  package init(count: Int, edits: [Edit]) {
    self.count = count
    self.edits = edits
  }
}
