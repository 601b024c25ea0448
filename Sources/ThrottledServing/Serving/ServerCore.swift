internal import CMicroHTTPD
import POSIX
import PlayheadKit
import Synchronization

/// What all connections of a server know, and how requests are answered.
final class ServerCore: Sendable {
  let files: ServedFiles
  let link: NetworkLink
  let options: ServingOptions
  let clock: ServingClock
  let wakeup: Wakeup
  private let isLoopback: Bool
  private let faults: FaultyRequest.Rule
  private let publication: PublishedRequest.Rule?
  private let pages: @Sendable (PageRequest) -> PageResponse?
  private let onRequest: @Sendable (ServedRequest) -> Void
  let state: Mutex<ServerState>
  private let stopping = Atomic(false)

  init(
    _ files: ServedFiles, _ link: NetworkLink, _ transport: Transport, _ options: ServingOptions,
    isLoopback: Bool, clock: ServingClock, wakeup: Wakeup, faults: @escaping FaultyRequest.Rule,
    publication: PublishedRequest.Rule?,
    pages: @escaping @Sendable (PageRequest) -> PageResponse?,
    onRequest: @escaping @Sendable (ServedRequest) -> Void
  ) {
    self.files = files
    self.link = link
    self.options = options
    self.isLoopback = isLoopback
    self.clock = clock
    self.wakeup = wakeup
    self.faults = faults
    self.publication = publication
    self.pages = pages
    self.onRequest = onRequest
    state = Mutex(ServerState(pacer: Pacer(over: link, by: transport)))
  }

  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  func stop() {
    stopping.store(true, ordering: .relaxed)
    wakeup.wake()
  }

  // MARK: Connections

  /// Notes a connection over `socket`, and closes those that have taken too long for a request.
  func openConnection(_ socket: Int32) -> Int {
    let now = clock.now()
    let limit = WallTime.seconds(Int64(options.idleSeconds))
    return state.withLock { state in
      // Within the lock, so that none of them is closed and its number given to another.
      for socket in state.overdue(at: now, limit: limit) { shutdown(socket, Int32(SHUT_RDWR)) }
      state.connectionCount += 1
      state.connections[state.connectionCount] = .init(socket: socket, idleSince: now)
      return state.connectionCount
    }
  }

  func closeConnection(_ number: Int) {
    state.withLock { state in
      state.connections[number] = nil
      state.pacer.close(number)
    }
  }

  // MARK: Answers

  /// The answer to a request, and the file that it is about.
  struct Routed {
    var answer: Answer
    var file: OpenFile?
    /// Whether it goes over the link.
    var isOnLink = false
    /// Whether it fails otherwise than by its status.
    var fault: RequestFault.Answer?
    /// The instant of the clock until which the answer is held back, to be asked for again then.
    var heldUntil: WallTime?
    /// What of the file there is from when on, by the clock; empty for all of it.
    var growth: [PublishedContent.Growth] = []
  }

  /// What to answer to a request that came at `instant`, or was held back until then.
  func route(_ head: RequestHead, at instant: WallTime) -> Routed {
    if let refusal = refusal(of: head) { return Routed(answer: refusal) }
    let prefix = "/media/"
    guard head.path.hasPrefix(prefix) else { return Routed(answer: page(for: head)) }
    let date = clock.date()
    let (epoch, start) = state.withLock { state in
      state.enter(named: head.arguments["session"], at: instant, date: date)
      return (state.epoch ?? instant, state.epochDate)
    }
    guard let names = TargetPath.names(in: String(head.path.dropFirst(prefix.count - 1))),
      var file = files.file(names), let name = names.last
    else {
      return Routed(answer: Answer(refusal: 404, "There is no such file."), isOnLink: true)
    }
    var growth: [PublishedContent.Growth] = []
    let request = PublishedRequest(
      path: names.joined(separator: "/"), arguments: head.arguments,
      range: head["range"].flatMap { RangeField($0, size: file.version.size).bytes },
      host: head["host"] ?? "", wallTime: max(.zero, instant - epoch), start: start)
    switch publication?(request) {
    case .missing:
      return Routed(
        answer: Answer(refusal: 404, "It is not there yet, or no longer."), isOnLink: true)
    case .refused(let reason):
      return Routed(answer: Answer(refusal: 400, reason), isOnLink: true)
    case .held(let time):
      // A client that leaves meanwhile has no other answer.
      return Routed(
        answer: Answer(200), isOnLink: true, heldUntil: epoch + time)
    case .document(let bytes): file = OpenFile(content: bytes, date: date)
    case .growing(let times):
      growth = times.map { .init(end: $0.end, wallTime: epoch + $0.wallTime) }
    case nil: break
    }
    var answer = Answer(to: head, for: file.version, type: ContentType.of(name))
    let fault = fault(in: names, answer)
    if case .status(let status)? = fault {
      answer = Answer(refusal: status, "This request fails by the wish of --fault.")
    }
    if options.allowsOtherOrigins {
      answer.add("Access-Control-Allow-Origin", "*")
      answer.add("Access-Control-Expose-Headers", "Content-Range, Content-Length, ETag")
      answer.add("Cross-Origin-Resource-Policy", "cross-origin")
    } else {
      answer.add("Cross-Origin-Resource-Policy", "same-origin")
    }
    return Routed(
      answer: answer, file: file, isOnLink: true, fault: fault, growth: growth)
  }

  /// How a request for the file at `names` fails that would get `answer`; `nil` if it does not.
  private func fault(in names: [String], _ answer: Answer) -> RequestFault.Answer? {
    var offset: Int64 = 0
    if case .file(let first, _) = answer.body { offset = first }
    let now = clock.now()
    let time = state.withLock { $0.time(at: now) } ?? .zero
    return faults(
      FaultyRequest(path: names.joined(separator: "/"), offset: offset, wallTime: time))
  }

  private func refusal(of head: RequestHead) -> Answer? {
    guard ["HTTP/1.1", "HTTP/1.0"].contains(head.version) else {
      return Answer(refusal: 505, "This server speaks HTTP/1.1.")
    }
    if isLoopback, !(head["host"].map(HostField.isLoopback) ?? (head.version == "HTTP/1.0")) {
      return Answer(refusal: 421, "The Host field does not name this machine.")
    }
    guard ["GET", "HEAD"].contains(head.method) else {
      return Answer(refusal: 405, "Only GET and HEAD are supported.", ["Allow": "GET, HEAD"])
    }
    if head.hasBody { return Answer(refusal: 413, "Requests have no body here.") }
    // The page itself may be reached by a link.
    let isForeign = head["sec-fetch-site"].map { !["same-origin", "none"].contains($0) } ?? false
    if isForeign, head.path != "/", !options.allowsOtherOrigins {
      return Answer(
        refusal: 403, "Pages of other sites may not read this; allow them with --cross-origin.")
    }
    return nil
  }

  /// What a server of what is published tells of the time, for `UTCTiming`.
  private var dateAnswer: Answer {
    var answer = Answer(200, body: .bytes(Array(CalendarDate(nanoseconds: clock.date()).text.utf8)))
    answer.add("Content-Type", "text/plain; charset=utf-8")
    answer.add("Cache-Control", "no-store")
    return answer
  }

  private func page(for head: RequestHead) -> Answer {
    if publication != nil, head.path == Self.datePath { return dateAnswer }
    let arguments = head.arguments.compactMapValues { TargetPath.decoded($0.utf8) }
    guard let page = pages(PageRequest(path: head.path, arguments: arguments)) else {
      return Answer(refusal: 404, "There is no such page.")
    }
    var answer = Answer(page.status, body: .bytes(page.body))
    answer.add("Content-Type", page.type)
    answer.add("Cache-Control", "no-store")
    answer.add("X-Content-Type-Options", "nosniff")
    answer.add("Referrer-Policy", "no-referrer")
    for (name, value) in page.fields.sorted(by: { $0.key < $1.key }) { answer.add(name, value) }
    return answer
  }

  /// Where a server of what is published tells the time.
  static let datePath = "/api/time"

  // MARK: Requests on the link

  func begin(_ exchange: Exchange, bytes: Int64, at instant: WallTime) -> ServerState.Beginning {
    state.withLock { $0.begin(on: exchange.connection, bytes: bytes, at: instant) }
  }

  /// Holds an answer back until `instant`; false if the client is gone, or the server stops.
  func hold(_ socket: Int32, until instant: WallTime) -> Bool {
    while true {
      let left = instant - clock.now()
      guard left > .zero else { return !isStopping }
      let time = min(left, .milliseconds(100))
      let events = Int(playhead_wait(socket, wakeup.descriptor, 0, time.nanoseconds))
      if events & (PLAYHEAD_WAIT_BROKEN | PLAYHEAD_WAIT_CLOSING) != 0 || isStopping { return false }
    }
  }

  /// The sender of the response to request `number` has nothing to send for a while.
  func pause(_ number: Int, at instant: WallTime) {
    state.withLock { state in
      if let time = state.time(at: instant) { state.pacer.pause(number, at: time) }
    }
  }

  /// The bytes that the response to request `number` may send, and when to ask again by the clock.
  func take(_ number: Int, atMost limit: Int64, isEager: Bool, at instant: WallTime)
    -> Pacer.Allowance
  {
    state.withLock { state in
      guard let epoch = state.epoch, let time = state.time(at: instant) else {
        return .nothing(until: nil)
      }
      let allowance = state.pacer.take(number, atMost: limit, isEager: isEager, at: time)
      guard case .nothing(let next?) = allowance else { return allowance }
      return .nothing(until: epoch + next)
    }
  }

  func finish(_ request: ServedRequest, at instant: WallTime) {
    state.withLock { state in
      let time = state.time(at: instant) ?? .zero
      if request.endReason == .complete {
        state.pacer.end(request.number, at: time)
      } else {
        state.pacer.drop(request.number, at: time)
      }
      state.note(request)
    }
    onRequest(request)
  }

  func rest(_ connection: Int, at instant: WallTime) {
    state.withLock { $0.connections[connection]?.idleSince = instant }
  }
}
