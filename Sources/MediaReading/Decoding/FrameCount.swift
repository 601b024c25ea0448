import PlayheadKit

/// What came out of decoding a run of packets of one track.
struct FrameCount: Sendable {
  var frames = 0
  /// Where decoding failed or made pictures up, in the track's time base.
  var damaged: [Int64] = []
  /// Whether a packet was refused outright, so that a decoder's state may matter to what follows.
  var hasFailed = false
  /// Whether there is no decoder for the track at all.
  var isUndecodable = false
  /// The timestamps of the frames that came out, where they are asked for.
  var shown: Set<Int64>?

  static func + (left: FrameCount, right: FrameCount) -> FrameCount {
    FrameCount(
      frames: left.frames + right.frames, damaged: left.damaged + right.damaged,
      hasFailed: left.hasFailed || right.hasFailed,
      isUndecodable: left.isUndecodable || right.isUndecodable)
  }

  /// Decodes `packet`, and counts what comes out.
  ///
  /// Damage does not end decoding: the decoder goes on with the next packet, as players do.
  mutating func decode(
    _ packet: borrowing Packet, _ decoder: borrowing Decoder, _ frame: borrowing Frame,
    onFrame: (borrowing Frame) -> Void = { _ in }
  ) {
    let time = packet.presentationTimestamp ?? packet.decodeTimestamp
    do throws(FFmpegError) {
      try decoder.send(packet)
    } catch {
      note(time)
      return
    }
    receiveAll(decoder, frame, at: time, onFrame: onFrame)
  }

  /// Takes what the decoder still holds back.
  mutating func drain(
    _ decoder: borrowing Decoder, _ frame: borrowing Frame,
    onFrame: (borrowing Frame) -> Void = { _ in }
  ) {
    do throws(FFmpegError) {
      try decoder.sendEnd()
    } catch {
      note(nil)
      return
    }
    receiveAll(decoder, frame, at: nil, onFrame: onFrame)
  }

  private mutating func receiveAll(
    _ decoder: borrowing Decoder, _ frame: borrowing Frame, at time: Int64?,
    onFrame: (borrowing Frame) -> Void
  ) {
    while true {
      do throws(FFmpegError) {
        guard try decoder.receive(frame) else { return }
        frames += 1
        if let time = frame.presentationTimestamp { shown?.insert(time) }
        if frame.isDamaged, let time = frame.presentationTimestamp { damaged.append(time) }
        onFrame(frame)
      } catch {
        note(time)
        return
      }
    }
  }

  private mutating func note(_ time: Int64?) {
    hasFailed = true
    if let time { damaged.append(time) }
  }
}
