import PlayheadModel

/// How manifests of a live event are loaded again, and what they list then.
extension LadderSimulation {
  /// Whether the playlist of the level of `decision` is loaded before its segment is found; lines
  /// that up.
  mutating func opens(
    _ decision: Decision, lane number: Int, _ bufferLevel: MediaTime, _ isAbandonment: Bool,
    at wallTime: WallTime
  ) -> Bool {
    guard let state = live, state.lacksPlaylist(of: decision.level, lane: number),
      let playlist = lanes[number].lane.levels[decision.level].playlist
    else { return false }
    lanes[number].work.pending = LaneState.Pending(
      decision: decision, bufferLevel: bufferLevel, isAbandonment: isAbandonment)
    lanes[number].work.job.queue = [
      Errand(.playlist, lane: number, level: decision.level, for: playlist)
    ]
    lanes[number].work.phase = .fetching
    // The playlist of the level before is not loaded again.
    live?.reloads[number].due = nil
    if state.rules.reload.isDroppedBySwitch {
      _ = traffic.drop(on: state.firstChannel + number, .abandoned, at: wallTime)
    }
    return true
  }

  /// A request for a manifest, which fails if it did so in the recording.
  func recorded(_ errand: Errand, at wallTime: WallTime) -> Errand {
    guard
      let failure = live?.publication.failure(
        lane: errand.lane, level: errand.level, at: wallTime)
    else { return errand }
    var errand = errand
    errand.fault = failure
    return errand
  }

  /// The playlist of a level that is loaded at a switch, answered as soon as it lists what the
  /// playlist before reports of it (`EXT-X-RENDITION-REPORT`).
  ///
  /// hls.js asks for the part or the segment that was last reported, and for the part behind it if
  /// that report is older than two parts (`switchParams`,
  /// `src/controller/base-playlist-controller.ts`).
  func listingAtSwitch(_ errand: Errand, at wallTime: WallTime) -> Errand {
    guard let wanted = wantedAtSwitch(errand, at: wallTime) else {
      return listing(errand, at: wallTime)
    }
    return heldListing(errand, beyond: max(0, wanted - 1), at: wallTime)
  }

  /// How many segments or parts a playlist has to list that is loaded at a switch; `nil` for any
  /// number.
  private func wantedAtSwitch(_ errand: Errand, at wallTime: WallTime) -> Int? {
    let number = errand.lane
    let level = lanes[number].lane.levels[errand.level]
    guard let live, let previous = lanes[number].level, previous != errand.level else { return nil }
    if live.event.reportsRenditions, let target = level.partTarget {
      let reported = live.listed[number][previous].upperBound
      let age = MediaTime(nanoseconds: (wallTime - live.reloads[number].firstByte).nanoseconds)
      return min(age - target > target ? reported + 1 : reported, level.segments.count)
    }
    // A server that does not hold playlists back passes over what is asked for.
    guard live.publication.blocksReload(lane: number, level: errand.level) else { return nil }
    return live.publication.reported(
      lane: number, level: errand.level, by: previous, at: live.reloads[number].asked)
  }

  /// A playlist that its server holds back until it lists more than `count` segments: of a
  /// recording for three target durations at most (RFC 8216bis, 6.2.5.2).
  private func heldListing(_ errand: Errand, beyond count: Int, at wallTime: WallTime) -> Errand {
    guard let live else { return errand }
    var answer = live.publication.answer(
      lane: errand.lane, level: errand.level, beyond: count, at: wallTime)
    if ladder.recording != nil {
      let longest = lanes[errand.lane].lane.levels[errand.level].liveTargetDuration * 3
      answer = min(answer, wallTime + WallTime(nanoseconds: longest.nanoseconds))
    }
    var listed = listing(errand, at: answer)
    listed.serverTime = answer - wallTime
    return listed
  }

  /// The bytes of what a playlist says before its segments.
  private static let bytesOfHeader: Int64 = 100
  /// The bytes of an `EXT-X-PROGRAM-DATE-TIME`.
  private static let bytesOfDate: Int64 = 50
  /// The bytes of `EXT-X-SERVER-CONTROL`, `EXT-X-PART-INF` and `EXT-X-PRELOAD-HINT`.
  private static let bytesOfControl: Int64 = 180
  /// The bytes of an `EXT-X-SKIP`.
  private static let bytesOfSkip: Int64 = 35
  /// The bytes of an `EXT-X-RENDITION-REPORT` without its URI.
  private static let bytesOfReport: Int64 = 55
  /// The bytes of an `EXT-X-PART` with a duration and a byte range, without its URI.
  private static let bytesOfPartTag: Int64 = 55
  /// The bytes of its `INDEPENDENT=YES`.
  private static let bytesOfIndependence: Int64 = 16

  /// A playlist of a level of `errand`, as long as it is at `wallTime`.
  func listing(_ errand: Errand, at wallTime: WallTime) -> Errand {
    let level = lanes[errand.lane].lane.levels[errand.level]
    guard let live, let playlist = level.playlist else { return errand }
    let listed = live.publication.listed(lane: errand.lane, level: errand.level, at: wallTime)
    func listing(of bytes: Int64) -> Errand {
      Errand(
        .playlist, lane: errand.lane, level: errand.level,
        for: LadderResource(playlist.name, bytes: bytes), isReload: errand.isReload)
    }
    if let bytes = live.publication.bytes(
      lane: errand.lane, level: errand.level, at: wallTime, isReload: errand.isReload)
    {
      return listing(of: bytes)
    }
    let skipped = skippedCount(of: listed, in: level, for: errand, at: wallTime)
    // As the playlist of the whole event is, by its share of the segments, with a date.
    let header = min(Self.bytesOfHeader, playlist.bytes)
    let share = Int128(playlist.bytes - header) * Int128(listed.count - skipped)
    let count = Int128(level.segments.count)
    var bytes = header + Int64((share + count - 1) / count)
    if playlist.bytes > 0 { bytes += Self.bytesOfDate + (skipped > 0 ? Self.bytesOfSkip : 0) }
    if level.partTarget != nil, let last = listed.last {
      let parts = level.listedParts(of: listed)
      let tag = Self.bytesOfPartTag + Int64(level.segments[last].resource.name.utf8.count)
      let tags = Int64(parts.count) * tag + Int64(parts.independent) * Self.bytesOfIndependence
      bytes += playlist.bytes > 0 ? tags + Self.bytesOfControl : 0
    }
    if live.event.reportsRenditions, playlist.bytes > 0 {
      let others = lanes.reduce(-1) { $0 + $1.lane.levels.count { $0.playlist != nil } }
      bytes += Int64(others) * (Self.bytesOfReport + Int64(playlist.name.utf8.count))
    }
    return listing(of: bytes)
  }

  /// How many segments a playlist that is loaded again leaves out, of a player that has them.
  ///
  /// It asks for that (`_HLS_skip`) if what it has is not older than half of the skip boundary (RFC
  /// 8216bis, 6.3.7).
  private func skippedCount(
    of listed: Range<Int>, in level: Level, for errand: Errand, at wallTime: WallTime
  ) -> Int {
    guard errand.isReload, let live, let skipUntil = live.event.skipUntil else { return 0 }
    let age = (wallTime - live.reloads[errand.lane].firstByte).nanoseconds
    guard age < skipUntil.nanoseconds / 2 else { return 0 }
    return level.skippedCount(of: listed, upTo: skipUntil)
  }

  /// When a manifest is next loaded again; `nil` if none is before one that is in flight is in.
  var nextReload: WallTime? {
    // Nor is any once the player loads nothing more.
    guard !hasStopped, let first = live?.firstChannel else { return nil }
    var next: WallTime?
    for number in lanes.indices where traffic.isFree(first + number) {
      guard let due = live?.reloads[number].due else { continue }
      next = min(next ?? due, due)
    }
    return next
  }

  /// Loads manifests again that are due.
  mutating func reloadManifests(at wallTime: WallTime) {
    guard let next = nextReload, next <= wallTime, let state = live else { return }
    for number in lanes.indices {
      let channel = state.firstChannel + number
      guard let due = state.reloads[number].due, due <= wallTime, traffic.isFree(channel)
      else { continue }
      live?.reloads[number].due = nil
      let errand: Errand
      if state.event.addressing == .playlists {
        guard let level = state.reloads[number].level,
          let playlist = lanes[number].lane.levels[level].playlist
        else { continue }
        let asked = Errand(.playlist, lane: number, level: level, for: playlist, isReload: true)
        // The server answers as there is another segment or part (`CAN-BLOCK-RELOAD`).
        let isHeld = state.blocksReload(
          of: lanes[number].lane.levels[level], level, lane: number)
        errand =
          isHeld
          ? heldListing(asked, beyond: state.listed[number][level].upperBound, at: wallTime)
          : listing(asked, at: wallTime)
      } else {
        guard let last = ladder.manifests.indices.last else { continue }
        errand = Errand(
          .manifest, lane: 0, number: last, for: ladder.manifests[last], isReload: true)
      }
      live?.record.reloadCount += 1
      traffic.send(
        armed(recorded(errand, at: wallTime), at: wallTime), on: channel, at: wallTime, credit: nil)
    }
  }

  /// A playlist is in: what it lists is known, and when it is loaded again.
  mutating func notePlaylist(
    _ finished: RunningRequest, _ errand: Errand, at wallTime: WallTime
  ) {
    guard let state = live, state.event.addressing == .playlists else { return }
    let (number, level) = (errand.lane, errand.level)
    // A level that was left meanwhile is not followed any more.
    let isLeft = lanes[number].work.pending.map { $0.decision.level != level } ?? false
    guard !errand.isReload || state.reloads[number].level == level && !isLeft else { return }
    let isNew = note(
      lane: number, level: level, as: errand, asked: finished.sent + errand.serverTime)
    live?.reloads[number].level = level
    notePatience(with: errand, isNew: isNew, at: wallTime)
    // What lists nothing new is as old as what did.
    if isNew || !errand.isReload { live?.reloads[number].firstByte = finished.firstByte }
    if number == 0, state.anchor == nil, let last = live?.listed[0][level].last {
      let end = lanes[0].lane.levels[level].segments[last].declared.end
      live?.anchor = .init(wallTime: finished.firstByte, playhead: end)
    }
    lookForVideo(number, at: wallTime)
    schedule(number, level: level, after: finished, isNew: isNew, at: wallTime)
    if number == 0, !lanes[0].media.loaded.isEmpty { releaseAudio(at: wallTime) }
    guard !errand.isReload, lanes[number].work.pending?.decision.level == level else { return }
    lanes[number].work.phase = .idle
  }

  /// A manifest of all levels is in.
  mutating func noteManifest(
    _ finished: RunningRequest, _ errand: Errand, at wallTime: WallTime
  ) {
    guard let state = live, case .timeline = state.event.addressing, manifests.isEmpty
    else { return }
    lanes[0].noteSuccess(of: .manifest, at: 0)
    var isNew = false
    for number in lanes.indices {
      for level in lanes[number].lane.levels.indices
      where note(lane: number, level: level, as: errand, asked: finished.sent, counts: false) {
        isNew = true
      }
    }
    if errand.isReload, !isNew { live?.record.unchangedCount += 1 }
    if errand.isReload {
      for number in lanes.indices { ask(about: number, at: wallTime) { $0.updated($1) } }
    }
    if isNew { live?.reloads[0].firstByte = finished.firstByte }
    schedule(0, level: 0, after: finished, isNew: isNew, at: wallTime)
  }

  /// Notes what a manifest lists of a level that was asked for at `asked`; whether any of it is
  /// new.
  private mutating func note(
    lane number: Int, level: Int, as errand: Errand, asked: WallTime, counts: Bool = true
  ) -> Bool {
    guard let state = live else { return false }
    live?.reloads[number].asked = asked
    let known = state.listed[number][level]
    var listed = state.publication.listed(lane: number, level: level, at: asked)
    if isOlder(listed, than: known, lane: number, level: level) { listed = known }
    // The first of a level is new to the player, whatever it lists.
    let isNew = known.isEmpty || listed.upperBound != known.upperBound
    live?.listed[number][level] = listed
    if counts, errand.isReload, !isNew { live?.record.unchangedCount += 1 }
    return isNew
  }

  /// Whether every lane has initialization sections.
  private var hasInitializations: Bool {
    lanes.allSatisfy { !($0.lane.levels.first?.initializations.isEmpty ?? true) }
  }

  /// Has manifests loaded again that wait for the initialization sections of all lanes, once these
  /// are in.
  mutating func noteInitialization(at wallTime: WallTime) {
    guard let wait = live?.firstReloadWait, lanes.allSatisfy({ !$0.media.initializations.isEmpty })
    else { return }
    live?.firstReloadWait = nil
    live?.reloads[0].due = wallTime + wait
  }

  /// Decides when a manifest is loaded again.
  private mutating func schedule(
    _ number: Int, level: Int, after finished: RunningRequest, isNew: Bool, at wallTime: WallTime
  ) {
    guard let state = live else { return }
    let (reload, known) = (state.rules.reload, state.listed[number][level])
    guard !state.isAll(known.upperBound, lane: number, level: level, at: wallTime) else {
      live?.reloads[number].due = nil
      return
    }
    var wait: WallTime
    if case .timeline(let period) = state.event.addressing {
      wait = period
    } else {
      let target = lanes[number].lane.levels[level].liveTargetDuration
      var length = target
      if let count = reload.followsShortSegments, isNew, let last = known.last {
        let segment = lanes[number].lane.levels[level].segments[last].declared
        let distance = segment.end - playhead(at: wallTime)
        if distance < target * count { length = min(length, segment.duration) }
      }
      if !isNew, reload.halvesUnchanged { length = .init(nanoseconds: length.nanoseconds / 2) }
      wait = WallTime(nanoseconds: length.nanoseconds)
    }
    wait = max(wait, reload.leastWait)
    // A server that holds the answer back is asked at once, unless it had nothing new.
    let isHeld = state.blocksReload(of: lanes[number].lane.levels[level], level, lane: number)
    if isHeld, isNew || ladder.recording == nil { wait = .zero }
    // The first MPD is read before its timer starts.
    let isFirst = state.start == nil && takesTime
    var start =
      reload.countsFromEnd
      ? wallTime + (isFirst ? player.loading.processing.manifest : .zero) : finished.sent
    if reload.keepsSchedule, !isHeld {
      start = live?.reloads[number].scheduled[level] ?? start
      let due = max(start + wait, wallTime)
      live?.reloads[number].scheduled[level] = due
      (start, wait) = (due, .zero)
    }
    if isFirst, reload.startsWithInitializations, hasInitializations {
      live?.firstReloadWait = wait
      return
    }
    let time = takesTime ? player.loading.processing.playlist : .zero
    // A wait of nothing would load without end.
    live?.reloads[number].due = max(
      start + max(wait, .milliseconds(1)), wallTime + max(time, .resolution))
  }
}

extension Level {
  /// The parts of `listed` that a playlist has tags for, all of a segment or none, and how many
  /// of them can be decoded alone.
  func listedParts(of listed: Range<Int>) -> (count: Int, independent: Int) {
    let start = partsStart(behind: listed.last)
    var parts = (count: 0, independent: 0)
    var isOver = true
    for place in listed.reversed() {
      if isOver, segments[place].declared.end <= start { break }
      parts.count += 1
      isOver = segments[place].partNumber == 0
      if isOver { parts.independent += 1 }
    }
    return parts
  }
}
