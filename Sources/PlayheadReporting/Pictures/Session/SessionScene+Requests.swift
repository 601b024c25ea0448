import PlayheadModel
import PlayheadPictures

extension SessionScene {
  /// The requests as a waterfall, each in a row: what it waited for, and when its bytes came.
  ///
  /// Of many, rows begin again at the top.
  var requestPanel: Panel {
    let requests = session.requests
    let rows = max(1, min(requests.count, Self.rows))
    var parts: [Part: [Block]] = [:]
    var single: [Mark] = []
    for (number, request) in requests.enumerated() {
      let row = Int64(rows - 1 - number % rows) * 10
      for (part, range) in self.parts(of: request) {
        let block = Block(x: range, y: (row + 1)..<(row + 9))
        if requests.count <= Self.maximumTitles {
          single.append(
            Mark(part.name, part.tone, .blocks([block]), title: title(of: request)))
        } else {
          parts[part, default: []].append(block)
        }
      }
    }
    let merged = Part.allCases.compactMap { part in
      parts[part].map { Mark(part.name, part.tone, .blocks($0), title: part.name) }
    }
    let marks = Part.allCases.flatMap { part in single.filter { $0.name == part.name } } + merged
    let height: Panel.Height = rows > 8 ? .normal : rows > 2 ? .small : .strip
    return Panel(
      "requests", title: "Requests",
      summary:
        "\(counted(requests.count, "request")) over wall time: latency, transfer, "
        + "and what was dropped",
      axis: nil, top: Int64(rows) * 10, height: height, marks: marks)
  }

  private static let rows = 24

  /// A part of a request.
  enum Part: CaseIterable {
    case queue, latency, transfer, blocked, dropped, failed

    var name: String {
      switch self {
      case .queue: "queued"
      case .latency: "latency"
      case .transfer: "transfer"
      case .blocked: "buffer full"
      case .dropped: "dropped"
      case .failed: "failed"
      }
    }

    var tone: Tone {
      switch self {
      case .queue: .threshold
      case .latency: .waiting
      case .transfer: .transfer
      case .blocked: .blocked
      case .dropped: .dropped
      case .failed: .bad
      }
    }
  }

  private func parts(of asked: PicturedSession.Request) -> [(Part, Range<Int64>)] {
    let (request, decided) = (asked.request, asked.decided)
    let end = request.end ?? session.session.elapsed
    let firstByte = request.firstByte ?? end
    let lastByte = request.lastByte ?? firstByte
    var parts: [(Part, Range<Int64>)] = []
    func add(_ part: Part, _ start: WallTime, _ end: WallTime) {
      let (left, right) = (start.axisPlace, end.axisPlace)
      if left < right { parts.append((part, left..<right)) }
    }
    if let decided { add(.queue, decided, request.sent) }
    guard asked.failure == nil else {
      add(.failed, request.sent, end)
      return parts
    }
    add(.latency, request.sent, firstByte)
    add(request.endReason.isDrop ? .dropped : .transfer, firstByte, max(firstByte, lastByte))
    if !request.endReason.isDrop { add(.blocked, max(firstByte, lastByte), end) }
    return parts
  }

  private func title(of request: PicturedSession.Request) -> String {
    let own = request.request
    let parts = [
      "request \(own.number): \(request.subject)", "sent at \(text(own.sent))",
      own.firstByte.map { "first byte after \(text($0 - own.sent))" },
      own.end.map { "ended at \(text($0))" }, byteText(own.bytesReceived),
      own.bytesWasted > 0 ? "\(byteText(own.bytesWasted)) wasted" : nil, request.ending,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension MediaRequest.EndReason {
  /// Whether the player dropped it before it was complete.
  var isDrop: Bool {
    switch self {
    case .complete, .blocked, .open, .droppedAsLoaded: false
    case .droppedBySeek, .droppedByLoop, .droppedBySkip, .abandoned: true
    }
  }
}
