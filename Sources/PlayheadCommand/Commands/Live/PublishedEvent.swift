import PlayerValidation
import PlayheadKit
import PlayheadManifests
import ThrottledServing

/// What a server has of a live event at each instant of its link, by the values that the simulation
/// plays with.
struct PublishedEvent: Sendable {
  let ladder: Ladder
  let event: LiveEvent
  private let publication: LivePublication
  /// The media playlists by their paths.
  private var playlists: [String: Playlist] = [:]
  /// The MPD by its path; `nil` of HLS.
  private var mpd: (path: String, document: LiveMPD)?
  /// What is published of files by their paths.
  private var pieces: [String: [Piece]] = [:]

  private struct Playlist: Sendable {
    var document: LivePlaylist
    var lane: Int
    var level: Int
    /// The first of the ladder's segments that each of its own is, as they may be in parts.
    var starts: [Int]
  }

  /// A segment or a part.
  private struct Piece: Sendable {
    var lane: Int
    var level: Int
    var segment: Int
    /// `nil` of a whole file.
    var range: ByteRange?
    /// Whether it is a part of a segment.
    var isPart: Bool
  }

  /// The event as which `ladder` is published, of which `document` reads what lies at a path from
  /// the manifest's folder on; `main` is that of the manifest.
  init(
    _ ladder: Ladder, _ event: LiveEvent, main: String,
    reading document: (String) throws(Failure) -> [UInt8]
  ) throws(Failure) {
    self.ladder = ladder
    self.event = event
    publication = LivePublication(of: ladder, in: event)
    let places = LadderPlaces(ladder)
    if ladder.format == .dash {
      guard let written = LiveMPD(try document(main)) else {
        throw Failure(
          .badData, "cannot be published live", at: main,
          why: "its segments are not addressed by a SegmentTemplate",
          hint: "package it with a SegmentTemplate")
      }
      mpd = (main, written)
    }
    for (lane, levels) in ladder.lanes.map(\.levels).enumerated() {
      for (number, level) in levels.enumerated() {
        let hasParts = level.partTarget != nil
        for (place, segment) in level.segments.enumerated() {
          let path = places.path(of: segment.resource, level, .segment)
          pieces[path, default: []].append(
            Piece(
              lane: lane, level: number, segment: place, range: segment.resource.range,
              isPart: hasParts))
        }
        guard let playlist = level.playlist, ladder.format == .hls else { continue }
        let path = places.path(of: playlist, level, .playlist)
        let written = LivePlaylist(try document(path))
        let starts = level.segments.indices.filter { level.segments[$0].partNumber == 0 }
        guard written.segmentCount == starts.count else {
          throw Failure(
            .badData, "cannot be published live", at: path,
            why: "some of its segments are left out", hint: "repair the playlist")
        }
        playlists[path] = Playlist(document: written, lane: lane, level: number, starts: starts)
      }
    }
  }

  /// What there is of what `request` asks for; `nil` for what never changes.
  func content(of request: PublishedRequest) -> PublishedContent? {
    if let playlist = playlists[request.path] { return content(of: playlist, request) }
    if let mpd, mpd.path == request.path {
      return .document(mpd.document.bytes(listing: listing(for: request)))
    }
    return pieces[request.path].flatMap { content(of: $0, request) }
  }

  /// The date on which media time zero is captured, in nanoseconds since 1970, by the viewer's
  /// clock.
  private func origin(of request: PublishedRequest) -> Int64 {
    request.start - event.join.nanoseconds - event.clockOffset.nanoseconds
  }

  // MARK: Segments

  private func content(of pieces: [Piece], _ request: PublishedRequest) -> PublishedContent? {
    let wanted = pieces.filter { piece in
      guard let range = piece.range, let asked = request.range else { return true }
      return range.lowerBound <= asked.upperBound && asked.lowerBound < range.upperBound
    }
    let missing = wanted.filter { !isThere($0, at: request.wallTime) }
    guard let first = missing.first else { return nil }
    let isToCome = availability(of: first) > request.wallTime
    guard isToCome, first.isPart, let all = wanted.first else { return .missing }
    if ladder.format == .dash {
      guard isThere(all, at: request.wallTime) else { return .missing }
      var latest = WallTime.zero
      return .growing(
        wanted.map { piece in
          latest = max(latest, availability(of: piece))
          return .init(end: piece.range?.upperBound ?? .max, wallTime: latest)
        })
    }
    // The part that the playlist hints at is held back until it is there.
    let listed = publication.listed(
      lane: first.lane, level: first.level, at: request.wallTime)
    guard wanted.count == 1, first.segment == listed.upperBound else { return .missing }
    return .held(until: availability(of: first))
  }

  private func isThere(_ piece: Piece, at wallTime: WallTime) -> Bool {
    publication.isThere(piece.segment, lane: piece.lane, level: piece.level, at: wallTime)
  }

  private func availability(of piece: Piece) -> WallTime {
    publication.availability(of: piece.segment, lane: piece.lane, level: piece.level)
  }

  // MARK: MPEG-DASH

  private func listing(for request: PublishedRequest) -> LiveMPD.Listing {
    let longest = ladder.lanes[0].levels[0].wholeSegments.map(\.duration).max() ?? .zero
    var listing = LiveMPD.Listing(
      start: origin(of: request) + event.delay.nanoseconds,
      now: request.start + request.wallTime.nanoseconds - event.clockOffset.nanoseconds,
      window: event.window, longestSegment: longest, clock: "http://\(request.host)/api/time")
    listing.holdBack = event.holdBack
    guard case .timeline(let period) = event.addressing else {
      listing.duration = ladder.duration
      if let part = ladder.lanes[0].levels[0].partTarget {
        listing.chunkOffset = max(.zero, longest - part)
      }
      return listing
    }
    let audio = ladder.lanes.firstIndex { $0.kind == .audio } ?? 0
    listing.listed = (
      listed(lane: 0, at: request.wallTime), listed(lane: audio, at: request.wallTime)
    )
    let isOver = ladder.lanes.indices.allSatisfy { lane in
      let listed = publication.listed(lane: lane, level: 0, at: request.wallTime)
      return publication.isAll(listed.upperBound, lane: lane, level: 0)
    }
    if isOver { listing.duration = ladder.duration } else { listing.updatePeriod = period }
    return listing
  }

  /// The media that is listed of a lane.
  private func listed(lane: Int, at wallTime: WallTime) -> TimeRange {
    let listed = publication.listed(lane: lane, level: 0, at: wallTime)
    let segments = ladder.lanes[lane].levels[0].segments[listed]
    guard let first = segments.first, let last = segments.last else {
      return TimeRange(start: .zero, end: .zero)
    }
    return TimeRange(start: first.declared.start, end: last.declared.end)
  }

  // MARK: HLS

  private func content(of playlist: Playlist, _ request: PublishedRequest) -> PublishedContent {
    let level = ladder.lanes[playlist.lane].levels[playlist.level]
    if let text = request.arguments["_HLS_msn"], level.partTarget != nil {
      guard let number = Int64(text) else { return .refused("_HLS_msn is not a number.") }
      if let held = holding(playlist, request, number - playlist.document.mediaSequence) {
        return held
      }
    }
    let listed = publication.listed(
      lane: playlist.lane, level: playlist.level, at: request.wallTime)
    var listing = listing(of: listed, in: level, playlist, request)
    listing.skipUntil = event.skipUntil
    if let skipUntil = event.skipUntil, ["YES", "v2"].contains(request.arguments["_HLS_skip"]) {
      let kept = listed.lowerBound + level.skippedCount(of: listed, upTo: skipUntil)
      let first = playlist.starts.partitionPoint { $0 >= kept }
      listing.skippedCount = max(0, first - listing.segments.lowerBound)
    }
    if event.reportsRenditions {
      listing.reports = reports(beside: request.path, at: request.wallTime)
    }
    return .document(playlist.document.bytes(listing: listing))
  }

  /// How far all playlists but the one at `path` are.
  private func reports(beside path: String, at wallTime: WallTime) -> [LivePlaylist.Report] {
    playlists.sorted { $0.key < $1.key }.compactMap { other, playlist in
      let listed = publication.listed(lane: playlist.lane, level: playlist.level, at: wallTime)
      guard other != path, let last = listed.last else { return nil }
      let level = ladder.lanes[playlist.lane].levels[playlist.level]
      let number = playlist.starts.partitionPoint { $0 > last } - 1
      return LivePlaylist.Report(
        uri: other.relative(to: path), segment: playlist.document.mediaSequence + Int64(number),
        part: level.partTarget.map { _ in level.segments[last].partNumber })
    }
  }

  /// How an answer is held back until a playlist lists what `request` wants of its segment
  /// `number`; `nil` if it does.
  private func holding(
    _ playlist: Playlist, _ request: PublishedRequest, _ number: Int64
  ) -> PublishedContent? {
    let (lane, level, starts) = (playlist.lane, playlist.level, playlist.starts)
    let count = ladder.lanes[lane].levels[level].segments.count
    let listed = publication.listed(lane: lane, level: level, at: request.wallTime)
    let known = starts.partitionPoint { $0 >= listed.upperBound }
    guard number <= Int64(known) + 1 else {
      return .refused("_HLS_msn is more than two segments behind the last one.")
    }
    guard !publication.isAll(listed.upperBound, lane: lane, level: level),
      number >= 0, number < starts.count
    else { return nil }
    let next = Int(number) + 1 < starts.count ? starts[Int(number) + 1] : count
    var wanted = next - 1
    if let part = request.arguments["_HLS_part"] {
      guard let part = Int(part), part >= 0 else { return .refused("_HLS_part is not a number.") }
      // A part behind the last is the first of the next segment (RFC 8216bis, 6.2.5.2).
      wanted = min(starts[Int(number)] + min(part, next - starts[Int(number)]), count - 1)
    }
    guard wanted >= listed.upperBound else { return nil }
    let time = publication.answer(
      lane: lane, level: level, beyond: wanted, at: request.wallTime)
    return time > request.wallTime ? .held(until: time) : nil
  }

  private func listing(
    of listed: Range<Int>, in level: Level, _ playlist: Playlist, _ request: PublishedRequest
  ) -> LivePlaylist.Listing {
    let (starts, count) = (playlist.starts, level.segments.count)
    func end(_ segment: Int) -> Int { segment + 1 < starts.count ? starts[segment + 1] : count }
    let first = max(0, starts.partitionPoint { $0 > listed.lowerBound } - 1)
    var last = first
    while last < starts.count, end(last) <= listed.upperBound { last += 1 }
    let segments = listed.isEmpty ? 0..<0 : first..<last
    var listing = LivePlaylist.Listing(
      segments: segments,
      isEnded: publication.isAll(
        listed.upperBound, lane: playlist.lane, level: playlist.level))
    listing.holdBack = event.holdBack
    let shown = last < starts.count ? segments.lowerBound..<segments.upperBound + 1 : segments
    for number in playlist.document.dated(of: shown) {
      let start = level.segments[starts[number]].declared.start
      listing.dates[number] = origin(of: request) + start.nanoseconds
    }
    guard let target = level.partTarget else { return listing }
    var parts = LivePlaylist.Parts(target: target, holdBack: event.holdBack ?? target * 3)
    let start = level.partsStart(behind: listed.last)
    for number in shown where starts[number] < listed.upperBound {
      let own = starts[number]..<min(end(number), listed.upperBound)
      guard level.segments[own.upperBound - 1].declared.end > start else { continue }
      parts.listed[number] = own.map { place in
        let part = level.segments[place]
        return LivePlaylist.Part(
          duration: part.duration, range: part.resource.range ?? ByteRange(0, part.resource.bytes),
          isIndependent: part.partNumber == 0 && part.startsWithSync != false)
      }
    }
    if listed.upperBound < count {
      let number = max(0, starts.partitionPoint { $0 > listed.upperBound } - 1)
      parts.hint = (number, level.segments[listed.upperBound].resource.range?.lowerBound ?? 0)
    }
    listing.parts = parts
    return listing
  }
}

extension String {
  /// The path from the file at `path` to the one at this path, both from the same folder on.
  fileprivate func relative(to path: String) -> String {
    var own = split(separator: "/")[...]
    var others = path.split(separator: "/").dropLast()
    while own.count > 1, let folder = others.first, folder == own.first {
      own = own.dropFirst()
      others = others.dropFirst()
    }
    return (Array(repeating: "..", count: others.count) + own).joined(separator: "/")
  }
}

extension PublishedEvent {
  /// The event as which `ladder` is published, whose manifest lies at `path` on this machine.
  init(_ ladder: Ladder, _ event: LiveEvent, beside path: String) throws(Failure) {
    guard ladder.recording == nil else {
      throw Failure(
        .usage, "cannot be published live", at: path, why: "it is a recording",
        hint: "name the manifest of a ladder on demand")
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let folder = path.dropLast(name.count)
    try self.init(ladder, event, main: name) { document throws(Failure) in
      do throws(FileReadError) {
        return try WholeFile.read(folder + document, atMost: 64 << 20)
      } catch {
        throw Failure(error, reading: "manifest")
      }
    }
  }

  /// What a server asks.
  var rule: PublishedRequest.Rule { { content(of: $0) } }
}
