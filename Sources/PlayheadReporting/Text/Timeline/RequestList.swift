import PlayheadModel

/// All requests of a session, each with what it asked for, when its bytes arrived, and why it
/// ended.
struct RequestList {
  private let session: Session
  private let style: TextStyle
  /// What each request asks for, in words; `nil` for bytes of a file.
  private let subjects: [String]?

  init(report: SessionReport, style: TextStyle) {
    session = report.session
    self.style = style
    subjects = report.adaptation.map { adaptation in
      adaptation.played.requests.map { $0.subject.words(in: adaptation.ladder) }
    }
  }

  func write(to buffer: inout TextBuffer) {
    let names = session.requests.map { "request \($0.number)" }
    let width = (names.map(\.count).max() ?? 0) + 2
    for (name, request) in zip(names, session.requests) {
      let row = WrappedRow(name: name, nameWidth: width, style: style)
      buffer.write(lines: row.lines(words(for: request)))
    }
  }

  private func words(for request: MediaRequest) -> String {
    let arrival =
      if let first = request.firstByte, let last = request.lastByte {
        "first byte at \(text(first)), last byte at \(text(last))"
      } else {
        "no byte arrived"
      }
    let waste = request.bytesWasted > 0 ? ", \(byteText(request.bytesWasted)) wasted" : ""
    return "\(subject(of: request)), sent at \(text(request.sent)), \(arrival), "
      + "\(byteText(request.bytesReceived)) received\(waste), \(end(of: request))"
  }

  /// What a request asks for.
  private func subject(of request: MediaRequest) -> String {
    subjects?[request.number - 1] ?? request.rangeText
  }

  private func end(of request: MediaRequest) -> String {
    let time = request.end.map { " at \(text($0))" } ?? ""
    return switch request.endReason {
    case .complete, .blocked, .open: request.endReason.words
    default: request.endReason.words + time
    }
  }

  private func text(_ time: WallTime) -> String { style.durations.text(time, places: 3) }
}

extension MediaRequest.EndReason {
  /// Why it ended, in words.
  var words: String {
    switch self {
    case .complete: "complete"
    case .droppedBySeek: "dropped by a seek"
    case .droppedByLoop: "dropped by a loop"
    case .droppedBySkip: "dropped to read elsewhere"
    case .droppedAsLoaded: "dropped with everything loaded"
    case .abandoned: "abandoned for another level"
    case .blocked: "blocked at the end by a full buffer"
    case .open: "still open at the end"
    }
  }
}
