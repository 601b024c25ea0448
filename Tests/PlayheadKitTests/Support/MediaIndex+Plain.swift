import PlayheadKit

extension MediaIndex {
  /// The length of a frame of ``plain(frames:of:everySync:soundFrom:soundFrames:)``.
  static let plainFrame: MediaTime = .milliseconds(40)

  /// Frames of video and of sound as long as they, one after the other in the file.
  static func plain(
    frames: Int = 100, of size: Int64 = 1000, everySync: Int = 25, soundFrom: MediaTime = .zero,
    soundFrames: Int? = nil
  ) -> MediaIndex {
    var samples: [Sample] = []
    var offset: Int64 = 0
    for number in 0..<frames {
      let time = plainFrame * Int64(number)
      samples.append(
        Sample(
          at: time, lasting: plainFrame, bytes: offset..<offset + size,
          flags: number % everySync == 0 ? .sync : []))
      offset += size
      guard number < soundFrames ?? frames else { continue }
      samples.append(
        Sample(at: time + soundFrom, lasting: plainFrame, bytes: offset..<offset + 100, track: 1))
      offset += 100
    }
    var clip = Clip(samples: samples)
    clip.tracks = [.video, .audio]
    return clip.index
  }
}

extension FileInspection {
  /// The inspection of `index`, priced on `profile` or on the default link.
  init(
    _ index: MediaIndex, tracks: [Int]? = nil, decoding: DecodingReport? = nil,
    over profile: BandwidthProfile? = nil
  ) throws {
    let presentation = try Presentation(index, tracks: tracks)
    let profile =
      profile
      ?? InspectionReference.defaultProfile(
        bytes: index.bytes, duration: presentation.duration)
    self.init(
      index, FileScenario(presentation, over: NetworkLink(following: profile)), decoding: decoding)
  }
}
