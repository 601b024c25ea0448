internal import CMicroHTTPD
package import PlayheadKit
import Synchronization

/// An HTTP/1.1 server that delivers files exactly as a link of the model does.
///
/// Files have the path `/media/NAME`. Their responses share the link in equal parts, each from its
/// first byte, which is one latency after its request. The link's time begins with the first
/// request.
package final class ThrottledServer: Sendable {
  private let core: ServerCore
  private let daemon: Mutex<Daemon>
  /// The address that it listens on, with the port that it has.
  package let address: ListenAddress

  /// The maximum number of requests that ``requests`` keeps.
  package static let maximumKeptRequests = 10_000

  @safe
  private struct Daemon: ~Copyable {
    var pointer: OpaquePointer?

    init(_ pointer: OpaquePointer) {
      unsafe self.pointer = pointer
    }
  }

  /// Serves `files` over a link that follows `profile`.
  ///
  /// - Parameters:
  ///   - files: what is served.
  ///   - profile: the network with everything done to it.
  ///   - transport: how the link's rate reaches a response.
  ///   - address: where to listen.
  ///   - options: the bounds of the server.
  ///   - faults: what becomes of requests for media that fail; called on any thread.
  ///   - publication: what there is of what is published meanwhile; called on any thread.
  ///   - pages: answers to requests of other paths than `/media/`, which are not on the link;
  ///     called on any thread.
  ///   - onRequest: called with each request over the link as it ends, on any thread.
  /// - Throws: ``ServingError`` if the address cannot be listened on.
  package convenience init(
    serving files: ServedFiles, over profile: BandwidthProfile, by transport: Transport = .fluid,
    on address: ListenAddress = .loopback, options: ServingOptions = ServingOptions(),
    faults: @escaping FaultyRequest.Rule = { _ in nil },
    publication: PublishedRequest.Rule? = nil,
    pages: @escaping @Sendable (PageRequest) -> PageResponse? = { _ in nil },
    onRequest: @escaping @Sendable (ServedRequest) -> Void = { _ in }
  ) throws(ServingError) {
    try self.init(
      serving: files, over: NetworkLink(following: profile), by: transport, on: address,
      options: options, clock: .monotonic, faults: faults, publication: publication, pages: pages,
      onRequest: onRequest)
  }

  package init(
    serving files: ServedFiles, over link: NetworkLink, by transport: Transport = .fluid,
    on address: ListenAddress = .loopback, options: ServingOptions = ServingOptions(),
    clock: ServingClock = .monotonic, faults: @escaping FaultyRequest.Rule = { _ in nil },
    publication: PublishedRequest.Rule? = nil,
    pages: @escaping @Sendable (PageRequest) -> PageResponse? = { _ in nil },
    onRequest: @escaping @Sendable (ServedRequest) -> Void = { _ in }
  ) throws(ServingError) {
    guard let wakeup = Wakeup() else {
      throw ServingError(.start, reason: SystemError.last.description)
    }
    core = ServerCore(
      files, link, transport, options, isLoopback: address.isLoopback, clock: clock,
      wakeup: wakeup, faults: faults, publication: publication, pages: pages, onRequest: onRequest)
    let listening = try ListeningSocket.make(address)
    self.address = ListenAddress(host: address.host, port: listening.port)
    var callbacks = unsafe playhead_mhd_callbacks(
      context: Unmanaged.passUnretained(core).toOpaque(), handle: ServerCallbacks.handle,
      completed: ServerCallbacks.completed, connection: ServerCallbacks.connection,
      unescape: ServerCallbacks.unescape)
    let started = unsafe playhead_mhd_start(
      listening.descriptor, &callbacks, UInt32(options.maximumConnections),
      options.maximumHeadBytes, UInt32(options.idleSeconds))
    guard let pointer = unsafe started else {
      ListeningSocket.close(listening.descriptor)
      throw ServingError(.start, reason: SystemError.last.description)
    }
    daemon = Mutex(unsafe Daemon(pointer))
  }

  deinit { stop() }

  /// The port that it listens on.
  package var port: UInt16 { address.port }

  /// The URL of what is at `path`.
  package func url(_ path: String = "/") -> String {
    let host = address.host == "0.0.0.0" ? "127.0.0.1" : address.host == "::" ? "::1" : address.host
    return "http://\(ListenAddress(host: host, port: port).text)\(path)"
  }

  /// The requests over the link that have ended, the latest ``maximumKeptRequests`` of them.
  package var requests: [ServedRequest] { core.state.withLock { $0.served } }

  /// When the link's time begins again.
  package enum Restart: Hashable, Sendable {
    /// With the next request.
    case atNextRequest
    /// Now.
    case now
  }

  /// Has the link's time begin again.
  ///
  /// What is left of open responses follows over it.
  ///
  /// Requests of a path with the argument `session` do the same by themselves when its value is
  /// another one than before.
  package func restart(_ restart: Restart = .atNextRequest) {
    let now = core.clock.now()
    let date = core.clock.date()
    core.state.withLock { $0.restart(at: restart == .now ? now : nil, date: date) }
  }

  /// The wall time of the link now; `nil` before its first request.
  package var time: WallTime? {
    let now = core.clock.now()
    return core.state.withLock { $0.time(at: now) }
  }

  /// The date on which the link's time began, in nanoseconds since 1970; `nil` before its first
  /// request.
  package var startDate: Int64? {
    core.state.withLock { $0.epoch == nil ? nil : $0.epochDate }
  }

  /// Ends all responses, closes all connections and waits until that is done.
  package func stop() {
    core.stop()
    daemon.withLock { daemon in
      guard let pointer = unsafe daemon.pointer else { return }
      unsafe daemon.pointer = nil
      unsafe MHD_stop_daemon(pointer)
    }
  }
}
