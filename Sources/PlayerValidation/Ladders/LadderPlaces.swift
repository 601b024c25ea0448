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
    /// The number of the segment, the initialization section, the index or the key; 0 of others.
    package var number = 0
    /// Which copy of the level it is of; 0 for the level itself.
    package var copy = 0
  }

  private struct Key: Hashable {
    var path: String
    /// The first byte of a range that the manifest has; `nil` for a whole file.
    var offset: Int64?
  }

  /// Levels may share what they have, the one noted last at the end.
  private var places: [Key: [Place]] = [:]
  private let ladder: Ladder

  package init(_ ladder: Ladder) {
    self.ladder = ladder
    for manifest in ladder.manifests {
      note(manifest, .init(content: .manifest, lane: 0, level: 0))
    }
    for (lane, levels) in ladder.lanes.map(\.levels).enumerated() {
      for (number, level) in levels.enumerated() {
        // What two servers have by one name is of the first.
        for (copy, level) in ([level] + level.copies).enumerated().reversed() {
          note(level, Place(content: .segment, lane: lane, level: number, copy: copy))
        }
      }
    }
  }

  private mutating func note(_ level: Level, _ place: Place) {
    func note(
      _ resource: LadderResource, _ content: Download.Content, _ number: Int = 0
    ) {
      var own = place
      (own.content, own.number) = (content, number)
      own.segment = content == .segment ? number : nil
      places[Self.key(resource, of: level, content), default: []].append(own)
    }
    if let playlist = level.playlist { note(playlist, .playlist) }
    for (number, index) in level.indexes.enumerated() { note(index, .index, number) }
    for (number, section) in level.initializations.enumerated() {
      note(section, .initialization, number)
    }
    for (number, key) in level.keys.enumerated() where !key.isLicence {
      note(key.resource, .key, number)
    }
    for (number, segment) in level.segments.enumerated() {
      note(segment.resource, .segment, number)
    }
  }

  private mutating func note(_ resource: LadderResource, _ place: Place) {
    places[Key(path: resource.name, offset: resource.range?.lowerBound)] = [place]
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
    request.name.flatMap { places(ofPath: $0, offset: request.offset).last }
  }

  /// The places of what lies at `path`, asked for from a byte on; none for what the ladder does not
  /// have.
  package func places(ofPath path: String, offset: Int64) -> [Place] {
    // A whole file may be asked for in parts.
    places[Key(path: path, offset: offset)] ?? places[Key(path: path, offset: nil)] ?? []
  }

  /// The path of what lies at `resource` of a level.
  package func path(
    of resource: LadderResource, _ level: Level, _ content: Download.Content
  ) -> String {
    Self.key(resource, of: level, content).path
  }

  /// The path of what a session requests.
  package func path(of subject: RequestSubject) -> String {
    guard subject.content != .manifest else { return subject.resource.name }
    let own = ladder.lanes[subject.lane].levels[subject.level]
    let level = subject.copy == 0 ? own : own.copies[subject.copy - 1]
    return Self.key(subject.resource, of: level, subject.content).path
  }
}
