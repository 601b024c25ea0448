import PlayheadKit

/// What to record of a live event, and for how long.
package struct RecordingOptions: Sendable {
  /// The URL of the manifest.
  package var url: String
  /// The folder to record into.
  package var folder: String
  /// How long to record, from the recording's start on, in nanoseconds; `nil` until it ends.
  package var length: Int64?
  /// The numbers of the variants to record, from 0; `nil` for all.
  package var variants: Set<Int>?
  /// Whether the bytes of segments are kept, not only their sizes.
  package var keepsMedia = false
  /// How often manifests are loaded again, in nanoseconds; `nil` for as players have to.
  package var reload: Int64?
  /// The number of files at which recording ends.
  package var maximumFiles = 100_000
  /// The limits of what is downloaded.
  package var limits = DownloadLimits()
  /// How requests are made, but for their limits.
  package var http = HTTPOptions()
  /// What wrote the recording.
  package var generator = PlayheadVersion.text

  /// Everything of the event at `url`, into `folder`.
  package init(_ url: String, into folder: String) {
    self.url = url
    self.folder = folder
  }
}

/// What a recorder tells as it goes.
package enum RecordingMessage: Hashable, Sendable {
  /// A request failed; it is sent again after so many milliseconds.
  case failed(url: String, reason: String, milliseconds: Int64)
  /// A manifest that failed can be had again.
  case recovered(url: String)
  /// Nothing could be written for so many nanoseconds.
  case wroteAgain(after: Int64)
  /// The recording could not be written, which is tried again after so many milliseconds.
  case cannotWrite(reason: String, milliseconds: Int64)
  /// A recording goes on that was last written so many nanoseconds ago.
  case resumed(after: Int64)
  /// By its MPD, the event begins in so many nanoseconds.
  case notBegun(url: String, wait: Int64)
  /// The manifests name a variant that is not there.
  case noVariant(Int, count: Int)
}

/// How a recording ended.
package enum RecordingEnd: Hashable, Sendable {
  /// The event has.
  case ended
  /// The time is over.
  case complete
  /// The user asked to stop.
  case interrupted
  /// A limit was reached, in words.
  case limit(String)
}

/// How much is recorded.
package struct RecordingTally: Hashable, Sendable {
  /// The changes of manifests.
  package var versions = 0
  /// The segments whose size is known.
  package var segments = 0
  /// How many segments and sections were too large to be kept.
  package var unkept = 0
  /// The requests that failed.
  package var failures = 0
  /// The bytes that were received.
  package var bytes: Int64 = 0
  /// The time since recording began, in nanoseconds.
  package var elapsed: Int64 = 0
}
