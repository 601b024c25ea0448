import PlayheadKit
import PlayheadManifests

/// The segments and sections of a recording: their sizes, or the files of their bytes.
struct RecordedResources {
  var event: RecordedEvent
  /// The sizes of segments that were never asked for.
  private var estimates: [ManifestLocation: Int64] = [:]
  /// What is asked for in ranges, which are known from playlists.
  private var ranged: Set<ManifestLocation> = []
  /// How many segments' sizes are estimates.
  private(set) var estimateCount = 0

  init(_ event: RecordedEvent) { self.event = event }

  /// Has what `manifest` names and was kept refer to the files in `folder`, and estimates the size
  /// of what was never asked for; `false` if nothing is known of any size.
  mutating func prepare(_ manifest: inout Manifest, in folder: RecordingFolder) -> Bool {
    var (hasSizes, keepsFiles) = (false, false)
    for lane in manifest.lanes.indices {
      for level in manifest.lanes[lane].levels.indices {
        let (sizes, lengths) = sizes(of: manifest.lanes[lane].levels[level])
        hasSizes = hasSizes || lengths > 0
        let rate =
          manifest.lanes[lane].levels[level].averageBitRate
          ?? manifest.lanes[lane].levels[level].bitRate
        for number in manifest.lanes[lane].levels[level].segments.indices {
          let segment = manifest.lanes[lane].levels[level].segments[number]
          let location = segment.reference.location
          if segment.reference.range != nil { ranged.insert(location) }
          guard event.resource(at: location)?.bytes == nil, segment.reference.range == nil,
            !segment.isGap, event.resource(at: location)?.status ?? 0 < 400
          else { continue }
          let length = Int128(segment.declared.duration.nanoseconds)
          let bytes =
            lengths > 0
            ? Int128(sizes) * length / Int128(lengths)
            : Int128(rate?.bitsPerSecond ?? 0) * length / 8_000_000_000
          estimates[location] = Int64(clamping: bytes)
          estimateCount += 1
        }
        manifest.lanes[lane].levels[level].refer {
          let place = kept(at: $0, in: folder)
          keepsFiles = keepsFiles || place != nil
          return place
        }
      }
    }
    return hasSizes || !ranged.isEmpty || keepsFiles
  }

  /// The bytes and the lengths of the segments of a level whose sizes are known.
  private func sizes(of level: ManifestLevel) -> (bytes: Int64, length: Int64) {
    var (bytes, length): (Int64, Int64) = (0, 0)
    for segment in level.segments where segment.reference.range == nil {
      guard let own = event.resource(at: segment.reference.location)?.bytes else { continue }
      let sum = bytes.addingReportingOverflow(own)
      guard !sum.overflow else { continue }
      bytes = sum.partialValue
      length += segment.declared.duration.nanoseconds
    }
    return (bytes, length)
  }

  private func kept(
    at location: ManifestLocation, in folder: RecordingFolder
  ) -> ManifestLocation? {
    let origin = PlaylistFolder.origin
    var file = event.resource(at: location)?.file
    // What lies beside recorded playlists is what they name.
    if location.text.hasPrefix(origin) { file = String(location.text.dropFirst(origin.count)) }
    guard let file, !file.split(separator: "/").contains("..") else { return nil }
    let path = "\(folder.path)/\(file)"
    return FileIdentity(regularFileAt: path) == nil ? nil : .file(path)
  }

  /// The state of what lies at `location`; `nil` if it could not be had, or is not known.
  func state(of location: ManifestLocation) -> ResourceState? {
    let resource = event.resource(at: location)
    if let resource, resource.status >= 400 { return nil }
    let bytes = ranged.contains(location) ? nil : resource?.bytes ?? estimates[location]
    guard bytes != nil || ranged.contains(location) else { return nil }
    return .response(
      ResponseHeaders(
        status: 200, url: location.text, entityTag: nil, lastModified: nil, contentLength: bytes,
        contentType: nil, acceptsByteRanges: false))
  }
}

extension ManifestLevel {
  /// Has its segments and sections refer to where `place` says, if it does.
  fileprivate mutating func refer(to place: (ManifestLocation) -> ManifestLocation?) {
    func moved(_ reference: ManifestReference) -> ManifestReference {
      guard let location = place(reference.location) else { return reference }
      return ManifestReference(name: reference.name, location: location, range: reference.range)
    }
    for number in segments.indices {
      segments[number].reference = moved(segments[number].reference)
    }
    initializations = initializations.map(moved)
  }
}
