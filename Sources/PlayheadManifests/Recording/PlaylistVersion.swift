import PlayheadModel

/// What a media playlist said at a time, in lines that can be put together again.
struct PlaylistVersion {
  /// Lines for the playlist as a whole.
  private(set) var head: [String] = []
  private(set) var segments: [Segment] = []
  /// The number of the first segment.
  private(set) var sequence: Int64 = 0
  /// `EXT-X-TARGETDURATION` in nanoseconds; zero without it.
  private(set) var targetDuration = MediaTime.zero
  private(set) var isEnded = false
  /// The parts that it lists, and those that can be decoded alone.
  private(set) var (parts, independentParts) = (0, 0)
  /// The number of bytes that said so.
  let bytes: Int64
  /// Whether it is a delta update, which leaves out what the version before had (`EXT-X-SKIP`).
  private(set) var isDelta = false
  /// Whether it leaves out what nobody knows.
  private(set) var lacksSkipped = false
  /// How far it reports other playlists to be.
  private(set) var reports: [RenditionReport] = []
  /// Whether its server holds it back until there is more (`CAN-BLOCK-RELOAD`).
  private(set) var blocksReload = false

  /// A segment, with what holds for it.
  struct Segment {
    /// Keys, sections and rates that hold for it, in their order.
    var lasting: [String]
    /// Lines of its own.
    var own: [String]
    var uri: String
    var duration: MediaTime
    /// `EXT-X-PROGRAM-DATE-TIME` in nanoseconds since 1970; `nil` without one of its own.
    var date: Int64?

    /// The last part of the path, which stays the same from one playlist to the next.
    var name: Substring {
      let path = uri.prefix { !"?#".contains($0) }
      return path.split(separator: "/").last ?? path
    }
  }

  /// Tags that say how the playlist is to be loaded, or list what has not been published whole.
  private static let dropped: Set<String> = [
    "EXTM3U", "EXT-X-PART", "EXT-X-PART-INF", "EXT-X-PRELOAD-HINT", "EXT-X-RENDITION-REPORT",
    "EXT-X-PLAYLIST-TYPE",
  ]
  private static let ofPlaylist: Set<String> = [
    "EXT-X-VERSION", "EXT-X-TARGETDURATION", "EXT-X-DISCONTINUITY-SEQUENCE",
    "EXT-X-INDEPENDENT-SEGMENTS", "EXT-X-START", "EXT-X-DEFINE", "EXT-X-ALLOW-CACHE",
    "EXT-X-SERVER-CONTROL",
  ]

  /// The version in `contents`, of which a delta update leaves out what `previous` has; what is
  /// wrong with it is left to the reader of what is put together.
  init(_ contents: [UInt8], after previous: PlaylistVersion? = nil) {
    bytes = Int64(contents.count)
    var own: [String] = []
    var lasting: [(name: String, line: String)] = []
    var keysEnd = false
    var duration = MediaTime.zero
    var date: Int64?
    for line in PlaylistLines(contents) {
      switch line.content {
      case .comment, .invalid: break
      case .uri(let uri):
        segments.append(
          Segment(
            lasting: lasting.map(\.line), own: own, uri: uri, duration: duration, date: date))
        (own, duration, date, keysEnd) = ([], .zero, nil, true)
      case .tag(let tag):
        let text = String(decoding: line.bytes, as: UTF8.self)
        if tag.name == "EXT-X-PART" {
          parts += 1
          if Self.attribute("INDEPENDENT", of: tag) == "YES" { independentParts += 1 }
        }
        if tag.name == "EXT-X-RENDITION-REPORT" {
          let report = RenditionReport(
            uri: Self.attribute("URI", of: tag), sequence: Self.attribute("LAST-MSN", of: tag),
            part: Self.attribute("LAST-PART", of: tag))
          if let report { reports.append(report) }
        }
        if tag.name == "EXT-X-SERVER-CONTROL" {
          blocksReload = Self.attribute("CAN-BLOCK-RELOAD", of: tag) == "YES"
        }
        if Self.dropped.contains(tag.name) { continue }
        if Self.ofPlaylist.contains(tag.name) {
          head.append(text)
          if tag.name == "EXT-X-TARGETDURATION" {
            targetDuration = Self.seconds(tag.value) ?? .zero
          }
          continue
        }
        switch tag.name {
        case "EXT-X-MEDIA-SEQUENCE":
          sequence = min(1 << 60, Int64(decimalDigits: (tag.value ?? "")[...].trimmingBlanks) ?? 0)
        case "EXT-X-ENDLIST": isEnded = true
        case "EXT-X-SKIP":
          isDelta = true
          let skipped = previous.flatMap {
            $0.segments(
              from: sequence,
              count: Self.attribute("SKIPPED-SEGMENTS", of: tag).flatMap { Int($0) } ?? 0)
          }
          guard let skipped else {
            lacksSkipped = true
            continue
          }
          segments += skipped
          // What held for the last of them holds on.
          lasting = (skipped.last?.lasting ?? []).map { line in
            (String(line.dropFirst().prefix { $0 != ":" }), line)
          }
          keysEnd = true
        case "EXT-X-KEY":
          if keysEnd { lasting.removeAll { $0.name == tag.name } }
          keysEnd = false
          lasting.append((tag.name, text))
        case "EXT-X-MAP", "EXT-X-BITRATE":
          lasting.removeAll { $0.name == tag.name }
          lasting.append((tag.name, text))
        default:
          if tag.name == "EXTINF" { duration = Self.seconds(tag.value) ?? .zero }
          if tag.name == "EXT-X-PROGRAM-DATE-TIME" {
            date = ProgramDate(tag.value ?? "")?.nanoseconds
          }
          own.append(text)
        }
      }
    }
  }

  /// The value of an attribute of `tag`; what is wrong with the others is not asked here.
  private static func attribute(_ name: String, of tag: PlaylistTag) -> Substring? {
    let problems = ManifestProblems(of: ManifestLocation(""), .lenient)
    return AttributeList(tag, noting: problems)?[name]?.value
  }

  /// The segments from number `first` on; `nil` if it does not have them all.
  private func segments(from first: Int64, count: Int) -> [Segment]? {
    guard count > 0, first >= sequence, first - sequence <= Int64(segments.count - count),
      count <= segments.count
    else { return nil }
    let start = Int(first - sequence)
    return Array(segments[start..<start + count])
  }

  private static func seconds(_ value: String?) -> MediaTime? {
    let digits = (value ?? "").prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    return WrittenDecimal(digits)?
      .times(1_000_000_000, atMost: MediaTime.seconds(86_400).nanoseconds)
      .map(MediaTime.init(nanoseconds:))
  }
}
