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
        // What a player gave up on itself has no status.
        let isRefused = entry.status >= 400 && url != nil
        let text = isRefused ? [] : Self.bytes(of: entry)
        guard !text.isEmpty || isRefused || entry.status == 304 else { continue }
        let isFirst = url == nil
        let own = entry.url.withoutDeliveryDirectives
        url = url ?? own
        if isFirst { hasVariants = text.firstRange(of: "#EXT-X-STREAM-INF".utf8) != nil }
        response.role = own == url ? .manifest : .playlist
        if own != url, !hasVariants { continue }
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

  /// The body of a response; empty without one.
  private static func bytes(of entry: HAREntry) -> [UInt8] {
    guard let text = entry.text else { return [] }
    return entry.isBase64 ? Data(base64Encoded: text).map { Array($0) } ?? [] : Array(text.utf8)
  }
}
