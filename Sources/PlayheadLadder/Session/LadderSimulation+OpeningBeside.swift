import PlayheadModel

/// How hls.js leaves a download for a level whose playlist it has to load first.
///
/// That of the segment goes on until the next one is asked for (`onFragLoadEmergencyAborted` and
/// `onLevelLoaded` of `src/controller/stream-controller.ts`, `abort` of
/// `src/loader/fragment-loader.ts`).
extension LadderSimulation {
  /// Has a lane load the playlist of the level of `decision` beside the segment that it leaves;
  /// `false` if it leaves that at once.
  mutating func opensBeside(
    _ decision: Decision, lane number: Int, _ bufferLevel: MediaTime, at wallTime: WallTime
  ) -> Bool {
    guard decision.keepsDownload, let state = live,
      state.lacksPlaylist(of: decision.level, lane: number),
      let playlist = lanes[number].lane.levels[decision.level].playlist
    else { return false }
    lanes[number].work.pending = LaneState.Pending(
      decision: decision, bufferLevel: bufferLevel, isAbandonment: true)
    lanes[number].work.isOpeningBeside = true
    live?.reloads[number].due = nil
    let channel = state.firstChannel + number
    _ = traffic.drop(on: channel, .abandoned, at: wallTime)
    var errand = armed(
      published(
        Errand(.playlist, lane: number, level: decision.level, for: playlist), at: wallTime),
      at: wallTime)
    errand.isBesideSegment = true
    traffic.send(errand, on: channel, at: wallTime, credit: nil)
    traffic.share(from: wallTime)
    return true
  }

  /// Whether a lane that loads a playlist beside the parts of a segment that it leaves asks for the
  /// next one of these, which was listed with them; `nil` if it does not load one so.
  mutating func continuesLeftRun(_ number: Int, at wallTime: WallTime) -> Bool? {
    guard lanes[number].work.isOpeningBeside else { return nil }
    return lanes[number].work.run.goesOn
  }

  /// Leaves the segment of a lane, as the playlist that was loaded beside it is in or failed.
  mutating func leaveSegment(of number: Int, at wallTime: WallTime) {
    lanes[number].work.isOpeningBeside = false
    lanes[number].work.run.goesOn = false
    let channel = channel(of: number)
    if traffic.isLoadingSegment(of: number, on: channel) {
      _ = traffic.drop(on: channel, .abandoned, at: wallTime)
    }
    goBackWithinSegment(number)
  }

  /// Loads no playlist beside the segment of a lane any more, as another one is wanted.
  mutating func stopOpeningBeside(_ number: Int, at wallTime: WallTime) {
    guard lanes[number].work.isOpeningBeside, let live else { return }
    lanes[number].work.isOpeningBeside = false
    _ = traffic.drop(on: live.firstChannel + number, .droppedBySeek, at: wallTime)
  }
}
