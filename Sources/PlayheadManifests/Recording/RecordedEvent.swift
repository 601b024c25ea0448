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
  private var versions: [(look: RecordedLook, time: Int64, contents: [UInt8]?)] = []
  /// All that they list, once they were read.
  private(set) var merged: MergedManifest?
  private(set) var resources: [ManifestLocation: RecordedResource] = [:]
  /// How far the server's clock is ahead of the recorder's, in nanoseconds.
  let clockOffset: Int64
  /// When manifests could not be had, by where they lie.
  private(set) var failures: [ManifestLocation: [FailedLooks]] = [:]

  /// The event of `journal`, whose bodies `body` reads; `nil` for one that is missing.
  ///
  /// - Throws: ``RecordingError`` if there is no manifest.
  package init(
    _ journal: RecordingJournal, body: (_ file: String) -> [UInt8]?
  ) throws(RecordingError) {
    var format: Ladder.Format?
    var location = ManifestLocation.url(journal.url)
    var latest: [ManifestLocation: String] = [:]
    var missing = 0
    var failed: [ManifestLocation: FailedLooks] = [:]
    var last = journal.begun
    for response in journal.responses {
      last = max(last, response.time)
      let asked = ManifestLocation.url(response.url.withoutDeliveryDirectives)
      let look = RecordedLook(response)
      switch response.role {
      case .segment, .initialization:
        resources[asked, default: RecordedResource()].add(response)
      case .manifest, .playlist:
        guard response.isUsable else {
          failed[asked] =
            failed[asked]
            ?? FailedLooks(
              time: response.sent..<max(response.sent, response.time), status: response.status)
          continue
        }
        if var looks = failed.removeValue(forKey: asked) {
          looks.time = looks.time.lowerBound..<max(looks.time.lowerBound, response.sent)
          failures[asked, default: []].append(looks)
        }
        guard let file = response.file, latest[asked] != file else {
          if format == .dash { versions.append((look, response.time, nil)) }
          playlists[response.role == .manifest ? location : asked]?.addUnchanged(look)
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
          location = .url((response.location ?? response.url).withoutDeliveryDirectives)
        }
        let place = response.role == .manifest ? location : asked
        if format == .dash, response.role == .manifest {
          versions.append((look, response.time, contents))
        }
        let isList = format == .hls && !MultivariantPlaylist.isMultivariant(contents)
        guard isList else {
          documents[place] = documents[place] ?? contents
          continue
        }
        playlists[place, default: MergedPlaylist()].add(contents, look, at: response.time)
      }
    }
    for (place, var looks) in failed {
      looks.time = looks.time.lowerBound..<max(looks.time.lowerBound, last)
      failures[place, default: []].append(looks)
    }
    // The manifest is known by where it was in the end.
    let asked = ManifestLocation.url(journal.url.withoutDeliveryDirectives)
    if asked != location, let looks = failures.removeValue(forKey: asked) {
      failures[location] = looks
    }
    guard let format else { throw RecordingError(line: 1, problem: "it has no manifest") }
    self.format = format
    self.location = location
    clockOffset = Self.clockOffset(journal.responses)
    time = journal.begun...last
    note(journal, missing: missing)
  }

  /// How far the server's clock is ahead by the whole seconds of all its dates, in nanoseconds;
  /// zero if that may be.
  private static func clockOffset(_ responses: [RecordedResponse]) -> Int64 {
    var (least, most) = (Int64.min, Int64.max)
    for response in responses where response.isUsable {
      guard let range = response.clockOffsets else { continue }
      (least, most) = (max(least, range.lowerBound), min(most, range.upperBound))
    }
    guard least <= most, least > .min, most < .max else {
      // Clocks that are set meanwhile have no one offset.
      return responses.lazy.compactMap(\.clockOffsets).first.map { $0.middle } ?? 0
    }
    return (least...most).contains(0) ? 0 : (least...most).middle
  }

  private mutating func note(_ journal: RecordingJournal, missing: Int) {
    for gap in journal.gaps {
      let length = WallTime(nanoseconds: gap.time.upperBound - gap.time.lowerBound)
      let start = WallTime(nanoseconds: max(0, gap.time.lowerBound - journal.begun))
      notes.append(
        "nothing is recorded for \(length.secondsText(places: 1)) s, "
          + "\(start.secondsText(places: 1)) s after recording began: \(gap.reason)")
    }
    if missing > 0 { notes.append("\(counted(missing, "document")) of the recording are missing") }
    for (place, playlist) in playlists.sorted(by: { $0.key.text < $1.key.text }) {
      if playlist.restartCount > 0 {
        notes.append(
          "\(place.baseName): EXT-X-MEDIA-SEQUENCE begins anew "
            + "\(counted(playlist.restartCount, "time"))")
      }
      if playlist.lostDeltaCount > 0 {
        notes.append(
          "\(place.baseName): \(counted(playlist.lostDeltaCount, "delta update")) without the "
            + "playlist before left out")
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
    var options = options
    // What is known of a version is what there was until the next.
    let changes = versions.filter { $0.contents != nil }.map(\.time)
    func published(_ change: Int) -> ClosedRange<Int64>? {
      guard changes.indices.contains(change) else { return nil }
      let end = change + 1 < changes.count ? changes[change + 1] : time.upperBound
      return changes[change] + clockOffset...max(changes[change], end) + clockOffset
    }
    options.published = published(0)
    let first = try Manifest.read(
      document(at: location) ?? [], at: location, options: options, failing: failing, load: load)
    guard format == .dash, let head = versions.first else { return first }
    var merged = MergedManifest(first, head.look, at: head.time)
    var change = 0
    for version in versions.dropFirst() {
      guard let contents = version.contents else {
        merged.addUnchanged(version.look)
        continue
      }
      change += 1
      options.published = published(change)
      let read = try Manifest.read(
        contents, at: location, options: options, failing: failing, load: load)
      merged.add(read, version.look, at: version.time)
    }
    if merged.otherCount > 0 {
      notes.append("\(counted(merged.otherCount, "MPD")) with other levels left out")
    }
    self.merged = merged
    return merged.manifest
  }

  /// Whether manifests say that the event is over, or when it will be: one of `playlists`, or the
  /// MPD at last.
  func hasEnd(_ playlists: [MergedPlaylist]) -> Bool {
    guard format == .dash else { return playlists.contains(where: \.isEnded) }
    let last = versions.last { $0.contents != nil }?.contents
    guard let root = last.flatMap({ try? XMLElement($0) }) else { return true }
    return root["type"] != "dynamic" || root["mediaPresentationDuration"] != nil
  }

  /// When the first version of an MPD was in; `nil` without any.
  var versionTime: Int64? { versions.first?.time }

  /// What is known of the segment or section at `location`; `nil` if it was never asked for.
  package func resource(at location: ManifestLocation) -> RecordedResource? {
    resources[location]
  }
}
