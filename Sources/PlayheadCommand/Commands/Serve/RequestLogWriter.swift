import PlayheadKit
import Synchronization
import ThrottledServing

/// Writes requests to standard output and to the file of `--log` as they end, on any thread.
final class RequestLogWriter: Sendable {
  private let format: ServeFormat
  private let output: StandardOutput
  private let file: LogFile?
  private let state = Mutex(State())

  private struct State {
    var count = 0
    var failure: Failure?
  }

  /// Creates the file at `path`, if one is named.
  init(_ format: ServeFormat, to path: String?, _ context: Context) throws(Failure) {
    self.format = format
    output = context.output
    file = if let path, path != "-" { try LogFile(path: path) } else { nil }
  }

  /// The number of requests written.
  var count: Int { state.withLock { $0.count } }

  /// Why nothing more is written; `nil` as long as all is.
  var failure: Failure? { state.withLock { $0.failure } }

  /// Writes what is served where.
  func open(
    _ server: ThrottledServer, serving files: ServedFiles, over profile: BandwidthProfile,
    by transport: Transport
  ) {
    let line = RequestLines.opening(server, serving: files, over: profile, by: transport)
    let text = """
      serving  \(files.path.oneLine)
      network  \(profile.name.oneLine)
      page     \(server.url())
      media    \(files.mainEntry.map { server.url($0.urlPath) } ?? server.url("/media/") + "...")
      Press Ctrl-C to end.

         asked   first byte    last byte  bytes sent  request

      """
    write(line: line, text: text, counting: 0)
  }

  /// Writes `request`.
  func write(_ request: ServedRequest) {
    write(line: RequestLines.line(request), text: Self.text(request), counting: 1)
  }

  private func write(line: [UInt8], text: String, counting count: Int) {
    state.withLock { state in
      guard state.failure == nil else { return }
      do throws(Failure) {
        try file?.write(line)
        try output.write(format == .text ? Array(text.utf8) : line)
        state.count += count
      } catch {
        state.failure = error
      }
    }
  }

  /// A line for people.
  static func text(_ request: ServedRequest) -> String {
    let cells = [
      (request.asked.secondsText(places: 3), 8),
      (request.firstByte?.secondsText(places: 3) ?? "-", 13),
      (request.lastByte?.secondsText(places: 3) ?? "-", 13),
      ("\(request.sentBytes)", 12),
    ].map { text, width in String(repeating: " ", count: max(0, width - text.count)) + text }
    var words = "\(request.method) \(request.path)"
    if let range = request.range { words += " \(range)" }
    words += ": \(request.status)"
    switch request.endReason {
    case .complete: break
    case .dropped:
      words += ", dropped at \(request.dropped?.secondsText(places: 3) ?? "-")"
    case .stopped: words += ", stopped"
    case .fileChanged: words += ", broken off as the file changed"
    }
    return "\(cells.joined())  \(words.oneLine) (connection \(request.connection))\n"
  }
}
