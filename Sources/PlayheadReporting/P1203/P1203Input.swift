import PlayheadFiles
import PlayheadModel

/// A session as input of a model of ITU-T Recommendation P.1203, mode 0: from the tracks' codecs,
/// rates, sizes and frame rates, and the stalls.
///
/// Keys and units are those that the reference implementation (github.com/itu-p1203/itu-p1203)
/// documents: times in seconds of media time, rates in kbit/s. A progressive file is one segment a
/// track, as long as it was shown, with the mean rate of the track's samples; a ladder has its own
/// segments. Startup is the first stall, at 0, also if it took no time. Of the viewer's device
/// nothing is known: the file says what the reference implementation assumes by default, a computer
/// with a display of 1920x1080.
package enum P1203Input {
  /// The input in JSON in UTF-8, with a newline at its end.
  ///
  /// - Throws: ``P1203Error`` if the format has no words for the session or for what was played.
  package static func bytes(_ report: SessionReport) throws(P1203Error) -> [UInt8] {
    let stalls = try stalling(in: report.session)
    // Other rates are refused, so media has played for as long as the player has.
    let played = MediaTime.played(in: report.session.phases.playing, at: .normal)
    let end = min(played, report.session.duration)
    let video: [P1203Segment]
    let audio: [P1203Segment]
    if let adaptation = report.adaptation {
      (video, audio) = try segments(of: adaptation, until: end)
    } else if let file = report.file {
      video = try segments(.video, of: file, until: end)
      audio = video.isEmpty ? [] : try segments(.audio, of: file, until: end)
    } else {
      throw .noVideo
    }
    guard !video.isEmpty else { throw .noVideo }
    return bytes(video: video, audio: audio, stalls: stalls)
  }

  /// The input with these segments and stalls.
  private static func bytes(
    video: [P1203Segment], audio: [P1203Segment], stalls: [JSONValue]
  ) -> [UInt8] {
    var printer = JSONPrinter(openLevels: 3)
    printer.print(
      .members([
        "IGen": .members([
          "displaySize": .string("1920x1080"), "device": .string("pc"),
          "viewingDistance": .string("150cm"),
        ]),
        "I11": .members(["streamId": streamID, "segments": .array(audio.map(\.json))]),
        "I13": .members(["streamId": streamID, "segments": .array(video.map(\.json))]),
        "I23": .members(["streamId": streamID, "stalling": .array(stalls)]),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  /// Any number will do, as there is one stream.
  private static let streamID = JSONValue.integer(1)

  /// Pairs of media time and duration.
  private static func stalling(in session: Session) throws(P1203Error) -> [JSONValue] {
    if let action = session.events.first(where: \.isUsersAction) { throw .action(action.wallTime) }
    guard let startup = session.startup, session.phases.playing > .zero else {
      throw .neverStarted
    }
    if let stall = session.stalls.first(where: \.isOpen) { throw .openStall(stall.number) }
    return [pair(.zero, startup)] + session.stalls.map { pair($0.mediaTime, $0.elapsed) }
  }

  private static func pair(_ mediaTime: MediaTime, _ duration: WallTime) -> JSONValue {
    .array([.seconds(mediaTime), .seconds(duration)])
  }

  /// The tracks of one kind; at most one is allowed.
  private static func segments(
    _ kind: Track.Kind, of media: MediaDescription, until end: MediaTime
  ) throws(P1203Error) -> [P1203Segment] {
    let extents = media.extents.filter { media.index.tracks[$0.track].kind == kind }
    guard extents.count <= 1 else { throw .severalTracks(kind) }
    var segments: [P1203Segment] = []
    for extent in extents {
      let track = media.index.tracks[extent.track]
      if let segment = try P1203Segment(extent, of: track, until: end) {
        segments.append(segment)
      }
    }
    return segments
  }
}

extension Event {
  /// Whether it is something that the user did after the first play command, or media that begins
  /// again.
  fileprivate var isUsersAction: Bool {
    switch kind {
    case .pause, .rate, .playImmediately, .seekStarted, .playbackLooped: true
    case .play: wallTime > .zero
    default: false
    }
  }
}
