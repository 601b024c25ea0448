package import PlayheadModel

/// The bytes of a file that playback without a stall needs, and by when.
///
/// It is what a player needs that opens the file, reads it in byte order, never stops loading,
/// starts at a given startup delay and plays on at the normal rate. A frame is needed when it is
/// shown, with all that its group of pictures needs before it. So the media time up to which all is
/// loaded has to keep ahead of the playhead, as in ``LoadingCurve``.
package struct NeededBytes: Sendable {
  /// The time at which media would run out, and what has to be in by then.
  struct Deadline: Sendable, BitwiseCopyable {
    /// The media time at which playback needs more.
    var time: MediaTime
    /// How far media is loaded with it.
    var loadedEnd: MediaTime
    /// The read position before which everything is needed.
    var position: ReadPosition
    /// The same by request.
    var place: StraightDownload.Place
    /// The bytes of all requests up to there.
    var downloaded: Int64
  }

  /// The deadlines, by time; at each more is needed than at the one before it.
  let deadlines: [Deadline]
  /// The requests.
  let download: StraightDownload
  /// The bytes that playback still needs, by media time; of a level of a ladder they are unknown.
  let unplayed: PositionCurve
  /// The media's duration.
  package let duration: MediaTime

  /// What `presentation` needs of a player that reads through gaps of up to `readThrough` unwanted
  /// bytes; `nil` if that is negative.
  package init?(
    _ presentation: Presentation,
    readingThrough readThrough: Int64 = BufferingPolicy.basic.readThrough
  ) {
    guard let download = StraightDownload(of: presentation, readingThrough: readThrough) else {
      return nil
    }
    self.download = download
    duration = presentation.duration
    let rendition = presentation.rendition
    unplayed = rendition.firstByteToShow
    var before: [Int64] = []
    var sum: Int64 = 0
    for request in download.requests {
      before.append(sum)
      sum += request.bytes
    }
    let loading = rendition.loading
    var deadlines: [Deadline] = []
    deadlines.reserveCapacity(max(1, loading.steps.count))
    func add(_ time: MediaTime, _ end: MediaTime, _ position: ReadPosition) {
      let place = position > .zero ? download.place(before: position) : download.opening
      let downloaded = place.request < 0 ? 0 : before[place.request] + place.bytes
      deadlines.append(
        Deadline(
          time: time, loadedEnd: end, position: position, place: place, downloaded: downloaded))
    }
    // Media without a duration is played once the file is opened.
    if loading.steps.isEmpty { add(.zero, .zero, .zero) }
    var time = loading.beginning
    for step in loading.steps {
      add(time, step.end, step.position)
      time = step.end
    }
    self.deadlines = deadlines
  }

  /// What a download needs by `deadlines`, of media that lasts `duration`.
  init(_ download: StraightDownload, deadlines: [Deadline], duration: MediaTime) {
    self.download = download
    self.deadlines = deadlines
    self.duration = duration
    unplayed = PositionCurve(steps: [.init(time: .zero, position: .zero)])
  }

  /// The number of requests that it takes.
  package var requestCount: Int { download.requests.count }

  /// The number of bytes of all requests, in bytes.
  package var downloadedBytes: Int64 { deadlines.last?.downloaded ?? 0 }

  /// The number of bytes that opening the file takes, of those of all requests.
  var openingBytes: Int64 {
    let opening = download.opening
    return download.requests.prefix(max(0, opening.request)).reduce(opening.bytes) {
      $0 + $1.bytes
    }
  }

  /// What the first frame needs.
  var firstFrame: NeededFrame { frame(0) }

  /// What the deadline numbered `number` needs.
  func frame(_ number: Int) -> NeededFrame {
    let deadline = deadlines[number]
    return NeededFrame(
      mediaTime: deadline.time, endOffset: deadline.position.bytes,
      downloadedBytes: deadline.downloaded, requestCount: deadline.place.request + 1)
  }
}

/// A frame that a bound rests on, and what has to arrive before it can be shown.
package struct NeededFrame: Hashable, Sendable {
  /// When it is shown, in media time.
  package let mediaTime: MediaTime
  /// The offset in the file before which all bytes that are played have to be in.
  package let endOffset: Int64
  /// The number of bytes that the network carries by then, with those that opening takes.
  package let downloadedBytes: Int64
  /// The number of requests sent by then.
  package let requestCount: Int
}
