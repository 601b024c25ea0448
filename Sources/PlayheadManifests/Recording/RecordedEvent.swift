package import PlayheadLadder
import PlayheadModel

/// A live event as a recording has it: its playlists put together, and what there was when.
package struct RecordedEvent: Sendable {
  /// HLS or DASH.
  package let format: Ladder.Format
  /// Where the manifest was, behind all redirects.
  package let location: ManifestLocation
  /// When recording began and when the last response was in, in nanoseconds since 1970.
  package let time: ClosedRange<Int64>
  /// What is unusual, a clause each.
  package internal(set) var notes: [String] = []
  /// Documents that are as they were read.
  private var documents: [ManifestLocation: [UInt8]] = [:]
  private(set) var playlists: [ManifestLocation: MergedPlaylist] = [:]
  /// The versions of an MPD: when each was asked for and in, and what it said; `nil` for as before.
  private var versions: [(sent: Int64, time: Int64, contents: [UInt8]?)] = []
  /// All that they list, once they were read.
  private(set) var merged: MergedManifest?
  private(set) var resources: [ManifestLocation: RecordedResource] = [:]

  /// The event of `journal`, whose bodies `body` reads; `nil` for one that is missing.
  ///
  /// - Throws: ``RecordingError`` if there is no manifest.
  package init(
    _ journal: RecordingJournal, body: (_ file: String) -> [UInt8]?
  ) throws(RecordingError) {
    var format: Ladder.Format?
    var location = ManifestLocation.url(journal.url)
    var latest: [ManifestLocation: String] = [:]
    var (failures, missing) = (0, 0)
    var last = journal.begun
    for response in journal.responses {
      last = max(last, response.time)
      let asked = ManifestLocation.url(response.url)
      switch response.role {
      case .segment, .initialization:
        resources[asked, default: RecordedResource()].add(response)
      case .manifest, .playlist:
        guard response.isUsable else {
          failures += 1
          continue
        }
        guard let file = response.file, latest[asked] != file else {
          if format == .dash { versions.append((response.sent, response.time, nil)) }
          playlists[response.role == .manifest ? location : asked]?.addUnchanged(
            sent: response.sent)
          continue
        }
        guard let contents = body(file) else {
          missing += 1
          continue
        }
        latest[asked] = file
        if response.role == .manifest, format == nil {
          guard let found = Ladder.Format(detecting: contents), [.hls, .dash].contains(found) else {
            throw RecordingError(line: 2, problem: "\(file) is no playlist and no MPD")
          }
          format = found
          location = .url(response.location ?? response.url)
        }
        let place = response.role == .manifest ? location : asked
        if format == .dash, response.role == .manifest {
          versions.append((response.sent, response.time, contents))
        }
        let isList = format == .hls && !MultivariantPlaylist.isMultivariant(contents)
        guard isList else {
          documents[place] = documents[place] ?? contents
          continue
        }
        playlists[place, default: MergedPlaylist()].add(
          PlaylistVersion(contents), sent: response.sent, at: response.time)
      }
    }
    guard let format else { throw RecordingError(line: 1, problem: "it has no manifest") }
    self.format = format
    self.location = location
    time = journal.begun...last
    note(journal, failures: failures, missing: missing)
  }

  private mutating func note(_ journal: RecordingJournal, failures: Int, missing: Int) {
    for gap in journal.gaps {
      let length = WallTime(nanoseconds: gap.time.upperBound - gap.time.lowerBound)
      let start = WallTime(nanoseconds: max(0, gap.time.lowerBound - journal.begun))
      notes.append(
        "nothing is recorded for \(length.secondsText(places: 1)) s, "
          + "\(start.secondsText(places: 1)) s after recording began: \(gap.reason)")
    }
    if failures > 0 {
      notes.append(
        "\(counted(failures, "request")) for manifests failed; manifests stay as they were then")
    }
    if missing > 0 { notes.append("\(counted(missing, "document")) of the recording are missing") }
    for (place, playlist) in playlists.sorted(by: { $0.key.text < $1.key.text }) {
      if playlist.restartCount > 0 {
        notes.append(
          "\(place.baseName): EXT-X-MEDIA-SEQUENCE begins anew "
            + "\(counted(playlist.restartCount, "time"))")
      }
      if playlist.unseenCount > 0 {
        notes.append(
          "\(place.baseName): \(counted(playlist.unseenCount, "segment")) came and went "
            + "unrecorded; gaps stand for them")
      }
    }
  }

  /// The document at `location`, a playlist with all segments that it ever listed; `nil` if it was
  /// not recorded.
  package func document(at location: ManifestLocation) -> [UInt8]? {
    if let playlist = playlists[location], playlist.versionCount > 0 { return playlist.contents }
    return documents[location]
  }

  /// What the recorded manifest declares, with all segments that it ever listed.
  ///
  /// - Throws: the error of the first version that cannot be read.
  package mutating func manifest<LoadError>(
    _ options: ManifestOptions, failing: (LoadError) -> RequestFault.Answer?,
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> Manifest {
    let first = try Manifest.read(
      document(at: location) ?? [], at: location, options: options, failing: failing, load: load)
    guard format == .dash, let head = versions.first else { return first }
    var merged = MergedManifest(first, sent: head.sent, at: head.time)
    for version in versions.dropFirst() {
      guard let contents = version.contents else {
        merged.addUnchanged(sent: version.sent)
        continue
      }
      let read = try Manifest.read(
        contents, at: location, options: options, failing: failing, load: load)
      merged.add(read, sent: version.sent, at: version.time)
    }
    if merged.otherCount > 0 {
      notes.append("\(counted(merged.otherCount, "MPD")) with other levels left out")
    }
    self.merged = merged
    return merged.manifest
  }

  /// What is known of the segment or section at `location`; `nil` if it was never asked for.
  package func resource(at location: ManifestLocation) -> RecordedResource? {
    resources[location]
  }
}
