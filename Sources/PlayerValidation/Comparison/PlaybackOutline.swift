package import PlayheadKit

/// What a prediction and a real player are compared by.
package struct PlaybackOutline: Hashable, Sendable {
  /// A request for the bytes of the file from an offset on.
  package struct Request: Hashable, Sendable {
    /// The path of what it asked for, of a ladder; `nil` of a file.
    package var name: String?
    package var offset: Int64
    /// When it was sent, or came to the server.
    package var asked: WallTime
    package var firstByte: WallTime?
    package var lastByte: WallTime?
    /// The bytes that were sent for it.
    package var bytes: Int64
    /// When the player dropped it; `nil` if it did not.
    package var dropped: WallTime?

    package init(
      name: String? = nil, offset: Int64, asked: WallTime, firstByte: WallTime? = nil,
      lastByte: WallTime? = nil,
      bytes: Int64, dropped: WallTime? = nil
    ) {
      self.name = name
      self.offset = offset
      self.asked = asked
      self.firstByte = firstByte
      self.lastByte = lastByte
      self.bytes = bytes
      self.dropped = dropped
    }
  }

  /// How it ended.
  package enum End: Hashable, Sendable {
    /// The end of the media was played.
    case ended
    /// It was still going on as watching it ended.
    case limit
    /// Anything else, in words.
    case other(String)

    /// Whether playback ended with an error.
    package var isError: Bool { if case .other = self { true } else { false } }
  }

  package var startup: WallTime?
  package var stalls: [PlayerRecording.Stall]
  package var end: End
  package var elapsed: WallTime
  package var requests: [Request]
  /// What was seen at the edge; `nil` on demand, and of playback that never started.
  package var live: LiveOutline?

  package init(
    startup: WallTime?, stalls: [PlayerRecording.Stall], end: End, elapsed: WallTime,
    requests: [Request]
  ) {
    self.startup = startup
    self.stalls = stalls
    self.end = end
    self.elapsed = elapsed
    self.requests = requests
  }

  /// The time that all stalls took; one that goes on lasts until the end.
  package var stalled: WallTime {
    stalls.reduce(.zero) { $0 + ($1.duration ?? max(.zero, elapsed - $1.start)) }
  }

  /// A simulated session, watched for `limit`.
  package init(_ session: Session, limit: WallTime) {
    self.init(session, names: session.requests.map { _ in nil }, limit: limit)
  }

  /// A simulated session of `ladder`, watched for `limit`.
  package init(_ played: LadderSession, of ladder: Ladder, limit: WallTime) {
    let places = LadderPlaces(ladder)
    self.init(
      played.session, names: played.requests.map { places.path(of: $0.subject) }, limit: limit)
    live = LiveOutline(played, of: ladder, limit: limit)
  }

  private init(_ session: Session, names: [String?], limit: WallTime) {
    let isCut = session.elapsed > limit
    let end: End =
      switch session.endReason {
      case _ where isCut: .limit
      case .ended: .ended
      case .limit, .starved, .gap, .paused: .limit
      case .error: .other("an error")
      }
    self.init(
      startup: session.startup.flatMap { $0 <= limit ? $0 : nil },
      stalls: session.stalls.filter { $0.start <= limit }.map { stall in
        let duration = stall.duration.flatMap { stall.start + $0 <= limit ? $0 : nil }
        return PlayerRecording.Stall(
          start: stall.start, mediaTime: stall.mediaTime, duration: duration)
      },
      end: end, elapsed: min(limit, session.elapsed),
      requests: zip(session.requests, names).filter { $0.0.sent <= limit }.map { request, name in
        let isDropped = request.endReason != .complete
        return Request(
          name: name, offset: request.offset, asked: request.sent, firstByte: request.firstByte,
          lastByte: request.lastByte, bytes: request.bytesDownloaded,
          dropped: isDropped ? request.end : nil)
      })
  }

  /// What a real player did, and what it asked for.
  package init(_ recording: PlayerRecording, requests: [Request]) {
    let end: End =
      switch recording.end {
      case .ended: .ended
      case .limit: .limit
      case .failed(let reason): .other(reason)
      }
    self.init(
      startup: recording.startup, stalls: recording.stalls, end: end, elapsed: recording.elapsed,
      requests: requests)
  }
}
