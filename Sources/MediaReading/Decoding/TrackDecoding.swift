import CFFmpeg
import PlayheadKit
import Synchronization

/// Decodes one track of a file from its beginning to its end.
struct TrackDecoding: Sendable {
  let file: InputFile
  let track: Int
  let onlyKeyframes: Bool
  let interruption: Interruption
  let onPosition: @Sendable (Int64) -> Void

  /// A demuxer of this track alone, probed so that decoders can be set up from it.
  func demuxer() throws(MediaReadingError) -> Demuxer {
    let demuxer = try Demuxer.open(file, interruption: interruption)
    try demuxer.probe()
    demuxer.keepOnly([track])
    return demuxer
  }

  /// Decodes packet by packet on `threads` threads of FFmpeg's; fails on damage if `isStrict`.
  ///
  /// `transform` may change a packet before it is decoded.
  func straight(
    threads: Int, isStrict: Bool, count: consuming FrameCount = FrameCount(),
    transform: (borrowing Packet) -> Void = { _ in },
    onFrame: (borrowing Frame) -> Void = { _ in }
  ) throws(MediaReadingError) -> FrameCount {
    let demuxer = try demuxer()
    let packet = try MediaReadingError.allocating(for: file) { () throws(FFmpegError) in
      try Packet()
    }
    let frame = try MediaReadingError.allocating(for: file) { () throws(FFmpegError) in
      try Frame()
    }
    var count = count
    do throws(FFmpegError) {
      // A track can appear in the middle of a file, so its decoder waits for the first packet.
      guard try next(demuxer, packet), let stream = unsafe demuxer.stream(track) else {
        return count
      }
      if unsafe demuxer.isEncrypted(stream) {
        count.undecoded = .encrypted
        return count
      }
      let decoder = try unsafe Decoder.open(
        stream, threads: threads, onlyKeyframes: onlyKeyframes, isStrict: isStrict,
        limits: file.limits)
      var packets = 0
      var last: Int64?
      do throws(FFmpegError) {
        repeat {
          if packet.isEncrypted {
            count.undecoded = .encrypted
            return count
          }
          transform(packet)
          guard demuxer.enters(.decoding) else {
            count.noteCrash(at: packet.presentationTimestamp ?? packet.decodeTimestamp)
            break
          }
          count.decode(packet, decoder, frame, onFrame: onFrame)
          packets += 1
          last = packet.presentationTimestamp ?? packet.decodeTimestamp ?? last
          if packets & 63 == 0 {
            onPosition(demuxer.position)
            if interruption.isRequested { break }
          }
        } while try next(demuxer, packet)
      } catch {
        // The index records where reading ended; everything before it is still decoded.
        if error.isOutOfMemory { count.isShortOfMemory = true }
        if error == .crash { count.noteCrash(at: last) }
      }
      // A decoder that crashed is left alone.
      if count.crash == nil {
        if demuxer.enters(.draining) {
          count.drain(decoder, frame, onFrame: onFrame)
        } else {
          count.noteCrash(at: nil)
        }
      }
    } catch {
      count.noteNoDecoder(error, file.limits)
    }
    try count.check(file)
    if let cause = demuxer.cause(fraction: Double(demuxer.position) / Double(max(1, file.size))) {
      throw cause
    }
    return count
  }

  /// Reads the next packet to decode; `false` at the end of the file.
  private func next(
    _ demuxer: borrowing Demuxer, _ packet: borrowing Packet
  ) throws(FFmpegError) -> Bool {
    while try demuxer.read(into: packet) {
      if packet.track == track, !onlyKeyframes || packet.isKey { return true }
    }
    return false
  }
}
