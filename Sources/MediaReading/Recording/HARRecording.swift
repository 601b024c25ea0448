import PlayheadKit
import PlayheadManifests

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A HAR file of a browser or a proxy that watched a live stream, with the texts of its playlists.
struct HARRecording {
  let journal: RecordingJournal
  /// The playlists, by the names that the journal has for them.
  private(set) var bodies: [String: [UInt8]] = [:]

  /// The largest file that is read.
  private static let maximumBytes = 512 << 20

  /// The recording in the HAR file at `path`; `nil` if it is none, or has no playlist.
  init?(at path: String) {
    guard path.lowercased().hasSuffix(".har"), FileIdentity(regularFileAt: path) != nil,
      let bytes = try? WholeFile.read(path, atMost: Self.maximumBytes),
      let entries = try? HAREntry.entries(of: bytes)
    else { return nil }
    var responses: [RecordedResponse] = []
    var texts: [String: [UInt8]] = [:]
    var url: String?
    var hasVariants = false
    for (number, entry) in entries.enumerated() {
      let plain = entry.url.prefix { !"?#".contains($0) }.lowercased()
      let isDocument = [".m3u8", ".m3u", ".mpd"].contains { plain.hasSuffix($0) }
      var response = RecordedResponse(
        .segment, entry.url, sent: entry.started, at: entry.ended, status: entry.status,
        headers: entry.headers.filter { RecordedResponse.keptHeaders.contains($0.key) })
      if isDocument {
        let text = entry.text.map { entry.isBase64 ? Self.decoded($0) : Array($0.utf8) }
        guard let text, !text.isEmpty || entry.status == 304 else { continue }
        let isFirst = url == nil
        url = url ?? entry.url
        if isFirst { hasVariants = text.firstRange(of: "#EXT-X-STREAM-INF".utf8) != nil }
        response.role = entry.url == url ? .manifest : .playlist
        if entry.url != url, !hasVariants { continue }
        if !text.isEmpty {
          response.file = "\(number)"
          texts["\(number)"] = text
        }
      } else {
        response.bytes = entry.bytes
      }
      responses.append(response)
    }
    guard let url, let begun = responses.map(\.sent).min() else { return nil }
    var journal = RecordingJournal(of: url, begun: begun)
    journal.responses = responses.sorted { $0.time < $1.time }
    self.journal = journal
    bodies = texts
  }

  private static func decoded(_ text: String) -> [UInt8] {
    Data(base64Encoded: text).map { Array($0) } ?? []
  }
}
