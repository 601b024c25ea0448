import PlayheadModel

/// Manifests of a live event that tell nothing new, though nothing says that it is over.
extension LadderSimulation {
  // MARK: Playlists

  /// Whether the player keeps the playlist that it had, as the numbers in the new one go back.
  func isOlder(
    _ listed: Range<Int>, than known: Range<Int>, lane number: Int, level: Int
  ) -> Bool {
    guard live?.rules.patience?.refusesReset == true, !known.isEmpty else { return false }
    return listed.upperBound < known.upperBound
      || isReset(listed, from: known, lane: number, level: level)
  }

  /// Whether all in a playlist is older than what the one before lists, by its numbers.
  private func isReset(
    _ listed: Range<Int>, from known: Range<Int>, lane number: Int, level: Int
  ) -> Bool {
    guard let live, live.rules.patience?.refusesReset == true else { return false }
    return listed.upperBound < known.lowerBound
      || live.publication.resets(lane: number, level: level).contains {
        known.upperBound <= $0 && $0 < listed.upperBound
      }
  }

  /// A playlist is in: decides whether the player gives up on it.
  mutating func notePatience(with errand: Errand, isNew: Bool, at wallTime: WallTime) {
    let (number, level) = (errand.lane, errand.level)
    guard let state = live, let patience = state.rules.patience else { return }
    guard errand.isReload, !isNew else {
      live?.reloads[number].changed = wallTime
      live?.reloads[number].problem = nil
      return
    }
    let target = lanes[number].lane.levels[level].liveTargetDuration
    let listed = state.publication.listed(
      lane: number, level: level, at: state.reloads[number].asked)
    let age = (wallTime - state.reloads[number].changed).nanoseconds
    let known = state.listed[number][level]
    if isReset(listed, from: known, lane: number, level: level) {
      live?.reloads[number].problem = "its media sequence numbers go back (PlaylistResetException)"
    } else if let halves = patience.unchangedHalves, age * 2 > target.nanoseconds * halves {
      let longest = MediaTime(nanoseconds: target.nanoseconds * halves / 2).secondsText
      live?.reloads[number].problem =
        "it has not changed for more than \(longest) s (\(patience.playlistError))"
    }
  }

  /// The lane for whose next segment the player waits, which a playlist on which it has given up
  /// was to list; `nil` if it waits for none, or still plays.
  private var lackingLane: Int? {
    guard !isPlaying else { return nil }
    return lanes.indices.first { number in
      guard live?.reloads[number].problem != nil, let level = live?.reloads[number].level,
        lanes[number].isIdle || lanes[number].isFinished
      else { return false }
      guard let next = nextSegment(of: number) else { return isEventOpen }
      return live?.listed[number][level].contains(next) == false
    }
  }

  private mutating func giveUp(
    _ content: Download.Content, level: Int, lane number: Int, why reason: String,
    at wallTime: WallTime
  ) {
    let last = lanes[number].lane.levels[level].segments.count - 1
    note(
      .stalePlaylist, reason, of: min(lanes[number].segment(of: level) ?? last, last), content,
      level: level, lane: number, attempt: 1, .outcome(.fails, delay: .zero), at: wallTime)
    refuse(at: wallTime)
  }

  // MARK: Waiting

  /// Notes since when the player waits, or that it has something to play.
  mutating func noteWaiting(at wallTime: WallTime) {
    guard hasPatience else { return }
    if isPlaying {
      live?.waitStart = nil
    } else if live?.waitStart == nil {
      live?.waitStart = wallTime
    }
  }

  /// More is loaded: a wait counts from now.
  mutating func noteProgress(at wallTime: WallTime) {
    if hasPatience, live?.waitStart != nil { live?.waitStart = wallTime }
  }

  /// When the player gives up waiting, or nothing more is known of the event; `nil` for never.
  var standstillEnd: WallTime? {
    // Most events have neither, and to ask more costs at each instant.
    guard isEventOpen || hasPatience, !hasStopped else { return nil }
    let end = isEventOpen ? live?.publication.knownUntil : nil
    guard hasPatience, !isPlaying else { return end }
    if lackingLane != nil { return glance.wallTime }
    guard let wait = live?.rules.patience?.wait, let start = live?.waitStart else { return end }
    return min(end ?? .bound, start + wait)
  }

  /// Does what is due of that.
  mutating func endStandstill(at wallTime: WallTime) {
    guard let end = standstillEnd, end <= wallTime, let live else { return }
    if let number = lackingLane, let problem = live.reloads[number].problem {
      giveUp(
        .playlist, level: live.reloads[number].level ?? 0, lane: number, why: problem, at: wallTime)
      return
    }
    if isEventOpen, let known = live.publication.knownUntil, known <= wallTime {
      closeEvent(at: wallTime)
      return
    }
    let waited = (live.rules.patience?.wait ?? .zero).secondsText
    giveUp(
      live.event.addressing == .playlists ? .playlist : .manifest, level: lanes[0].level ?? 0,
      lane: 0, why: "nothing was loaded for \(waited) s (\(live.rules.patience?.waitError ?? ""))",
      at: wallTime)
  }

  /// The recording of an event that goes on has ended: the session has if the player waits for what
  /// it does not have, and else plays what there is.
  private mutating func closeEvent(at wallTime: WallTime) {
    isEventOpen = false
    guard playhead(at: wallTime) < ladder.duration else {
      endWithRecording(at: wallTime)
      return
    }
    for number in lanes.indices {
      lanes[number].media.loaded.insert(
        TimeRange(start: ladder.duration, end: ladder.duration + .resolution))
    }
    noticeLoaded(at: wallTime)
  }
}
