import PlayheadModel

/// What a media playlist says.
struct MediaPlaylist {
  var initializations: [ManifestReference] = []
  var segments: [ManifestSegment] = []
  var keys: [ManifestKey] = []
  /// Where playback starts: `EXT-X-START`; `nil` without it.
  var start: PlaylistStart?
  /// Why the player that it is read for refuses it; `nil` if it does not.
  var refusal: String?
  /// How initialization sections are encrypted, by their numbers.
  var initializationCiphers: [Int: ManifestCipher] = [:]
  /// The longest that a segment may be; `nil` if it is missing.
  var targetDuration: MediaTime?
  /// The digits behind the point of the `EXTINF` that has the fewest; `nil` without a segment.
  var durationDecimals: Int?
  /// The number of the first segment, which a live playlist counts on: `EXT-X-MEDIA-SEQUENCE`.
  var mediaSequence: Int64 = 0
  /// The date of the first segment, in nanoseconds since 1970, by the first date that is given;
  /// `nil` without one.
  var firstDate: Int64?
  /// Whether no more segments will be listed.
  var isEnded = false
  /// `EXT-X-PLAYLIST-TYPE`; `nil` without it.
  var type: String?
  /// Whether each segment can be decoded without others.
  var hasIndependentSegments = false
  /// What is ignored or looks wrong, a clause each.
  var notes: [String] = []

  /// Parses the playlist in `contents`, which lies at `location`.
  ///
  /// - Parameters:
  ///   - contents: all bytes of the playlist.
  ///   - location: where it was read from.
  ///   - variables: the variables of the multivariant playlist; `nil` without one.
  ///   - options: whether a live playlist is read.
  /// - Throws: ``ManifestError`` with all mistakes.
  init(
    _ contents: [UInt8], at location: ManifestLocation, importing variables: [String: String]?,
    options: ManifestOptions
  ) throws(ManifestError) {
    let problems = ManifestProblems(of: location, options)
    var reading = MediaPlaylistReading(
      location: location, variables: variables, options: options, problems: problems)
    reading.read(contents)
    try problems.check()
    self = reading.noted
    notes += problems.forgiven
    refusal = problems.refusal
  }

  /// An empty playlist.
  init() {}
}
