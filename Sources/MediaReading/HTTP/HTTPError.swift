/// Why a resource could not be downloaded.
///
/// Details are the transfer library's own words for the person at the terminal, never something to
/// decide by.
public enum HTTPError: Error, Hashable, Sendable {
  /// What was given is not a URL of `http` or `https`.
  case badURL(detail: String)
  /// The name of the host, or of the proxy, has no address.
  case cannotResolve(detail: String)
  /// Nothing answers at the address, or not in time.
  case cannotConnect(detail: String)
  /// A secure connection could not be made; most often the certificate is not trusted.
  case insecure(detail: String)
  /// The server's answer is not the resource. The phrase is empty if there is none for the status.
  case status(Int, phrase: String)
  /// The redirects did not end.
  case tooManyRedirects(limit: Int)
  /// A redirect leads to what is not a URL of `http` or `https`.
  case refusedRedirect(location: String)
  /// The server's answer does not follow the protocol.
  case badResponse(detail: String)
  /// The connection broke before everything had come; both numbers are bytes.
  case connectionBroke(received: Int64, total: Int64?, detail: String)
  /// The server went silent before everything had come; both numbers are bytes.
  case timedOut(received: Int64, total: Int64?)
  /// The resource became another one under the download; both numbers are its sizes in bytes.
  case resourceChanged(was: Int64?, now: Int64?)
  /// The temporary file could not be made or written.
  case temporaryFile(TemporaryFileError)
  /// Somebody asked to stop.
  case interrupted
  /// The transfer library failed in a way of its own.
  case transferLibrary(detail: String)
}

extension HTTPError: CustomStringConvertible {
  /// The reason in one line, without the URL, which the caller knows.
  ///
  /// Some of the words are the server's: what could steer a terminal is taken out of them.
  public var description: String {
    var words = String.UnicodeScalarView()
    for scalar in rawDescription.unicodeScalars {
      words.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
    }
    return String(words)
  }

  private var rawDescription: String {
    switch self {
    case .badURL(let detail): "not a usable URL: \(detail)"
    case .cannotResolve(let detail): detail
    case .cannotConnect(let detail): "cannot connect: \(detail)"
    case .insecure(let detail): "no secure connection: \(detail)"
    case .status(let status, let phrase):
      phrase.isEmpty ? "the server answers \(status)" : "the server answers \(status) \(phrase)"
    case .tooManyRedirects(let limit): "more than \(limit) redirects"
    case .refusedRedirect(let location): "redirected to \(location), which is not http or https"
    case .badResponse(let detail): "the server's answer is malformed: \(detail)"
    case .connectionBroke(let received, let total, let detail):
      "the connection broke \(Self.point(received, of: total)): \(detail)"
    case .timedOut(let received, let total):
      "the server went silent \(Self.point(received, of: total))"
    case .resourceChanged(let was?, let now?):
      "the resource changed during the download, from \(was) to \(now) bytes"
    case .resourceChanged: "the resource changed during the download"
    case .temporaryFile(let error): error.description
    case .interrupted: "interrupted"
    case .transferLibrary(let detail): "libcurl failed: \(detail)"
    }
  }

  private static func point(_ received: Int64, of total: Int64?) -> String {
    if let total { return "after \(received) of \(total) bytes" }
    return received > 0 ? "after \(received) bytes" : "before anything came"
  }
}
