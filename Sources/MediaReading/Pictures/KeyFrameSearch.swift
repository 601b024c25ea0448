import CFFmpeg
import PlayheadKit

/// Finds key frames, and frames, by their times.
struct KeyFrameSearch {
  let track: Int
  let timeBase: Rational
  let request: KeyPictureRequest
  /// When the first picture is shown, in the track's time base; `nil` until that is known.
  private var first: Int64?
  /// Whether there is a packet that was read for the time before, and is behind it.
  private var holdsNext = false

  init(track: Int, timeBase: Rational, request: KeyPictureRequest) {
    self.track = track
    self.timeBase = timeBase
    self.request = request
    if !request.isRelative { first = 0 }
  }

  /// No more packets than this are read for one picture of a file that is searched.
  private static let mostPackets = 4000
  /// Key frames this much behind the time, in nanoseconds, are taken as at it.
  private static let tolerance: Int64 = 1_000_000

  /// Has `held` be the key frame for `time`.
  ///
  /// Returns when it is shown, in nanoseconds on the request's clock; `nil` if there is none.
  mutating func find(
    _ time: Int64, _ demuxer: borrowing Demuxer, _ packet: borrowing Packet,
    _ held: borrowing Packet
  ) throws(FFmpegError) -> Int64? {
    guard request.seeks else { return try readOn(to: time, demuxer, packet, held) }
    if first == nil { first = try nextKey(demuxer, packet) }
    let target = units(of: time) + (first ?? 0)
    var found: Int64?
    // Where there is no index, a search may end behind the key frame: it begins anew, farther back.
    for seconds: Int64 in [0, 2, 10, 60] {
      demuxer.seek(track, to: target - units(of: seconds * 1_000_000_000))
      let own = try readOn(to: time, demuxer, packet, held)
      found = own ?? found
      if let own, own <= time + Self.tolerance { break }
    }
    return found
  }

  /// Reads on to the last key frame at or before `time`, or the first one there is.
  private mutating func readOn(
    to time: Int64, _ demuxer: borrowing Demuxer, _ packet: borrowing Packet,
    _ held: borrowing Packet
  ) throws(FFmpegError) -> Int64? {
    var found: Int64?
    if holdsNext {
      guard let own = nanoseconds(of: packet), own <= time + Self.tolerance else { return nil }
      found = own
      held.take(packet)
      holdsNext = false
    }
    var count = 0
    while count < Self.mostPackets || !request.seeks {
      count += 1
      guard try demuxer.read(into: packet) else { break }
      guard packet.track == track, packet.isKey else { continue }
      if first == nil { first = packet.presentationTimestamp ?? packet.decodeTimestamp }
      guard let own = nanoseconds(of: packet) else { continue }
      if own > time + Self.tolerance, found != nil || !request.seeks {
        holdsNext = !request.seeks
        break
      }
      found = own
      held.take(packet)
      // A later one is nearer only if it is not behind the time.
      if own >= time - Self.tolerance { break }
    }
    return found
  }

  /// More packets than this are never decoded to come to a frame.
  private static let mostDecoded = 1000

  /// Decodes up to the frame that is shown at `time`, which frames of this length in the track's
  /// time base are; `false` if there is none.
  mutating func show(
    _ time: Int64, length: Int64, _ demuxer: borrowing Demuxer, _ packet: borrowing Packet,
    _ decoder: borrowing Decoder, _ frame: borrowing Frame
  ) throws(FFmpegError) -> Bool {
    if request.seeks {
      if first == nil { first = try nextKey(demuxer, packet) }
      demuxer.seek(track, to: units(of: time) + (first ?? 0))
    }
    let target = units(of: time) - max(1, length)
    var count = 0
    while count < Self.mostDecoded, try demuxer.read(into: packet) {
      guard packet.track == track, count > 0 || packet.isKey else { continue }
      count += 1
      if first == nil { first = packet.presentationTimestamp ?? packet.decodeTimestamp }
      try decoder.send(packet)
      while try decoder.receive(frame) {
        if frame.isShown(after: target + (first ?? 0)) { return true }
      }
    }
    try decoder.sendEnd()
    while try decoder.receive(frame) {
      if frame.isShown(after: target + (first ?? 0)) { return true }
    }
    return false
  }

  /// The timestamp of the next key frame; `nil` at the end of the file.
  private func nextKey(
    _ demuxer: borrowing Demuxer, _ packet: borrowing Packet
  ) throws(FFmpegError) -> Int64? {
    while try demuxer.read(into: packet) {
      guard packet.track == track, packet.isKey else { continue }
      return packet.presentationTimestamp ?? packet.decodeTimestamp
    }
    return nil
  }

  /// How long a frame of the track is shown, in its units; zero if nobody knows.
  func frameLength(of stream: UnsafeMutablePointer<AVStream>) -> Int64 {
    let rate = unsafe stream.pointee.avg_frame_rate
    guard rate.num > 0, rate.den > 0 else { return 0 }
    return unsafe libav.pointee.av_rescale_q(
      1, AVRational(num: rate.den, den: rate.num),
      AVRational(num: timeBase.numerator, den: timeBase.denominator))
  }

  private func units(of time: Int64) -> Int64 {
    unsafe libav.pointee.av_rescale_q(
      time, AVRational(num: 1, den: 1_000_000_000),
      AVRational(num: timeBase.numerator, den: timeBase.denominator))
  }

  private func nanoseconds(of packet: borrowing Packet) -> Int64? {
    guard let first, let own = packet.presentationTimestamp ?? packet.decodeTimestamp else {
      return nil
    }
    return MediaTime(value: own - first, timeBase: timeBase)?.nanoseconds
  }
}

extension Frame {
  /// Whether it is shown after `time`, in its track's time base.
  fileprivate func isShown(after time: Int64) -> Bool {
    unsafe pointer.pointee.best_effort_timestamp > time
  }
}
