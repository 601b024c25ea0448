/// Something that gets a line of its own in a timeline or a list of events, at the instant it happens.
struct TimelineMark: Hashable {
  var wallTime: MediaTime
  var mediaTime: MediaTime
  var text: String
  var color: TextStyle.Color?
  /// What it tells of, as far as that decides where and whether it is shown.
  var kind = Kind.other
  /// Whether only a list of all events has it, as the rows of a timeline show it or it goes without
  /// saying.
  var isDetail = false
  /// What it would be of a stall: it begins one, or ends the one that goes on, if one does.
  var stall: StallPart?

  /// What a mark may tell of.
  enum Kind {
    case request, full, noLongerFull, other
  }

  /// A part of a stall, as the gutter of a timeline draws it.
  enum StallPart {
    case begin, middle, end
  }
}

extension Session {
  /// The marks of the timeline: what the user does and what comes of it, starts and stalls, requests,
  /// a full buffer, and how the path changes.
  func marks(_ durations: TextStyle.Durations = .seconds) -> [TimelineMark] {
    eventMarks(durations).filter { !$0.isDetail }
  }

  /// The mark under the last row; `nil` if how the session ended needs none.
  var closingMark: TimelineMark? {
    let texts = [
      endReason == .starved ? "the link is dead" : nil,
      stalls.last { $0.isOpen }.map { "stall \($0.number) is still open at the end" },
    ].compactMap(\.self)
    guard !texts.isEmpty else { return nil }
    return TimelineMark(
      wallTime: elapsed, mediaTime: ticks.last?.mediaTime ?? .zero,
      text: texts.joined(separator: "; "), color: .red, stall: .end)
  }

  /// A mark for each event, in order.
  func eventMarks(_ durations: TextStyle.Durations) -> [TimelineMark] {
    var writer = MarkWriter(session: self, durations: durations)
    for (event, next) in zip(events, events.dropFirst().map(\.self) + [nil]) {
      writer.write(event, before: next)
    }
    return writer.marks
  }
}
