internal import PlayheadKit

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
  /// The server asks to wait longer before a retry than is waited.
  case busy(Int, phrase: String, seconds: Int64)
  /// More bytes would have to be received than the limit.
  case tooLarge(limit: Int64)
  /// The download takes longer than its limit.
  case tookTooLong(milliseconds: Int64)
  /// The download is slower than the minimum rate; both numbers are bytes.
  case tooSlow(received: Int64, total: Int64?)
  /// The host's address is not of the public Internet, and such are refused.
  case privateHost
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
    case .busy(let status, let phrase, let seconds):
      "the server answers \(phrase.isEmpty ? "\(status)" : "\(status) \(phrase)") and asks to wait "
        + "\(seconds) s"
    case .tooLarge(let limit):
      "it requires downloading more than the limit of \(Self.size(limit))"
    case .tookTooLong(let milliseconds):
      "the download takes longer than the limit of \(Self.seconds(milliseconds)) s"
    case .tooSlow(let received, let total):
      "the download is slower than the minimum rate \(Self.point(received, of: total))"
    case .privateHost:
      "its host has a private, loopback or other special address, which is refused"
    case .temporaryFile(let error): error.description
    case .interrupted: "interrupted"
    case .transferLibrary(let detail): "libcurl failed: \(detail)"
    }
  }

  private static func point(_ received: Int64, of total: Int64?) -> String {
    if let total { return "after \(received) of \(total) bytes" }
    return received > 0 ? "after \(received) bytes" : "before any data"
  }
  /// A number of bytes in the largest binary unit that divides it.
  private static func size(_ bytes: Int64) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")] as [(Int64, String)]
    let unit = units.first { bytes > 0 && bytes % $0.0 == 0 }
    return unit.map { "\(bytes / $0.0) \($0.1)" } ?? "\(bytes) bytes"
  }

  private static func seconds(_ milliseconds: Int64) -> String {
    WallTime.milliseconds(milliseconds).secondsText
  }
}

extension HTTPError {
  /// The same error with the secrets of `address` left out of what the server and libcurl say.
  func hidingSecrets(of address: ShownAddress) -> HTTPError {
    func hide(_ text: String) -> String { address.hiding(in: text) }
    return switch self {
    case .badURL(let detail): .badURL(detail: hide(detail))
    case .cannotResolve(let detail): .cannotResolve(detail: hide(detail))
    case .cannotConnect(let detail): .cannotConnect(detail: hide(detail))
    case .insecure(let detail): .insecure(detail: hide(detail))
    case .status(let status, let phrase): .status(status, phrase: hide(phrase))
    case .busy(let status, let phrase, let seconds):
      .busy(status, phrase: hide(phrase), seconds: seconds)
    case .refusedRedirect(let location): .refusedRedirect(location: hide(location))
    case .badResponse(let detail): .badResponse(detail: hide(detail))
    case .connectionBroke(let received, let total, let detail):
      .connectionBroke(received: received, total: total, detail: hide(detail))
    case .transferLibrary(let detail): .transferLibrary(detail: hide(detail))
    case .tooManyRedirects, .timedOut, .resourceChanged, .tooLarge, .tookTooLong, .tooSlow,
      .privateHost, .temporaryFile, .interrupted:
      self
    }
  }
}
