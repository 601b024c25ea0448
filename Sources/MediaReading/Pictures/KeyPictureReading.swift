import CFFmpeg
import PlayheadKit

/// Decodes key frames of a file in this process, and makes small pictures of them.
struct KeyPictureReading {
  let file: InputFile
  let request: KeyPictureRequest
  let interruption: Interruption

  /// The pictures; damage leaves some out.
  func read() throws(MediaReadingError) -> KeyPictureAnswer {
    let demuxer = try Demuxer.open(file, interruption: interruption, maySeek: request.seeks)
    try demuxer.probe()
    guard let track = request.track ?? demuxer.bestStream(AVMEDIA_TYPE_VIDEO),
      let stream = unsafe demuxer.stream(track)
    else { return KeyPictureAnswer(refusal: .undecodable) }
    if unsafe demuxer.isEncrypted(stream) { return KeyPictureAnswer(refusal: .encrypted) }
    demuxer.keepOnly([track])
    let rotation = unsafe playhead_rotation(stream)
    let aspect = unsafe stream.pointee.sample_aspect_ratio
    let timeBase = unsafe Rational(
      stream.pointee.time_base.num, stream.pointee.time_base.den)
    var answer = KeyPictureAnswer()
    do throws(FFmpegError) {
      let decoder = try unsafe Decoder.open(
        stream, threads: 1, onlyKeyframes: false, isStrict: false, limits: file.limits)
      let packet = try Packet()
      let held = try Packet()
      let frame = try Frame()
      var reader = Reader(track: track, timeBase: timeBase, request: request)
      for (place, time) in request.times.enumerated() {
        if interruption.isRequested { throw FFmpegError.crash }
        if request.wantsFrames {
          let length = unsafe reader.frameLength(of: stream)
          defer { decoder.reset() }
          if try reader.show(time, length: length, demuxer, packet, decoder, frame),
            let picture = picture(of: frame, aspect, rotation)
          {
            answer.pictures.append(
              KeyPictureAnswer.Picture(place: place, time: time, jpeg: [], frame: picture.frame))
          }
          continue
        }
        guard let found = try reader.find(time, demuxer, packet, held) else { continue }
        if held.isEncrypted { return KeyPictureAnswer(refusal: .encrypted) }
        guard decode(held, decoder, frame) else { continue }
        guard let picture = picture(of: frame, aspect, rotation) else { continue }
        let jpeg = try picture.jpeg()
        guard jpeg.count <= KeyPictureRequest.mostBytes else { continue }
        answer.pictures.append(KeyPictureAnswer.Picture(place: place, time: found, jpeg: jpeg))
      }
    } catch {
      if let reason = AllowedDecoders.reason(of: error) {
        return KeyPictureAnswer(refusal: NoPictures(reason))
      }
      if interruption.isRequested { throw .interrupted(name: file.name, fraction: 0) }
      // What came before stays.
    }
    if answer.pictures.isEmpty { answer.refusal = .undecodable }
    return answer
  }

  /// The picture of a frame, by the shape of its pixels that the stream states, or else itself.
  private func picture(
    of frame: borrowing Frame, _ stated: AVRational, _ rotation: Double
  ) -> SmallPicture? {
    let aspect = stated.num > 0 ? stated : unsafe frame.pointer.pointee.sample_aspect_ratio
    return SmallPicture(
      frame, within: (request.width, request.height),
      aspect: (Int(aspect.num), Int(aspect.den)), rotation: rotation)
  }

  /// Decodes a key frame that nothing is before; `false` if that gives no picture.
  private func decode(
    _ packet: borrowing Packet, _ decoder: borrowing Decoder, _ frame: borrowing Frame
  ) -> Bool {
    defer { decoder.reset() }
    do throws(FFmpegError) {
      try decoder.send(packet)
      if try decoder.receive(frame) { return true }
      try decoder.sendEnd()
      return try decoder.receive(frame)
    } catch {
      return false
    }
  }
}

extension Frame {
  /// Whether it is shown after `time`, in its track's time base.
  fileprivate func isShown(after time: Int64) -> Bool {
    unsafe pointer.pointee.best_effort_timestamp > time
  }
}

/// Finds key frames by their times.
private struct Reader {
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
    return av_rescale_q(
      1, AVRational(num: rate.den, den: rate.num),
      AVRational(num: timeBase.numerator, den: timeBase.denominator))
  }

  private func units(of time: Int64) -> Int64 {
    av_rescale_q(
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
