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
      var search = KeyFrameSearch(track: track, timeBase: timeBase, request: request)
      for (place, time) in request.times.enumerated() {
        if interruption.isRequested { throw FFmpegError.crash }
        if request.wantsFrames {
          let length = unsafe search.frameLength(of: stream)
          defer { decoder.reset() }
          if try search.show(time, length: length, demuxer, packet, decoder, frame),
            let picture = picture(of: frame, aspect, rotation)
          {
            answer.pictures.append(
              KeyPictureAnswer.Picture(place: place, time: time, jpeg: [], frame: picture.frame))
          }
          continue
        }
        guard let found = try search.find(time, demuxer, packet, held) else { continue }
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
