package import PlayheadAnalysis
package import PlayheadModel

/// An event with its own line in a timeline or a list of events.
package struct TimelineMark: Hashable, Sendable {
  package var wallTime: WallTime
  package var mediaTime: MediaTime
  package var text: String
  package var color: TextStyle.Color?
  /// Its kind, as far as that decides where and whether it is shown.
  package var kind = Kind.other
  /// Whether only a list of all events shows it, because the rows of a timeline already do.
  package var isDetail = false
  /// Whether it begins a stall or ends one that is under way.
  package var stall: StallPart?

  /// The kinds that are placed or folded in a way of their own.
  package enum Kind: Sendable {
    case request, full, noLongerFull, other
  }

  /// A part of a stall, as the gutter of a timeline draws it.
  package enum StallPart: Sendable {
    case begin, middle, end
  }
}

extension [TimelineMark] {
  /// These marks and `others`, both in order; at one instant, the others come last.
  package func merged(with others: [TimelineMark]) -> [TimelineMark] {
    guard !isEmpty else { return others }
    var merged: [TimelineMark] = []
    var rest = self[...]
    for mark in others {
      while let next = rest.first, next.wallTime <= mark.wallTime {
        merged.append(next)
        rest.removeFirst()
      }
      merged.append(mark)
    }
    return merged + rest
  }
}

extension Session {
  /// The marks of the timeline: user actions and their results, starts, stalls, requests, a full
  /// buffer and path changes.
  func marks(
    _ durations: TextStyle.Durations = .clock, causes: SessionCauses? = nil
  ) -> [TimelineMark] {
    eventMarks(durations, causes: causes).filter { !$0.isDetail }
  }

  /// The mark under the last row; `nil` if the session ended without one.
  var closingMark: TimelineMark? {
    let texts = [
      endReason == .starved ? "the link is dead" : nil,
      endReason == .gap ? "a gap in the media" : nil,
      endReason == .error ? "the player ends with an error" : nil,
      record.stalls.last { $0.isOpen }.map { "stall \($0.number) is still open at the end" },
      record.openWait?.cause == .seek
        ? "still waiting" + (record.seeks.last.map { " after seek \($0.number)" } ?? "") : nil,
    ].compactMap(\.self)
    guard !texts.isEmpty else { return nil }
    return TimelineMark(
      wallTime: record.elapsed, mediaTime: record.ticks.last?.mediaTime ?? .zero,
      text: texts.joined(separator: "; "), color: .red, stall: .end)
  }

  /// A mark for each event, in order.
  package func eventMarks(
    _ durations: TextStyle.Durations, causes: SessionCauses? = nil
  ) -> [TimelineMark] {
    var writer = MarkWriter(session: self, causes: causes, durations: durations)
    for (event, next) in zip(record.events, record.events.dropFirst().map(\.self) + [nil]) {
      writer.write(event, before: next)
    }
    return writer.marks
  }
}
