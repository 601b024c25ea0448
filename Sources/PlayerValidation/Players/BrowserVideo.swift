import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// A browser with an empty page, in which scripts can run.
protocol Browser: ~Copyable {
  /// The value of `expression` in the page, as JSON.
  mutating func evaluate(
    _ expression: String, _ stopping: borrowing Stopping
  ) throws(ValidationError) -> JSONValue

  /// What the browser has told of its own accord since it was last asked.
  mutating func takeOwnObservations() -> [PlayerObservation]
}

extension Browser where Self: ~Copyable {
  mutating func takeOwnObservations() -> [PlayerObservation] { [] }

  /// Plays the file in a video element, whose events it reads every 100 ms.
  mutating func watch(
    _ task: PlayerTask, with library: BrowserLibrary? = nil, version: String,
    _ stopping: borrowing Stopping
  ) throws(ValidationError) -> PlayerWatch {
    _ = try evaluate(BrowserVideo.script(for: task.url, with: library, task.catchUp), stopping)
    let offset = try clockOffset(stopping)
    _ = try evaluate("window.playhead.begin()", stopping)
    var watch = PlayerWatch(version: version)
    let deadline = MonotonicClock.now + task.limit
    while MonotonicClock.now < deadline {
      let events = try evaluate("window.playhead.take()", stopping).elements
      watch.observations += takeOwnObservations()
      for event in events {
        guard let observation = BrowserVideo.observation(of: event, offset: offset) else {
          continue
        }
        watch.observations.append(observation)
        switch observation.kind {
        case .ended, .failed: return watch
        default: break
        }
      }
      try MonotonicClock.sleep(for: .milliseconds(100), stopping)
    }
    return watch
  }

  /// What to add to the page's clock: that of the quickest of some answers.
  private mutating func clockOffset(
    _ stopping: borrowing Stopping
  ) throws(ValidationError) -> WallTime {
    var best: (roundTrip: WallTime, offset: WallTime)?
    for _ in 0..<8 {
      let start = MonotonicClock.now
      guard let value = try evaluate("performance.now()", stopping).number else {
        throw .player("the browser has no clock")
      }
      let roundTrip = MonotonicClock.now - start
      let middle = start + WallTime(nanoseconds: roundTrip.nanoseconds / 2)
      if roundTrip < best?.roundTrip ?? .seconds(3600) {
        best = (roundTrip, middle - WallTime(nanoseconds: Int64(value * 1e6)))
      }
    }
    return best?.offset ?? .zero
  }
}

/// A video element and what it tells.
enum BrowserVideo {
  /// Gives the page's window `playhead`, which plays `url` and collects events as time, name,
  /// playhead, end of what is buffered there, a text, the date of what is shown, and the rate.
  static func script(
    for url: String, with library: BrowserLibrary? = nil, _ catchUp: CatchUp? = nil
  ) -> String {
    let address = String(decoding: JSONValue.string(url).bytes, as: UTF8.self)
    let begin =
      library?.beginning(catchUp)
      ?? "video.src = address; video.play().catch(error => note('error', String(error)));"
    return """
      (window.playhead = (() => {
        const video = document.createElement('video');
        const address = \(address);
        let events = [], player = null;
        const note = (name, text) => {
          const ranges = video.buffered;
          let end = null;
          for (let i = 0; i < ranges.length; i++) {
            if (ranges.start(i) <= video.currentTime + 0.1 && ranges.end(i) >= video.currentTime) {
              end = ranges.end(i);
            }
          }
          events.push([
            performance.now(), name, video.currentTime, end, text || null,
            \(library?.date ?? "null"), video.playbackRate,
          ]);
        };
        for (const name of ['loadstart', 'loadedmetadata', 'playing', 'waiting', 'ended']) {
          video.addEventListener(name, () => note(name));
        }
        video.addEventListener('error', () =>
          note('error', video.error ? video.error.message || 'code ' + video.error.code : null));
        (document.body || document.documentElement).append(video);
        return {
          begin() {
            \(begin)
            return true;
          },
          take() {
            note('position');
            const taken = events;
            events = [];
            return taken;
          },
        };
      })(), true)
      """
  }

  /// What an event of the page says; `nil` for what is of no interest.
  static func observation(of event: JSONValue, offset: WallTime) -> PlayerObservation? {
    let fields = event.elements
    guard fields.count >= 5, let time = fields[0].number, let name = fields[1].text else {
      return nil
    }
    let kind: PlayerObservation.Kind
    switch name {
    case "loadstart": kind = .asked
    case "loadedmetadata": kind = .opened
    case "playing": kind = .playing
    case "waiting": kind = .waiting(reason: nil)
    case "ended": kind = .ended
    case "error": kind = .failed(fields[4].text ?? "the browser gave up")
    case "position": kind = .position(bufferedTo: fields[3].mediaTime)
    default: return nil
    }
    var observation = PlayerObservation(
      time: offset + WallTime(nanoseconds: Int64(time * 1e6)), mediaTime: fields[2].mediaTime,
      kind)
    guard fields.count == 7 else { return observation }
    observation.date = fields[5].number.flatMap { abs($0) < 1e13 ? Int64($0) * 1_000_000 : nil }
    observation.rate = fields[6].number.flatMap { abs($0) < 1e3 ? Int64($0 * 1000) : nil }
    return observation
  }
}

extension JSONValue {
  /// Seconds of media.
  var mediaTime: MediaTime? {
    number.flatMap { $0.isFinite && abs($0) < 1e9 ? MediaTime(nanoseconds: Int64($0 * 1e9)) : nil }
  }
}
