import PlayheadModel

/// What a report has to know of those before it.
struct CMCDState<Subject: CMCDSubject> {
  private let subject: Subject
  private let startup: WallTime?
  private let stalls: [Stall]
  private var number: Int64 = 0
  private var before: Tick?
  private var startupToReport: WallTime?
  private var openStall: Int?
  private var stallsToReport: [WallTime] = []

  init(_ session: Session, of subject: Subject) {
    self.subject = subject
    startup = session.startup
    stalls = session.stalls
  }

  /// Takes in what happened before the next report.
  mutating func note(_ event: Event) {
    switch event.kind {
    case .playbackStarted: startupToReport = startup
    case .playbackStalled(let number): openStall = number
    case .playbackResumed, .stallEnded: closeStall()
    default: break
    }
  }

  private mutating func closeStall() {
    if let stall = openStall.map({ stalls[$0 - 1] }), !stall.isOpen, stall.elapsed > .zero {
      stallsToReport.append(stall.elapsed)
    }
    openStall = nil
  }

  /// The report at `tick`.
  mutating func report(at tick: Tick) -> [String: StructuredField] {
    let rate = tick.phase == .playing ? tick.rate : .zero
    var fields: [String: StructuredField] = [
      "bl": list([tick.bufferLevel.milliseconds(toNearest: 100)]),
      "bsa": list([Int64(tick.stallCount)]),
      "bsda": list([tick.stalled.milliseconds(toNearest: 1)]),
      "e": .token("t"),
      "pt": .integer(tick.mediaTime.milliseconds(toNearest: 1)),
      "sf": .token(subject.format),
      "sn": .integer(number),
      "st": .token("v"),
      "sta": .token(tick.cmcdState),
      "ts": .integer(tick.wallTime.milliseconds(toNearest: 1)),
      "v": .integer(2),
    ]
    fields.merge(subject.fields(at: tick)) { $1 }
    fields["mtp"] = throughput(at: tick)
    if rate != .normal { fields["pr"] = .decimal(thousandths: rate.thousandths) }
    if case .waiting = tick.phase { fields["su"] = .flag }
    if tick.stallCount > before?.stallCount ?? 0 || tick.stalled > before?.stalled ?? .zero {
      fields["bs"] = .flag
    }
    if !stallsToReport.isEmpty {
      fields["bsd"] = list(stallsToReport.map { $0.milliseconds(toNearest: 1) })
    }
    fields["msd"] = startupToReport.map { .integer($0.milliseconds(toNearest: 1)) }
    (stallsToReport, startupToReport, before) = ([], nil, tick)
    number += 1
    return fields
  }

  private func list(_ values: [Int64]) -> StructuredField {
    .list(values.map { ($0, subject.objectType) })
  }

  /// What came since the report before over the time that it took; `nil` if it took none.
  private func throughput(at tick: Tick) -> StructuredField? {
    let time = Int128((tick.requestTime - (before?.requestTime ?? .zero)).nanoseconds)
    guard time > 0 else { return nil }
    let bytes = tick.bytesTaken - (before?.bytesTaken ?? 0)
    // Bytes in nanoseconds to hundreds of kilobits in seconds.
    let divisor = time * 100_000
    let hundreds = (2 * Int128(bytes) * Int128(BitRate.quantaPerByte) + divisor) / (2 * divisor)
    return Int64(exactly: hundreds * 100).map { list([$0]) }
  }
}

extension Time {
  /// The time in milliseconds, rounded to a multiple, halves up.
  func milliseconds(toNearest step: Int64) -> Int64 {
    let unit = step * 1_000_000
    return (nanoseconds + unit / 2) / unit * step
  }
}

extension Tick {
  /// Bytes that were of use.
  fileprivate var bytesTaken: Int64 { bytesDownloaded - bytesWasted }

  /// The state as CMCD names it.
  fileprivate var cmcdState: String {
    switch phase {
    case .waiting(.startup): "s"
    case .waiting(.stall), .waiting(.loop): "r"
    case .waiting(.seek): "k"
    case .playing: "p"
    case .paused: "a"
    case .ended: "e"
    }
  }
}
