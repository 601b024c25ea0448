package import PlayheadModel

/// A media playlist on demand, from which those of a live event are written.
package struct LivePlaylist: Sendable {
  /// A segment and what holds for it.
  private struct Segment: Sendable {
    /// The tags that apply to it alone.
    var tags: [String] = []
    var uri = ""
    var isDiscontinuity = false
    /// Whether the playlist gives it a date.
    var isDated = false
    /// The tags that apply until others take their place: `EXT-X-MAP`, `EXT-X-KEY`,
    /// `EXT-X-BITRATE`.
    var state: [String] = []
  }

  private var version: Int64 = 3
  private var header: [String] = []
  private var segments: [Segment] = []
  /// The numbers that the playlist itself begins with.
  private(set) package var mediaSequence: Int64 = 0
  private var discontinuitySequence: Int64 = 0

  /// The number of segments that it lists.
  package var segmentCount: Int { segments.count }

  /// The playlist in `contents`, which was read without a mistake.
  package init(_ contents: [UInt8]) {
    var segment = Segment()
    var (map, bitRate): (String?, String?)
    var keys: [String] = []
    var hasNewKeys = false
    var rangeEnd: Int64 = 0
    for line in PlaylistLines(contents) {
      switch line.content {
      case .comment, .invalid: break
      case .uri(let uri):
        guard segment.tags.contains(where: { $0.hasPrefix("#EXTINF") }) else { continue }
        segment.uri = uri
        segment.state = keys + [map, bitRate].compactMap(\.self)
        segments.append(segment)
        (segment, hasNewKeys) = (Segment(), false)
      case .tag(let tag):
        let text = String(decoding: line.bytes, as: UTF8.self)
        switch tag.name {
        case "EXTM3U", "EXT-X-PLAYLIST-TYPE", "EXT-X-ENDLIST", "EXT-X-START", "EXT-X-PART",
          "EXT-X-SERVER-CONTROL", "EXT-X-PART-INF", "EXT-X-PRELOAD-HINT", "EXT-X-SKIP",
          "EXT-X-RENDITION-REPORT", "EXT-X-ALLOW-CACHE":
          break
        case "EXT-X-PROGRAM-DATE-TIME": segment.isDated = true
        case "EXT-X-VERSION": version = tag.number ?? version
        case "EXT-X-MEDIA-SEQUENCE": mediaSequence = tag.number ?? 0
        case "EXT-X-DISCONTINUITY-SEQUENCE": discontinuitySequence = tag.number ?? 0
        case "EXT-X-DISCONTINUITY": segment.isDiscontinuity = true
        case "EXT-X-MAP": map = text
        case "EXT-X-BITRATE": bitRate = text
        case "EXT-X-KEY":
          keys = hasNewKeys ? keys + [text] : [text]
          hasNewKeys = true
        case "EXT-X-BYTERANGE":
          // Without an offset it follows the segment before, which may not be listed any more.
          let parts = (tag.value ?? "").split(separator: "@").map { Int64(decimalDigits: $0) ?? 0 }
          let start = parts.count > 1 ? parts[1] : rangeEnd
          rangeEnd = start + (parts.first ?? 0)
          segment.tags.append("#EXT-X-BYTERANGE:\(parts.first ?? 0)@\(start)")
        case "EXTINF", "EXT-X-GAP", "EXT-X-DATERANGE": segment.tags.append(text)
        default: header.append(text)
        }
      }
    }
  }

  /// What a playlist lists of an event.
  package struct Listing: Sendable {
    /// The segments that are whole.
    package var segments: Range<Int>
    /// Whether there are no more.
    package var isEnded: Bool
    /// The dates on which segments were captured, in nanoseconds since 1970, by their numbers.
    package var dates: [Int: Int64]
    /// `EXT-X-SERVER-CONTROL:HOLD-BACK`; `nil` without it.
    package var holdBack: MediaTime?
    /// The parts; `nil` of segments that are published whole.
    package var parts: Parts?
    /// `EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL`; `nil` without delta updates.
    package var skipUntil: MediaTime?
    /// How many segments a delta update leaves out; zero of a whole playlist.
    package var skippedCount = 0
    /// How far the playlists of other renditions are.
    package var reports: [Report] = []

    /// The whole segments `segments`, and the dates of each that begins anew.
    package init(
      segments: Range<Int>, isEnded: Bool, dates: [Int: Int64] = [:], holdBack: MediaTime? = nil,
      parts: Parts? = nil
    ) {
      self.segments = segments
      self.isEnded = isEnded
      self.dates = dates
      self.holdBack = holdBack
      self.parts = parts
    }
  }

  /// How far the playlist of another rendition is: `EXT-X-RENDITION-REPORT`.
  package struct Report: Hashable, Sendable {
    /// Where that lies, seen from the playlist.
    package var uri: String
    /// The number of the last segment that it lists something of.
    package var segment: Int64
    /// The last part of it; `nil` of one that is published whole.
    package var part: Int?

    /// A playlist at `uri` that lists up to `segment`, or a `part` of it.
    package init(uri: String, segment: Int64, part: Int? = nil) {
      self.uri = uri
      self.segment = segment
      self.part = part
    }
  }

  /// The parts that a playlist lists.
  package struct Parts: Sendable {
    /// `EXT-X-PART-INF:PART-TARGET`.
    package var target: MediaTime
    /// `EXT-X-SERVER-CONTROL:PART-HOLD-BACK`.
    package var holdBack: MediaTime
    /// Those of each segment, also of the one behind the last whole one.
    package var listed: [Int: [Part]]
    /// Where the next one begins; `nil` behind the last.
    package var hint: (segment: Int, offset: Int64)?

    /// Parts of at most `target`.
    package init(target: MediaTime, holdBack: MediaTime, listed: [Int: [Part]] = [:]) {
      self.target = target
      self.holdBack = holdBack
      self.listed = listed
    }
  }

  /// A part, which is a range of its segment.
  package struct Part: Hashable, Sendable {
    package var duration: MediaTime
    package var range: ByteRange
    package var isIndependent: Bool

    /// The bytes `range` of a segment, of this length.
    package init(duration: MediaTime, range: ByteRange, isIndependent: Bool) {
      self.duration = duration
      self.range = range
      self.isIndependent = isIndependent
    }
  }

  /// The numbers of segments that begin behind a discontinuity, and the first of `listed`, which
  /// need a date, and those that have one.
  package func dated(of listed: Range<Int>) -> [Int] {
    listed.filter {
      $0 == listed.lowerBound || segments[$0].isDiscontinuity || segments[$0].isDated
    }
  }

  /// The playlist that lists `listing`.
  package func bytes(listing: Listing) -> [UInt8] {
    let isNew = listing.parts != nil || listing.skippedCount > 0
    var lines = ["#EXTM3U", "#EXT-X-VERSION:\(isNew ? max(version, 9) : version)"]
    lines += header
    var control: [String] = []
    if let parts = listing.parts {
      control = ["CAN-BLOCK-RELOAD=YES", "PART-HOLD-BACK=\(parts.holdBack.secondsText)"]
    }
    if let skipUntil = listing.skipUntil {
      control.append("CAN-SKIP-UNTIL=\(skipUntil.secondsText)")
    }
    if let holdBack = listing.holdBack { control.append("HOLD-BACK=\(holdBack.secondsText)") }
    if !control.isEmpty {
      lines.append("#EXT-X-SERVER-CONTROL:\(control.joined(separator: ","))")
    }
    if let parts = listing.parts {
      lines.append("#EXT-X-PART-INF:PART-TARGET=\(parts.target.secondsText)")
    }
    let first = listing.segments.lowerBound
    lines.append("#EXT-X-MEDIA-SEQUENCE:\(mediaSequence + Int64(first))")
    // What has left the playlist with its tag.
    let left = segments.prefix(first).count(where: \.isDiscontinuity)
    if segments.contains(where: \.isDiscontinuity) || discontinuitySequence > 0 {
      lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(discontinuitySequence + Int64(left))")
    }
    let skipped = min(listing.skippedCount, listing.segments.count)
    if skipped > 0 { lines.append("#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)") }
    var state: [String] = []
    for number in listing.segments.dropFirst(skipped) {
      lines += opening(of: number, after: &state, listing)
      lines += segments[number].tags
      lines.append(segments[number].uri)
    }
    let next = listing.segments.upperBound
    if let parts = listing.parts, next < segments.count {
      if parts.listed[next] != nil || parts.hint?.segment == next {
        lines += opening(of: next, after: &state, listing)
      }
      if let hint = parts.hint, segments.indices.contains(hint.segment) {
        let uri = segments[hint.segment].uri
        lines.append(
          "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(uri)\",BYTERANGE-START=\(hint.offset)")
      }
    }
    lines += listing.reports.map { report in
      "#EXT-X-RENDITION-REPORT:URI=\"\(report.uri)\",LAST-MSN=\(report.segment)"
        + (report.part.map { ",LAST-PART=\($0)" } ?? "")
    }
    if listing.isEnded { lines.append("#EXT-X-ENDLIST") }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// What comes before the tags of a segment itself.
  private func opening(of number: Int, after state: inout [String], _ listing: Listing) -> [String]
  {
    let segment = segments[number]
    var lines: [String] = []
    if segment.isDiscontinuity { lines.append("#EXT-X-DISCONTINUITY") }
    lines += segment.state.filter { !state.contains($0) }
    state = segment.state
    if let date = listing.dates[number] {
      lines.append("#EXT-X-PROGRAM-DATE-TIME:\(CalendarDate(nanoseconds: date).text)")
    }
    for part in listing.parts?.listed[number] ?? [] {
      let range = "\(part.range.count)@\(part.range.lowerBound)"
      lines.append(
        "#EXT-X-PART:DURATION=\(part.duration.secondsText),URI=\"\(segment.uri)\","
          + "BYTERANGE=\"\(range)\"" + (part.isIndependent ? ",INDEPENDENT=YES" : ""))
    }
    return lines
  }
}

extension PlaylistTag {
  /// The value as a whole number; `nil` if it is none.
  fileprivate var number: Int64? { Int64(decimalDigits: (value ?? "")[...].trimmingBlanks) }
}
