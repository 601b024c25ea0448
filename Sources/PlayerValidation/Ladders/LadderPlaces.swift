package import PlayheadKit

/// Where what is requested of a ladder has its place: by the path from the folder of the manifest
/// on, and the first byte.
package struct LadderPlaces: Sendable {
  /// A resource of a ladder.
  package struct Place: Hashable, Sendable {
    package var content: Download.Content
    package var lane: Int
    package var level: Int
    package var segment: Int?
  }

  private struct Key: Hashable {
    var path: String
    /// The first byte of a range that the manifest has; `nil` for a whole file.
    var offset: Int64?
  }

  private var places: [Key: Place] = [:]
  private let ladder: Ladder

  package init(_ ladder: Ladder) {
    self.ladder = ladder
    for manifest in ladder.manifests {
      note(manifest, .init(content: .manifest, lane: 0, level: 0))
    }
    for (lane, levels) in ladder.lanes.map(\.levels).enumerated() {
      for (number, level) in levels.enumerated() {
        func note(_ resource: LadderResource, _ content: Download.Content, _ segment: Int? = nil) {
          places[Self.key(resource, of: level, content)] = Place(
            content: content, lane: lane, level: number, segment: segment)
        }
        if let playlist = level.playlist { note(playlist, .playlist) }
        for index in level.indexes { note(index, .index) }
        for section in level.initializations { note(section, .initialization) }
        for key in level.keys where !key.isLicence { note(key.resource, .key) }
        for (place, segment) in level.segments.enumerated() {
          note(segment.resource, .segment, place)
        }
      }
    }
  }

  private mutating func note(_ resource: LadderResource, _ place: Place) {
    places[Key(path: resource.name, offset: resource.range?.lowerBound)] = place
  }

  /// What a level's playlist names lies where the playlist does.
  private static func key(
    _ resource: LadderResource, of level: Level, _ content: Download.Content
  ) -> Key {
    var folder = ""
    if content != .playlist, let playlist = level.playlist,
      let slash = playlist.name.lastIndex(of: "/")
    {
      folder = String(playlist.name[...slash])
    }
    return Key(path: folder + resource.name, offset: resource.range?.lowerBound)
  }

  /// The place of what was requested; `nil` for what the ladder does not have.
  package func place(of request: PlaybackOutline.Request) -> Place? {
    guard let name = request.name else { return nil }
    // A whole file may be asked for in parts.
    return places[Key(path: name, offset: request.offset)] ?? places[Key(path: name, offset: nil)]
  }

  /// The path of what a session requests.
  package func path(of subject: RequestSubject) -> String {
    guard subject.content != .manifest else { return subject.resource.name }
    let level = ladder.lanes[subject.lane].levels[subject.level]
    return Self.key(subject.resource, of: level, subject.content).path
  }
}
