/// The constants of a loader: its media, link and rules.
final class LoadingPlan: Sendable {
  let presentation: Presentation
  /// Its rendition, as the player reads it.
  let rendition: Rendition
  let link: NetworkLink
  let policy: BufferingPolicy
  let strategy: FetchStrategy
  /// Where the wanted bytes lie; `nil` if one request at a time brings them in their order.
  let map: ReadMap?
  /// What one request brings that sweeps through the file; `nil` without a map, and with a window,
  /// whose place depends on where the request began.
  let sweep: ReadSweep?
  /// The curve by which the player counts media as loaded.
  let loading: LoadingCurve
  /// The curve of the video track, and of the audio track.
  private let video: LoadingCurve?
  private let audio: LoadingCurve?
  /// What decides how far the video track is decoded; `nil` if the policy has no rules for tracks.
  private let decoder: Decoder?
  /// The input queue; `nil` if the policy has no rules for it.
  private let inputQueue: InputQueue?
  /// The requests that open the file.
  let openings: [ByteRange]
  /// Up to where the media is read while opening.
  let probeEnd: ReadPosition

  init(_ presentation: Presentation, link: NetworkLink, policy: BufferingPolicy) {
    let rendition = presentation.rendition(for: policy)
    self.presentation = presentation
    self.rendition = rendition
    self.link = link
    self.policy = policy
    strategy = FetchStrategy(for: rendition, policy)
    var map =
      strategy.isPlain && rendition.order.isStraight ? nil : rendition.tables.map(of: rendition)
    map?.cachesPositions = strategy.seekBack != nil
    self.map = map
    loading = rendition.loading(over: policy.parameters.loadedOver)
    sweep =
      map == nil || strategy.windowBytes != nil
      ? nil
      : rendition.tables.sweep(
        ReadSweep.Key(
          blockBytes: strategy.blockBytes, seekBack: strategy.seekBack,
          readThrough: strategy.readThrough, loadedOver: policy.parameters.loadedOver),
        of: rendition, size: presentation.resourceBytes)
    video = rendition.trackLoading.first { $0.kind == .video }?.curve
    audio = rendition.trackLoading.first { $0.kind == .audio }?.curve
    let frames = rendition.trackLoading.first { $0.kind == .video }?.frames
    decoder =
      policy.watchesTracks
      ? Decoder(
        frames: frames,
        held: policy.parameters.tracks.heldFrames(reorderDepth: frames?.reorderDepth ?? 0),
        streamEnd: rendition.wantedBytes.end(before: rendition.wantedBytes.end)) : nil
    inputQueue = InputQueue(
      policy.parameters.tracks, of: rendition, duration: presentation.duration)
    // A player that opens a file reads single samples, though it uses whole groups of them later.
    let opened = presentation.rendition(in: policy.parameters.readOrder)
    probeEnd = opened.probeEnd(until: policy.parameters.openedWith)
    openings = opened.openingRequests(
      readingThrough: policy.readThrough, inBlocksOf: strategy.blockBytes,
      goingBack: strategy.seekBack, until: policy.parameters.openedWith,
      of: presentation.resourceBytes)
  }

  /// `plan` over another link.
  init(_ plan: LoadingPlan, link: NetworkLink) {
    presentation = plan.presentation
    rendition = plan.rendition
    self.link = link
    policy = plan.policy
    strategy = plan.strategy
    map = plan.map
    sweep = plan.sweep
    loading = plan.loading
    video = plan.video
    audio = plan.audio
    decoder = plan.decoder
    inputQueue = plan.inputQueue
    openings = plan.openings
    probeEnd = plan.probeEnd
  }

  /// The media that the bytes from `start` to `position` suffice for; `nil` if none.
  func loadedRange(from start: ReadPosition, to position: ReadPosition) -> TimeRange? {
    loadedRange(from: start, upTo: loading.end(at: position))
  }

  private func loadedRange(from start: ReadPosition, upTo end: MediaTime) -> TimeRange? {
    let beginning = start == .zero ? .zero : rendition.decoding.time(reaching: start)
    guard let beginning, beginning <= end else { return nil }
    return TimeRange(start: beginning, end: end)
  }

  /// The media that the bytes from `start` to `position` suffice for, and how far each track goes.
  func contents(from start: ReadPosition, to position: ReadPosition) -> BufferContents {
    let end = loading.end(at: position)
    let ends = trackEnds(at: position, end)
    var decoded = TrackTimes()
    if let decoder {
      decoded = TrackTimes(
        video: ends.video.map { decoder.end(at: position) ?? $0 }, audio: ends.audio)
    }
    var contents = BufferContents(
      loaded: loadedRange(from: start, upTo: end), trackEnds: ends, decodedEnds: decoded)
    if let inputQueue {
      func ends(leaving bytes: Int64) -> TrackTimes {
        guard let taken = inputQueue.position(position, leaving: bytes) else {
          // Even a track that begins later is not taken up to the start.
          let before = MediaTime.zero - .resolution
          return TrackTimes(video: video.map { _ in before }, audio: audio.map { _ in before })
        }
        return trackEnds(at: taken, loading.end(at: taken))
      }
      contents.lowInputEnds = ends(leaving: inputQueue.low)
      contents.highInputEnds = ends(leaving: inputQueue.high)
    }
    return contents
  }

  /// How far each track goes with all bytes before `position`, which load the media up to `end`.
  private func trackEnds(at position: ReadPosition, _ end: MediaTime) -> TrackTimes {
    // The curve of a single track is that of all.
    let isSingle = rendition.trackLoading.count == 1
    return TrackTimes(
      video: video.map { isSingle ? end : $0.end(at: position) },
      audio: audio.map { isSingle ? end : $0.end(at: position) })
  }

  /// The frames of the video track, and what decoding them takes.
  private struct Decoder {
    let frames: FrameOrder?
    let held: Int
    let streamEnd: ReadPosition

    func end(at position: ReadPosition) -> MediaTime? {
      frames?.decodedEnd(at: position, holding: held, streamEnd: streamEnd)
    }
  }

  /// The positions at which tracks reach one of `targets`.
  func positions(reaching targets: TrackTargets) -> [ReadPosition] {
    let isSingle = rendition.trackLoading.count == 1
    func read(_ curve: LoadingCurve?, _ time: MediaTime?) -> ReadPosition? {
      guard let curve, let time else { return nil }
      return (isSingle ? loading : curve).position(reaching: time)
    }
    let decoded = targets.decoded.video.flatMap { time in
      guard let frames = decoder?.frames else { return read(video, time) }
      return frames.position(
        decoding: time, holding: decoder?.held ?? 0, streamEnd: decoder?.streamEnd ?? .never)
    }
    var positions = [
      decoded, read(audio, targets.decoded.audio), read(video, targets.read.video),
      read(audio, targets.read.audio),
    ].compactMap(\.self)
    if let inputQueue {
      positions += [
        read(video, targets.highInput.video), read(audio, targets.highInput.audio),
      ].compactMap { $0.map(inputQueue.positionFilling) }
    }
    return positions
  }
}

extension LoadingPlan {
  /// From where on bytes of a request are kept, which has brought all before `place` from
  /// `earliest` on.
  func kept(before place: ReadPosition, from earliest: ReadPosition) -> ReadPosition {
    guard let seekBack = strategy.seekBack else { return place }
    if let window = strategy.windowBytes {
      // The byte after those that fill it is the first of those that fill it anew.
      let fills = max(0, place - earliest - 1) / (window + 1)
      return earliest + fills * (window + 1)
    }
    return max(earliest, ReadPosition(blocks.kept(seekBack, before: place.bytes)))
  }

  /// The start of the block that contains `place`: up to where bytes are usable once all before
  /// `place` have arrived.
  func blockStart(_ place: ReadPosition) -> ReadPosition {
    guard strategy.blockBytes != nil else { return place }
    return ReadPosition(blocks.start(of: place.bytes))
  }

  /// The end of the block that contains the byte before `place`.
  func blockEnd(_ place: ReadPosition) -> ReadPosition {
    guard strategy.blockBytes != nil else { return place }
    return ReadPosition(blocks.end(of: place.bytes))
  }

  private var blocks: Blocks { Blocks(strategy.blockBytes, of: presentation.resourceBytes) }
}
