package import PlayheadAnalysis
import PlayheadModel

/// Puts the causes of waits into words.
package struct CauseText {
  private let durations: TextStyle.Durations

  /// Words with durations written so.
  package init(durations: TextStyle.Durations = .clock) {
    self.durations = durations
  }

  /// What a wait was.
  package enum Wait {
    case startup, stall, seek
  }

  /// What is wrong, without a full stop: `the video peaks at 3.1 Mbit/s from 0:31 to 0:36`.
  package func clause(_ cause: WaitCause) -> String {
    cause.parts.map { clause($0.facts) }.joined(separator: "; ")
  }

  /// What is wrong and what would prevent it, in two sentences of which the first continues a line.
  package func text(_ cause: WaitCause, of wait: Wait) -> String {
    let remedies = cause.parts.map { remedy($0, isUpperBound: cause.isUpperBound) }
      .joined(separator: " and ")
    return "\(clause(cause)). \(remedies.capitalizedFirst) \(result(cause, of: wait))."
  }

  /// The same as a line of its own.
  package func sentences(_ cause: WaitCause, of wait: Wait) -> String {
    text(cause, of: wait).capitalizedFirst
  }

  /// What is said of a stall that nothing removes.
  package static let unknown = "neither one change nor two would prevent it."

  /// The note where a budget ended the search for causes.
  package static let cutShort =
    "the budget for playing the session with changes is used up; causes may be missing"

  /// The one thing that is true of a link slower than the media, and the rate that would do.
  package func text(_ shortage: LinkShortage) -> String {
    let (media, link) = (shortage.mediaRate.figuresText, shortage.linkRate.figuresText)
    guard let minimum = shortage.minimum else {
      return "even the lowest level's mean rate, \(media), exceeds the link's, \(link)."
    }
    let mean = "the media's mean rate, \(media), exceeds the link's, \(link)"
    let latency =
      minimum.latency > .zero ? " and \(durations.shortText(minimum.latency)) of latency" : ""
    let startup = "a startup of \(durations.text(minimum.startup, places: 3))\(latency)"
    return minimum.rate.map {
      "\(mean); with \(startup), \($0.text) or more never stalls."
    } ?? "\(mean); with \(startup), no rate is enough."
  }

  // MARK: What is wrong

  private func clause(_ facts: WaitCause.Facts) -> String {
    switch facts {
    case .index(let bytes, _, let requests):
      return "the index (\(byteText(bytes))) lies behind the media, so opening takes "
        + counted(requests, "request")
    case .interleave(_, let kind, let bytes):
      return "the \(kind.words) lies \(byteText(bytes.count)) behind what is due with it, "
        + "at byte \(bytes.upperBound)"
    case .field(let field, let value, _): return clause(field, value)
    case .requests(let count):
      return count == 1
        ? "the player has to read more than what is due"
        : "the player sends \(counted(count, "request"))"
    case .peak(_, let kind, let range, let rate, _):
      return "the \(kind.words) peaks at \(rate.figuresText) from \(time(range.start)) to "
        + time(range.end)
    case .declaredRate(let level, let declared, let measured):
      return "level \(LevelBar.sign(of: level)) declares a bandwidth of \(declared.figuresText) "
        + "and peaks at \(measured.figuresText)"
    case .lateSegment(let segment, let delay):
      return "segment \(segment) is published \(durations.text(delay, places: 3)) late"
    case .staleManifest(let start, let end):
      return "the manifest is stale from \(time(start)) to \(time(end)) of the event"
    case .earlyRequest(let offset):
      return "the viewer's clock is \(durations.text(offset, places: 3)) ahead, so segments are "
        + "requested before they are there"
    case .shortParts(let length, let roundTrip, _):
      return "parts of \(durations.text(length, places: 3)) are shorter than the "
        + "\(durations.text(roundTrip, places: 3)) that a request takes"
    case .holdBack(let value, _):
      return "the player stays \(durations.text(value, places: 3)) from the edge"
    case .levels(let segments, let highest, _):
      let loaded = segments.count == 1 ? "is loaded at" : "are loaded at up to"
      return "\(segments.words) \(loaded) level \(LevelBar.sign(of: highest.level)), "
        + highest.rate.figuresText
    case .segmentPeak(let segments, let range, let rate, _):
      return "\(segments.words) \(segments.count == 1 ? "has" : "have") \(rate.figuresText) "
        + "from \(time(range.start)) to \(time(range.end))"
    case .lanesInTurn: return "video and audio are loaded in turn"
    case .keys(let keys, let licences):
      let parts = [(keys, "key"), (licences, "licence")].filter { $0.0 > 0 }
        .map { counted($0.0, $0.1) }
      return "\(parts.wordList(or: false)) \(keys + licences == 1 ? "is" : "are") fetched first"
    case .slowStart(let roundTrips):
      return "connections take \(counted(roundTrips, "round trip")) to set up and start slowly"
    case .latency(let longest, let requests):
      let latency = longest.roundedToMicroseconds
      return requests == 1
        ? "the first byte takes \(durations.shortText(latency))"
        : "\(counted(requests, "request")) wait up to \(durations.shortText(latency)) each"
    case .dip(let start, let end, let rate, _):
      let end = end < .bound ? "to \(time(end))" : "on"
      return "the link falls to \(rate.figuresText) from \(time(start)) \(end)"
    case .bandwidth(let mean, _): return "the link is too slow at \(mean.figuresText)"
    case .seek(_, nil, _): return "nothing is loaded at the target"
    case .seek(_, let keyframe?, let target):
      return "decoding starts at a key frame \(time(target - keyframe)) before the target"
    }
  }

  private func clause(_ field: PolicyField, _ value: Int64?) -> String {
    let level = value.map { field.row.unit.roundedText($0, durations) } ?? "any level"
    return switch field {
    case .startupBuffer: "the player starts with \(level) of media"
    case .resumeBuffer: "the player resumes with \(level) of media"
    case .afterSeekBuffer: "the player resumes after a seek with \(level) of media"
    default: "the player loads no more than \(level) ahead"
    }
  }

  // MARK: What would prevent it

  private func remedy(_ part: WaitCause.Part, isUpperBound: Bool) -> String {
    switch part.facts {
    case .index: return "with the index before the media"
    case .interleave: return "with the tracks interleaved"
    case .field(let field, _, let better):
      return "with \(better.map { field.row.unit.roundedText($0, durations) } ?? "no limit")"
    case .requests: return "if it read in byte order, with one request,"
    case .peak(_, _, _, _, let mean): return "encoded at a constant \(mean.figuresText)"
    case .declaredRate: return "if the manifest declared the measured peaks,"
    case .lateSegment: return "with segments on time"
    case .staleManifest: return "with manifests up to date"
    case .earlyRequest: return "with a right clock"
    case .shortParts(_, _, let better):
      return "with parts of \(durations.text(better, places: 3))"
    case .holdBack(_, let better): return "with \(durations.text(better, places: 3))"
    case .levels(_, _, let better):
      return "at level \(LevelBar.sign(of: better.level)), \(better.rate.figuresText),"
    case .segmentPeak(_, _, _, let mean): return "encoded at a constant \(mean.figuresText)"
    case .lanesInTurn: return "with both side by side"
    case .keys: return "with all of them at hand"
    case .slowStart: return "with connections at full rate at once"
    case .latency: return "without latency"
    case .dip(_, _, _, let mean): return "at its mean rate of \(mean.figuresText) throughout"
    case .bandwidth(let mean, let needed):
      let more = Ratio(needed.bitsPerSecond - mean.bitsPerSecond, of: mean.bitsPerSecond)
      return "at \(needed.figuresText)"
        + (more.map { " (\($0.percentText(places: 1)) more)" } ?? "")
        + (isUpperBound ? ", an upper bound," : "")
    case .seek(_, nil, _): return "on loaded media"
    case .seek: return "with a key frame there"
    }
  }

  private func result(_ cause: WaitCause, of wait: Wait) -> String {
    let saved = cause.saves.time.map { durations.text($0, places: 3) }
    switch wait {
    case .startup:
      return saved.map { "playback would start \($0) earlier" } ?? "playback would start"
    case .seek:
      return saved.map { "the target would be loaded \($0) earlier" }
        ?? "the target would be loaded"
    case .stall: return "this stall would not happen" + sessionSaving(cause)
    }
  }

  /// What is saved of the whole session, where that differs from the wait.
  private func sessionSaving(_ cause: WaitCause) -> String {
    guard let session = cause.sessionSaves?.time, let own = cause.saves.time,
      session.roundedToMilliseconds != own.roundedToMilliseconds
    else { return "" }
    let less = durations.text(session, places: 3)
    if session > .zero, let startup = cause.startupSaves?.time, startup < .zero {
      let later = durations.text(.zero - startup, places: 3)
      return ", but playback would start \(later) later: \(less) less waiting in all"
    }
    return ", and the session would wait \(less) less"
  }

  private func time<Clock>(_ time: Time<Clock>) -> String { durations.text(time, places: 1) }
}

extension ClosedRange<Int> {
  /// The segments of these numbers: `segment 5`, `segments 5 to 9`.
  fileprivate var words: String {
    count == 1 ? "segment \(lowerBound)" : "segments \(lowerBound) to \(upperBound)"
  }
}

extension PolicyUnit {
  fileprivate func roundedText(_ value: Int64, _ durations: TextStyle.Durations) -> String {
    self == .time ? durations.text(MediaTime(nanoseconds: value)) : text(value)
  }
}

extension String {
  /// The text with its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
