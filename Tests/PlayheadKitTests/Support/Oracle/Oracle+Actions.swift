@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

extension Oracle {
  mutating func perform(_ action: UserAction.Kind) {
    switch action {
    case .play:
      tell(.play)
      setRate(1000)
    case .pause:
      tell(.pause)
      setRate(0)
    case .setRate(let rate):
      tell(.rate(rate))
      setRate(rate.thousandths)
    case .playImmediately(let rate):
      tell(.playImmediately(rate))
      playImmediately(rate.thousandths)
    case .seek(let time, let precision):
      seek(to: time.nanoseconds, precision)
    }
  }

  private var waits: Bool { policy.values.automaticallyWaitsToMinimizeStalling }

  private mutating func setRate(_ new: Int64) {
    if state != .ended {
      isUserPaused = new == 0
      switch (new > 0, state) {
      case (true, .paused):
        rate = new
        if !waits, canMove {
          play()
        } else if waits || !isReady {
          state = .waiting
        } else {
          pauseByItself()
        }
      case (true, _):
        changeRate(new)
      case (false, _):
        if state == .playing { cause = .seek }
        pause()
      }
    }
    settle()
  }

  private mutating func playImmediately(_ new: Int64) {
    if state == .playing {
      changeRate(new)
    } else if state != .ended {
      isUserPaused = false
      rate = new
      if canMove {
        play()
      } else if waits || !isReady {
        state = .waiting
      } else {
        pauseByItself()
      }
    }
    settle()
  }

  private mutating func changeRate(_ new: Int64) {
    rate = new
    anchor = (max(now, clockFrom), playhead)
  }

  private mutating func pause() { (state, rate) = (.paused, 0) }

  /// Does not play though asked to, as there is nothing to play.
  private mutating func pauseByItself() {
    pause()
    if !isStallOpen, waitsSince == nil { waitsSince = now }
  }

  private mutating func seek(to time: Int64, _ precision: SeekPrecision) {
    let target = place(of: time, precision)
    tell(
      .seekStarted(
        to: MediaTime(nanoseconds: target),
        decodesFrom: MediaTime(nanoseconds: decodingStart(target))))
    session.seeks.append(
      Seek(
        number: session.seeks.count + 1, start: wallTime, from: mediaTime,
        to: MediaTime(nanoseconds: target), latency: nil))
    jump(to: target)
    if hasOpenSeek { tell(.seekFinished(isFinished: false)) }
    hasOpenSeek = true
    notBefore = max(notBefore, now + rules.seekCost.nanoseconds)
    if state == .ended { state = .paused }
    settle(isMoved: true)
  }
}

extension Oracle {
  /// Where a seek to `time` ends up.
  func place(of time: Int64, _ precision: SeekPrecision) -> Int64 {
    let time = min(max(time, 0), duration)
    guard precision == .keyframe else { return time }
    // The first of the nearest is the earliest, as they are in order.
    return syncTimes.min { abs($0 - time) < abs($1 - time) } ?? time
  }

  /// From where on frames are decoded to show that at `time`.
  func decodingStart(_ time: Int64) -> Int64 { syncTimes.last { $0 <= time } ?? 0 }
}
