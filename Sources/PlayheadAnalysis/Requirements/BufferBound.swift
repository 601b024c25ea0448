package import PlayheadModel

/// The minimum buffer of any player that never stalls on a network with a given startup delay.
///
/// It is what a player holds that loads each byte as late as the network permits, just in time. Any
/// other that is in time has as much media at that instant, so it needs as much room. Latencies are
/// left out of this: they can only make a player load earlier.
package struct BufferBound: Hashable, Sendable {
  /// The media ahead of the playhead, in media time.
  package let level: MediaTime
  /// The wall time at which that much has to be loaded.
  package let levelTime: WallTime
  /// The bytes of the file from the first one still to be played, one that is under way included.
  package let bytes: Int64
  /// The wall time at which there has to be room for so many.
  package let bytesTime: WallTime

  /// The bound for what playback needs that starts at `startup` over `link`; `nil` if that stalls
  /// whatever is loaded when.
  package init?(_ needed: NeededBytes, over link: NetworkLink, startup: WallTime) {
    let deadlines = needed.deadlines
    guard let last = deadlines.last else { return nil }
    // By when the link has to have carried what each deadline needs, in quanta.
    var carried = [UInt128](repeating: 0, count: deadlines.count)
    var following = (carried: UInt128.max, downloaded: last.downloaded)
    for (number, deadline) in deadlines.enumerated().reversed() {
      let rest = UInt128(following.downloaded - deadline.downloaded) * Self.quantaPerByte
      guard rest <= following.carried else { return nil }
      let due = link.carried(until: startup + .playing(deadline.time))
      following = (min(due, following.carried - rest), deadline.downloaded)
      carried[number] = following.carried
    }
    guard following.carried >= UInt128(following.downloaded) * Self.quantaPerByte else {
      return nil
    }
    var level = (media: MediaTime(nanoseconds: -1), time: WallTime.zero)
    for (number, deadline) in deadlines.enumerated() {
      // Ends only grow, so a level can be the maximum only where it was not one before.
      let ahead = deadline.loadedEnd - deadline.time
      guard carried[number] > 0 || ahead > level.media else { continue }
      guard let time = carried[number] == 0 ? .zero : link.arrival(carrying: carried[number])
      else { return nil }
      let playhead = max(.zero, (time - startup).played)
      if deadline.loadedEnd - playhead > level.media {
        level = (deadline.loadedEnd - playhead, time)
      }
    }
    (self.level, levelTime) = (max(.zero, level.media), level.time)
    (bytes, bytesTime) = Self.bytes(needed, carried, over: link, startup: startup)
  }

  /// The most bytes ahead of the playhead, which are there when some have just been played and not
  /// yet been dropped.
  private static func bytes(
    _ needed: NeededBytes, _ carried: [UInt128], over link: NetworkLink, startup: WallTime
  ) -> (Int64, WallTime) {
    let deadlines = needed.deadlines
    var most: (bytes: Int64, time: WallTime) = (0, .zero)
    var next = 0
    func look(at time: WallTime, from first: ReadPosition) {
      let now = link.carried(until: time)
      while next < deadlines.count, carried[next] <= now { next += 1 }
      var position = next > 0 ? deadlines[next - 1].position : .zero
      if next < deadlines.count {
        // What has to be in of the bytes before the next deadline, of one request.
        let (deadline, before) = (deadlines[next], position)
        // A byte that is under way takes room too.
        let missing = (carried[next] - now) / quantaPerByte
        if missing < UInt128(deadline.place.bytes) {
          position = max(before, deadline.position - Int64(missing))
        }
      }
      if position - first > most.bytes { most = (position - first, time) }
    }
    let steps = needed.unplayed.steps
    for (step, following) in zip(steps, steps.dropFirst()) {
      look(at: startup + .playing(following.time), from: step.position)
    }
    if let last = deadlines.last, let step = steps.last {
      look(at: startup + .playing(max(last.time, step.time)), from: step.position)
    }
    return most
  }

  private static var quantaPerByte: UInt128 { UInt128(BitRate.quantaPerByte) }
}

extension WallTime {
  /// The media time that is played in this time at the normal rate.
  fileprivate var played: MediaTime { MediaTime(nanoseconds: nanoseconds) }
}
