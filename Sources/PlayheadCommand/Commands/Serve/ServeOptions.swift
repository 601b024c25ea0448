import PlayheadKit
import ThrottledServing

/// The values of `--format` of `serve`.
enum ServeFormat: String, CaseIterable, Sendable {
  /// For people.
  case text
  /// The request log for programs: one request per line, as it ends.
  case jsonl
  /// The self-test for programs.
  case json
}

extension Option {
  static let listen = Option(
    "listen", "l", .text("ADDRESS[:PORT]"), in: .serving,
    help: "Address and port to listen on; port 0 is any free one. Other machines can connect only "
      + "to an address of the network, such as 0.0.0.0",
    brief: "Address and port to listen on", default: "127.0.0.1:8080")
  static let log = Option(
    "log", nil, .file("FILE"), in: .serving,
    help: "Write the request log to FILE as JSON Lines, a line as each request ends",
    brief: "Write the request log to FILE as JSON Lines")
  static let crossOrigin = Option(
    "cross-origin", in: .serving, help: "Allow pages of other origins to play what is served")
  static let selfTest = Option(
    "self-test", in: .serving,
    help: "Measure what the server delivers at eight rates, and exit 1 if any is off by more than "
      + "1 %",
    brief: "Measure how exact the server is here")
  static let serveFormat = Option(
    "format", nil, .choice(of: ServeFormat.self), in: .output,
    help:
      "Format of the request log on standard output: text or jsonl; of --self-test: text or json",
    default: "text")

  /// The default of ``listen``.
  static let listenDefault = ListenAddress(host: "127.0.0.1", port: 8080)
}

extension ParsedArguments {
  /// The address of `--listen`.
  func listenAddress() throws(Failure) -> ListenAddress {
    guard let text = value(.listen) else { return Option.listenDefault }
    let port = Option.listenDefault.port
    guard let address = ListenAddress(parsing: text, defaultPort: port) else {
      throw Failure(
        badValue: text, of: .listen, why: "expected an IP address, a port or both",
        hint: "write 127.0.0.1:8080, [::1]:8080 or 0.0.0.0:8080")
    }
    return address
  }

  /// The format of what is written to standard output.
  func serveFormat() throws(Failure) -> ServeFormat {
    let format = choice(.serveFormat) ?? ServeFormat.text
    guard format == (has(.selfTest) ? .jsonl : .json) else { return format }
    throw Failure(
      contradicting: "\(Option.serveFormat.spelling)=\(format.rawValue) and "
        + (has(.selfTest) ? Option.selfTest.spelling : "a request log"),
      why: has(.selfTest) ? "it applies to request logs" : "it applies to the self-test")
  }
}
