internal import CMicroHTTPD
import PlayheadKit

/// A request on the link and its response, on the thread of its connection.
final class Exchange {
  let core: ServerCore
  let connection: Int
  private let socket: Int32
  /// The clock's time at which the request was in.
  let asked: WallTime
  private let file: OpenFile?
  private let fault: RequestFault.Answer?
  private let growth: [PublishedContent.Growth]
  private let offset: Int64
  private var record: ServedRequest
  private var beginning: ServerState.Beginning?
  /// The bytes handed over for sending.
  private var handed: Int64 = 0
  /// What the socket had taken before the first of them.
  private var before: Int64?
  /// The clock's time at which the client was seen to close.
  private var closing: WallTime?
  private var isFileChanged = false
  private var isFinished = false

  init(
    _ head: RequestHead, _ routed: ServerCore.Routed, in core: ServerCore, on connection: Int,
    socket: Int32, asked: WallTime, answered: WallTime
  ) {
    self.core = core
    self.connection = connection
    self.socket = socket
    self.asked = asked
    let answer = routed.answer
    file = routed.file
    fault = routed.fault
    growth = routed.growth
    var bytes = head.method == "GET" && answer.isSent ? answer.count : 0
    if case .file(let offset, _) = answer.body {
      self.offset = offset
    } else {
      offset = 0
      bytes = 0
    }
    record = ServedRequest(
      number: 0, session: 0, connection: connection, method: head.method, path: head.path,
      range: head["range"], userAgent: head["user-agent"], status: answer.status,
      firstOffset: bytes > 0 ? offset : nil, bytes: bytes, sentBytes: 0, asked: .zero,
      end: .zero, endReason: .complete)
    let beginning = core.begin(self, bytes: bytes, at: answered)
    self.beginning = beginning
    record.number = beginning.number
    record.session = beginning.session
    record.asked = time(at: asked)
  }

  /// The wall time of the link, as it was when the request was in.
  private func time(at instant: WallTime) -> WallTime {
    max(.zero, instant - (beginning?.epoch ?? instant))
  }

  /// Whether not all of it is there yet.
  var isGrowing: Bool { !growth.isEmpty }

  /// How long to sleep at most, as the number of responses may change.
  private static let longestSleep = WallTime.milliseconds(20)

  /// Waits until the head of the response is due; false if there is no use in sending it.
  func waitForHead() -> Bool {
    guard let due = beginning?.due else { return false }
    // Until the client gives up, or the server stops.
    while fault == .timeout {
      guard closing == nil, sleep(until: core.clock.now() + Self.longestSleep) else { return false }
    }
    while core.clock.now() < due {
      guard sleep(until: due) else { return false }
    }
    guard fault != .reset else { return false }
    record.head = time(at: core.clock.now())
    return true
  }

  /// Fills `buffer` with the bytes that are due once there are any; `nil` if the response breaks
  /// off.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    if before == nil { before = progress?.taken ?? 0 }
    while true {
      let now = core.clock.now()
      var limit = Int64(buffer.count)
      if let there = growth.first(where: { $0.end > offset + handed && $0.wallTime > now }) {
        // What is there ends where the growth before it does.
        let end = growth.last { $0.wallTime <= now }?.end ?? 0
        guard end > offset + handed else {
          core.pause(record.number, at: now)
          // Nothing would be sent to notice that nobody takes it.
          guard closing == nil, sleep(until: min(there.wallTime, now + Self.longestSleep)) else {
            return nil
          }
          continue
        }
        limit = min(limit, end - offset - handed)
      }
      switch core.take(record.number, atMost: limit, isEager: closing != nil, at: now) {
      case .complete: return growth.isEmpty ? nil : 0
      case .nothing(let next):
        guard sleep(until: min(next ?? .bound, now + Self.longestSleep)) else { return nil }
      case .bytes(let count):
        let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(count)])
        guard let file, file.isUnchanged, unsafe file.read(into: part, at: offset + handed)
        else {
          isFileChanged = true
          return nil
        }
        if fault == .unreadable {
          unsafe part.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: "?"))
        }
        handed += count
        if record.firstByte == nil { record.firstByte = time(at: now) }
        record.lastByte = time(at: now)
        return Int(count)
      }
    }
  }

  /// Sleeps until `instant` of the clock or for less; false if the response is to end.
  private func sleep(until instant: WallTime) -> Bool {
    let left = instant - core.clock.now()
    let events = Int(
      playhead_wait(socket, core.wakeup.descriptor, closing == nil ? 0 : 1, left.nanoseconds))
    let isGone = events & PLAYHEAD_WAIT_BROKEN != 0
    if isGone || events & PLAYHEAD_WAIT_CLOSING != 0, closing == nil { closing = core.clock.now() }
    return !isGone && !core.isStopping
  }

  /// Ends the response, `wasSent` to its end or not.
  func finish(wasSent: Bool) {
    guard !isFinished else { return }
    isFinished = true
    let now = core.clock.now()
    record.end = time(at: now)
    record.sentBytes = handed
    if let before, let progress {
      record.sentBytes = min(handed, max(0, progress.taken - before))
      record.acknowledgedBytes = min(handed, max(0, progress.acknowledged - before))
    }
    if isFileChanged {
      record.endReason = .fileChanged
    } else if wasSent {
      record.endReason = .complete
    } else if core.isStopping {
      record.endReason = .stopped
    } else {
      record.endReason = .dropped
      record.dropped = time(at: closing ?? now)
    }
    core.finish(record, at: now)
    core.rest(connection, at: now)
  }

  private var progress: (taken: Int64, acknowledged: Int64)? {
    var (taken, acknowledged) = (Int64(0), Int64(0))
    guard unsafe playhead_tcp_progress(socket, &taken, &acknowledged) != 0 else { return nil }
    return (taken, acknowledged)
  }
}
