/// Why a resource could not be downloaded.
///
/// Details are libcurl's own messages, for people only; no code depends on them.
public enum HTTPError: Error, Hashable, Sendable {
  /// The text is not an `http` or `https` URL.
  case badURL(detail: String)
  /// The name of the host or proxy cannot be resolved.
  case cannotResolve(detail: String)
  /// The connection was refused or timed out.
  case cannotConnect(detail: String)
  /// The TLS connection failed, most often because the certificate is not trusted.
  case insecure(detail: String)
  /// The response has an error status; the phrase is empty if the status has none.
  case status(Int, phrase: String)
  /// The redirects exceed the limit.
  case tooManyRedirects(limit: Int)
  /// A redirect leads to something other than an `http` or `https` URL.
  case refusedRedirect(location: String)
  /// The response violates the protocol.
  case badResponse(detail: String)
  /// The connection broke during the download; both numbers are bytes.
  case connectionBroke(received: Int64, total: Int64?, detail: String)
  /// The server stopped sending during the download; both numbers are bytes.
  case timedOut(received: Int64, total: Int64?)
  /// The resource changed during the download; both numbers are its sizes in bytes.
  case resourceChanged(was: Int64?, now: Int64?)
  /// The temporary file could not be created or written.
  case temporaryFile(TemporaryFileError)
  /// The download was interrupted.
  case interrupted
  /// libcurl failed for another reason.
  case transferLibrary(detail: String)
}

extension HTTPError: CustomStringConvertible {
  /// The reason in one line, without the URL, which the caller knows.
  ///
  /// It can contain the server's words, from which control characters are removed.
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
    return received > 0 ? "after \(received) bytes" : "before any data"
  }
}
