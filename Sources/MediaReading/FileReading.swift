import PlayheadKit

/// Reads an open file in this process: its index, and its frames as far as they are wanted.
struct FileReading: Sendable {
  let file: InputFile
  let mode: DecodeMode
  /// The numbers of the tracks that are played; `nil` for the preferred ones.
  let tracks: [Int]?
  let interruption: Interruption
  let cores: Int
  let onProgress: @Sendable (ReadingProgress) -> Void
  /// Called before frames are decoded.
  var willDecode: @Sendable () -> Void = {}

  /// The reading, and the mode that the wanted one stands for.
  func read() throws(MediaReadingError) -> (reading: MediaReading, mode: DecodeMode) {
    var reading = MediaReading(index: try index(), decoding: nil)
    reading.indexBytesRead = file.bytesRead
    let played = try playedTracks(of: reading.index)
    let mode = mode.resolved(for: reading.index.duration(of: played))
    if mode != .none {
      do {
        try file.willReadAll()
      } catch {
        throw error.error(reading: file.name)
      }
      willDecode()
      let decoding = FileDecoding(
        file: file, mode: mode, interruption: interruption, cores: cores, onProgress: onProgress)
      reading.decoding = try decoding.decode(reading.index, tracks: played)
    }
    return (reading, mode)
  }

  private func index() throws(MediaReadingError) -> MediaIndex {
    guard file.size > 0 else { throw .notMedia(name: file.name, reason: "it is empty") }
    let head: [UInt8]
    let edits: Int
    do {
      head = try file.bytes(4096)
      edits = try MovieTables(file: file).longestEditList()
    } catch {
      throw error.error(reading: file.name)
    }
    if let refusal = FormatRefusal(head: head) { throw refusal.error(name: file.name) }
    guard edits <= MovieTables.maximumEdits else {
      throw .notMedia(
        name: file.name,
        reason: "an edit list has \(edits) entries, more than \(MovieTables.maximumEdits)")
    }
    // What takes time of a distant file is fetching it, which reports for itself.
    let isDistant = file.isDistant
    var index = try Indexer(
      file: file, interruption: interruption,
      onProgress: { [onProgress] in if !isDistant { onProgress($0) } }
    ).index()
    try index.checkPictures(within: file.limits, name: file.name)
    if index.lacksPresentationTimes { willDecode() }
    try PresentationTimes(file: file, interruption: interruption, cores: cores).complete(&index)
    return index
  }

  private func playedTracks(of index: MediaIndex) throws(MediaReadingError) -> [Int] {
    do throws(PresentationError) {
      return try index.playedTracks(tracks)
    } catch {
      switch error {
      case .noSuchTrack(let number, let count):
        throw .track(
          name: file.name, number: number,
          reason: count == 1 ? "the only track is 0" : "the tracks are 0 to \(count - 1)")
      case .notPlayable(let number, let kind):
        throw .track(
          name: file.name, number: number, reason: "\(kind.words) tracks cannot be played")
      case .severalOfOneKind(let first, let second, let kind):
        throw .track(
          name: file.name, number: second,
          reason: "only one \(kind.words) track plays at a time; track \(first) is selected too")
      case .nothingShown:
        throw .notMedia(name: file.name, reason: "it has no audio or video")
      }
    }
  }
}

extension MediaIndex {
  /// Throws if pictures of a video track are larger than `limits` permit, in the file called
  /// `name`.
  func checkPictures(within limits: ReadingLimits, name: String) throws(MediaReadingError) {
    for track in tracks where track.kind == .video {
      guard let size = track.dimensions, !limits.allows(size) else { continue }
      throw .exceeds(name: name, .picture(track: track.id, size, limit: limits.picture))
    }
  }

  /// Whether samples lack a presentation time, which only decoding can supply.
  var lacksPresentationTimes: Bool {
    samples.contains { $0.presentationTime == nil }
  }
}
