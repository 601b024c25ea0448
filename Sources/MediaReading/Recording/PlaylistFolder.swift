import PlayheadKit
import PlayheadManifests

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder of playlists or MPDs with the times of their arrival in their names.
///
/// Files of one name are one document as it changed. A file without a time is a document that did
/// not change: the multivariant playlist, whose media playlists lie where it says.
enum PlaylistFolder {
  /// Where the documents are taken to lie.
  static let origin = "http://recorded.invalid/"
  private static let extensions = ["m3u8", "m3u", "mpd"]

  /// The documents in `folder` and the folders in it, as a journal has them; `nil` if no name has a
  /// time.
  static func journal(of folder: String) -> RecordingJournal? {
    guard Folder.exists(at: folder) else { return nil }
    var timed: [(document: String, time: Int64, file: String)] = []
    var plain: [String] = []
    for part in [""] + names(in: folder).filter({ Folder.exists(at: "\(folder)/\($0)") }) {
      let path = part.isEmpty ? folder : "\(folder)/\(part)"
      for name in names(in: path) {
        guard let point = name.lastIndex(of: "."),
          case let suffix = name[name.index(after: point)...].lowercased(),
          extensions.contains(suffix)
        else { continue }
        let file = part.isEmpty ? name : "\(part)/\(name)"
        if let recorded = RecordedName(name[..<point]) {
          let own = recorded.name.isEmpty ? "" : "\(recorded.name).\(suffix)"
          timed.append((part.isEmpty ? own : "\(part)/\(own)", recorded.time, file))
        } else {
          plain.append(file)
        }
      }
    }
    guard let begun = timed.map(\.time).min() else { return nil }
    let documents = Set(timed.map(\.document)).sorted()
    // Of one document that changes alone, that is the manifest.
    guard let first = plain.sorted().first ?? (documents.count == 1 ? documents[0] : nil) else {
      return nil
    }
    var journal = RecordingJournal(of: origin + (first.isEmpty ? "list" : first), begun: begun)
    for file in plain.sorted() {
      journal.responses.append(
        response(file == first ? .manifest : .playlist, origin + file, at: begun, file))
    }
    for (document, time, file) in timed.sorted(by: { ($0.time, $0.file) < ($1.time, $1.file) }) {
      let url = documents.count == 1 && plain.isEmpty ? journal.url : origin + document
      journal.responses.append(
        response(url == journal.url ? .manifest : .playlist, url, at: time, file))
    }
    return journal
  }

  private static func response(
    _ role: RecordedResponse.Role, _ url: String, at time: Int64, _ file: String
  ) -> RecordedResponse {
    var response = RecordedResponse(role, url, sent: time, at: time, status: 200)
    response.file = file
    return response
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}
