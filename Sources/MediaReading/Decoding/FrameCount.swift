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

extension FrameCount {
  /// The count as values of the library: times converted, what adjoins joined.
  ///
  /// A damaged frame is damaged until the track's next one is shown.
  func report(on index: MediaIndex, track: Int) -> DecodingReport.TrackReport {
    let timeBase = index.tracks[track].timeBase
    let times =
      isUndecodable ? nil : Set(damaged.compactMap { MediaTime(value: $0, timeBase: timeBase) })
    var undecodable: [TimeRange] = []
    if times?.isEmpty != true {
      let shown = index.shownSamples(of: track)
      for (number, sample) in shown.enumerated() where times?.contains(sample.time) ?? true {
        let end = number + 1 < shown.count ? shown[number + 1].time : sample.end
        if let last = undecodable.last, last.end >= sample.time {
          undecodable[undecodable.count - 1] = TimeRange(start: last.start, end: max(last.end, end))
        } else {
          undecodable.append(TimeRange(start: sample.time, end: max(sample.time, end)))
        }
      }
    }
    return DecodingReport.TrackReport(track: track, frames: frames, undecodable: undecodable)
  }
}

extension MediaIndex {
  /// When the shown samples of a track begin and, by their own duration, end, in order.
  fileprivate func shownSamples(of track: Int) -> [(time: MediaTime, end: MediaTime)] {
    samples.compactMap { sample in
      guard Int(sample.track) == track, sample.isShown, let time = sample.presentationTime else {
        return nil
      }
      return (time, time + sample.duration)
    }
    .sorted { $0.time < $1.time }
  }
}
