import PlayheadKit

/// The result of decoding a run of packets of one track.
struct FrameCount: Sendable {
  var frames = 0
  /// Where decoding failed or concealed errors, in the track's time base.
  var damaged: [Int64] = []
  /// Whether a packet was rejected, after which the result depends on the decoder's state.
  var hasFailed = false
  /// Whether the decoder refuses the track.
  var isUndecodable = false
  /// Why the track is not decoded; `nil` if it is.
  var undecoded: DecodingReport.Undecoded?
  /// Whether memory ran out, so that the result says nothing about the file.
  var isShortOfMemory = false
  /// Where the decoder crashed; `nil` if it did not.
  var crash: Crash?
  /// The timestamps of the decoded frames, if they were requested.
  var shown: Set<Int64>?
  /// How often a frame's timestamp is earlier than that of the frame before it.
  var backwardSteps = 0
  /// The timestamp of the last frame since decoding began, or began anew.
  private var latest: Int64?

  /// A crash of a decoder.
  struct Crash: Sendable {
    /// The time of the packet, in the track's time base; `nil` if it came after the last one.
    var time: Int64?
  }

  init(undecoded: DecodingReport.Undecoded? = nil, shown: Set<Int64>? = nil) {
    self.undecoded = undecoded
    self.shown = shown
  }

  static func + (left: FrameCount, right: FrameCount) -> FrameCount {
    var sum = FrameCount(undecoded: left.undecoded ?? right.undecoded)
    sum.frames = left.frames + right.frames
    sum.damaged = left.damaged + right.damaged
    sum.hasFailed = left.hasFailed || right.hasFailed
    sum.isUndecodable = left.isUndecodable || right.isUndecodable
    sum.isShortOfMemory = left.isShortOfMemory || right.isShortOfMemory
    sum.backwardSteps = left.backwardSteps + right.backwardSteps
    return sum
  }

  /// Decodes `packet` and counts the frames.
  ///
  /// Decoding continues after damage with the next packet, as in players.
  mutating func decode(
    _ packet: borrowing Packet, _ decoder: borrowing Decoder, _ frame: borrowing Frame,
    onFrame: (borrowing Frame) -> Void = { _ in }
  ) {
    let time = packet.presentationTimestamp ?? packet.decodeTimestamp
    do throws(FFmpegError) {
      try decoder.send(packet)
    } catch {
      note(error, of: decoder, at: time)
      return
    }
    receiveAll(decoder, frame, at: time, onFrame: onFrame)
  }

  /// Counts the frames that the decoder still holds.
  mutating func drain(
    _ decoder: borrowing Decoder, _ frame: borrowing Frame,
    onFrame: (borrowing Frame) -> Void = { _ in }
  ) {
    do throws(FFmpegError) {
      try decoder.sendEnd()
    } catch {
      note(error, of: decoder, at: nil)
      return
    }
    receiveAll(decoder, frame, at: nil, onFrame: onFrame)
    latest = nil
    // What is concealed is no failure.
    if decoder.hasLackedMemory { isShortOfMemory = true }
  }

  private mutating func receiveAll(
    _ decoder: borrowing Decoder, _ frame: borrowing Frame, at time: Int64?,
    onFrame: (borrowing Frame) -> Void
  ) {
    while true {
      do throws(FFmpegError) {
        guard try decoder.receive(frame) else { return }
        frames += 1
        if let time = frame.presentationTimestamp {
          shown?.insert(time)
          if let latest, time < latest { backwardSteps += 1 }
          latest = time
        }
        if frame.isDamaged, let time = frame.presentationTimestamp { damaged.append(time) }
        onFrame(frame)
      } catch {
        note(error, of: decoder, at: time)
        return
      }
    }
  }

  /// Notes that FFmpeg crashes on the packet of `time`, or without one at the end.
  mutating func noteCrash(at time: Int64?) {
    hasFailed = true
    crash = Crash(time: time)
  }

  /// Notes that a decoder cannot be set up within `limits`.
  mutating func noteNoDecoder(_ error: FFmpegError, _ limits: ReadingLimits) {
    undecoded = AllowedDecoders.reason(of: error)
    isUndecodable = undecoded == nil
    if error.isShortage || !FreeMemory.has(limits.memoryLeft) { isShortOfMemory = true }
  }

  /// Throws if memory ran out while `file` was decoded.
  func check(_ file: InputFile) throws(MediaReadingError) {
    guard isShortOfMemory else { return }
    throw .resources(name: file.name, reason: FFmpegError.outOfMemory.reason)
  }

  private mutating func note(
    _ error: FFmpegError, of decoder: borrowing Decoder, at time: Int64?
  ) {
    hasFailed = true
    if decoder.isShortOfMemory(failing: error) { isShortOfMemory = true }
    if let time { damaged.append(time) }
  }
}
