public import PlayheadKit
package import PlayheadManifests

/// Where a recording of a live event lies: a folder with a journal, a folder of playlists with
/// times in their names, or a HAR file.
public struct RecordingFolder: Hashable, Sendable {
  /// The path, without a slash at its end.
  public let path: String
  private let kind: Kind

  private enum Kind: Hashable {
    case journal
    case playlists
    case har
  }

  /// The recording at `location`, or that of the journal at `location`; `nil` if there is none.
  public init?(at location: String) {
    guard !location.isWebURL, !location.isEmpty else { return nil }
    var path = location
    while path.hasSuffix("/"), path.count > 1 { path.removeLast() }
    let journal = RecordingJournal.name
    if path == journal {
      path = "."
    } else if path.hasSuffix("/" + journal) {
      path.removeLast(journal.utf8.count + 1)
    }
    if FileIdentity(regularFileAt: "\(path)/\(journal)") != nil {
      kind = .journal
    } else if PlaylistFolder.journal(of: path) != nil {
      kind = .playlists
    } else if path.lowercased().hasSuffix(".har"), FileIdentity(regularFileAt: path) != nil {
      kind = .har
    } else {
      return nil
    }
    self.path = path
  }

  /// HLS or DASH, by the first document that was recorded; `nil` if there is none.
  public var format: Ladder.Format? {
    switch kind {
    case .journal:
      guard let bytes = WholeFile.beginning(of: "\(path)/\(RecordingJournal.name)", count: 1 << 20),
        let journal = try? RecordingJournal(bytes)
      else { return nil }
      return format(of: journal, body)
    case .playlists:
      return PlaylistFolder.journal(of: path).flatMap { format(of: $0, body) }
    case .har:
      return HARRecording(at: path).flatMap { har in format(of: har.journal) { har.bodies[$0] } }
    }
  }

  private func format(
    of journal: RecordingJournal, _ body: (String) -> [UInt8]?
  ) -> Ladder.Format? {
    journal.responses.first { $0.role == .manifest && $0.file != nil }?.file.flatMap(body)
      .flatMap(Ladder.Format.init(detecting:))
  }

  /// What is in a file of the folder; `nil` if it cannot be read.
  private func body(_ file: String) -> [UInt8]? {
    try? WholeFile.read("\(path)/\(file)", atMost: LadderDocuments.maximumBytes)
  }

  /// What is recorded.
  ///
  /// - Throws: ``MediaReadingError`` if it cannot be read.
  package func event() throws(MediaReadingError) -> RecordedEvent {
    do throws(RecordingError) {
      switch kind {
      case .journal:
        return try RecordedEvent(try RecordingJournal(try journal()), body: body)
      case .playlists:
        guard let journal = PlaylistFolder.journal(of: path) else {
          throw RecordingError(line: 1, problem: "no playlist has a time in its name")
        }
        return try RecordedEvent(journal, body: body)
      case .har:
        guard let har = HARRecording(at: path) else {
          throw RecordingError(line: 1, problem: "no entry is a playlist or an MPD with its text")
        }
        return try RecordedEvent(har.journal) { har.bodies[$0] }
      }
    } catch {
      let name = kind == .journal ? "\(path)/\(RecordingJournal.name)" : path
      throw .notMedia(name: name, reason: "line \(error.line): \(error.problem)")
    }
  }

  private func journal() throws(RecordingError) -> [UInt8] {
    do throws(FileReadError) {
      return try WholeFile.read(
        "\(path)/\(RecordingJournal.name)", atMost: RecordingJournal.maximumBytes)
    } catch {
      throw RecordingError(line: 1, problem: error.reason)
    }
  }
}
