package import PlayheadModel

/// One thing about a session put right: of its media, its link, its player or what its user does.
///
/// A cause is the change that removes a wait, and a what-if is a change that somebody asks for;
/// both are applied by ``applied(to:)``.
package enum ScenarioChange: Hashable, Sendable {
  /// The file's index comes before the media, and is read in one request.
  case indexAtFront
  /// The samples of all tracks lie in the file in the order in which they are due.
  case interleaved
  /// The bytes of the track of this number, or of each, are spread evenly over its time, as many as
  /// before.
  case meanRate(track: Int?)
  /// The video, or the sound of media without video, has this mean rate, each access unit in
  /// proportion.
  case bitRate(BitRate)
  /// The player reads the file in its byte order and sends one request at a time, as the basic
  /// player does.
  case requestPattern
  /// The player loads up to this much media ahead, or all of it, however many bytes that is.
  case highWatermark(MediaTime?)
  /// The player starts or resumes at this buffer level, which is that of the field.
  case threshold(PolicyField, MediaTime)
  /// The video has a sync sample at this media time.
  case keyframe(at: MediaTime)
  /// The seek of this number, from 1, goes to this media time.
  case seek(Int, to: MediaTime)
  /// Connections are set up, and at the link's rate, at once.
  case noSlowStart
  /// The link has this latency throughout, without jitter.
  case latency(WallTime)
  /// The link has at least this rate from one wall time to another.
  case dipFilled(from: WallTime, to: WallTime, rate: BitRate)
  /// All rates of the link are multiplied by the factor that makes this its mean rate.
  case meanLinkRate(BitRate)
  /// Another link.
  case link(NetworkLink)
  /// Another player.
  case policy(BufferingPolicy)

  /// `scenario` with this change; `nil` where it changes nothing or is not possible.
  package func applied(to scenario: FileScenario) -> FileScenario? {
    var changed = scenario
    switch self {
    case .indexAtFront:
      guard let presentation = scenario.presentation.withIndexAtFront() else { return nil }
      changed.presentation = presentation
    case .interleaved:
      guard let presentation = scenario.presentation.interleaved() else { return nil }
      changed.presentation = presentation
    case .meanRate(let track):
      guard let presentation = scenario.presentation.atMeanRate(ofTrack: track) else { return nil }
      changed.presentation = presentation
    case .bitRate(let rate):
      guard let presentation = scenario.presentation.encoded(at: rate) else { return nil }
      changed.presentation = presentation
    case .keyframe(let time):
      guard let presentation = scenario.presentation.withKeyframe(at: time) else { return nil }
      changed.presentation = presentation
    case .requestPattern, .highWatermark, .threshold:
      var parameters = scenario.policy.parameters
      change(&parameters)
      guard let policy = try? BufferingPolicy(parameters) else { return nil }
      changed.policy = policy
    case .seek(let number, let target):
      guard let place = scenario.actions.place(ofSeek: number) else { return nil }
      changed.actions[place].kind = .seek(to: target, .exact)
    case .noSlowStart: changed.transport = .fluid
    case .latency(let latency):
      changed.link = scenario.link.withLatency(latency)
    case .dipFilled(let start, let end, let rate):
      guard let link = scenario.link.withDipFilled(from: start, to: end, rate: rate) else {
        return nil
      }
      changed.link = link
    case .meanLinkRate(let rate):
      guard let link = scenario.link.scaled(toMean: rate) else { return nil }
      changed.link = link
    case .link(let link): changed.link = link
    case .policy(let policy): changed.policy = policy
    }
    return changed == scenario ? nil : changed
  }

  private func change(_ parameters: inout BufferingPolicy.Parameters) {
    switch self {
    case .requestPattern:
      let basic = BufferingPolicy.Parameters()
      parameters.readOrder = basic.readOrder
      parameters.readThrough = max(parameters.readThrough, basic.readThrough)
      parameters.blockBytes = nil
      parameters.parallelRequests = 1
      parameters.seekBack = nil
      parameters.windowReads = nil
    case .highWatermark(let level):
      parameters.highWatermark = level
      parameters.lowWatermark = nil
      parameters.highWatermarkBytes = nil
      parameters.lowWatermarkBytes = nil
      parameters.watermarkCombination = .any
      parameters.byteCap = nil
      parameters.expensive.forwardBuffer = nil
      parameters.constrained.forwardBuffer = nil
    case .threshold(let field, let level):
      parameters.set(field, to: level.nanoseconds)
      if field == .resumeBuffer, let limit = parameters.resumeGrowth?.limit {
        parameters.resumeGrowth?.limit = max(limit, level)
      }
    default: break
    }
  }
}
