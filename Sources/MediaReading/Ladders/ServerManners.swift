import PlayheadKit
import Synchronization

/// How the servers of a ladder answer HEAD, learned as its segments are sized.
///
/// Servers refuse it, leave the length out, or say another one than they send. So the first answer
/// of each is held against GET, and only a server whose answers agree is asked by HEAD alone.
final class ServerManners: Sendable {
  private enum Manner {
    /// HEAD and GET agreed; whether parts are sent.
    case agrees(sendsParts: Bool)
    case refusesHead
  }

  private let known = Mutex<[String: Manner]>([:])

  /// The scheme, host and port of `url`.
  private static func server(of url: String) -> String {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.prefix(3).joined(separator: "/").lowercased()
  }

  private subscript(url: String) -> Manner? {
    known.withLock { $0[Self.server(of: url)] }
  }

  /// Whether HEAD is worth a request.
  func answersHead(_ url: String) -> Bool {
    if case .refusesHead = self[url] { false } else { true }
  }

  /// What HEAD says of `url`, of a server that has said the truth before; `nil` if GET has to
  /// answer.
  func settled(_ told: ResponseHeaders, of url: String) -> ResponseHeaders? {
    guard case .agrees(let sendsParts) = self[url], told.contentLength ?? 0 > 0 else { return nil }
    var told = told
    told.acceptsByteRanges = sendsParts
    return told
  }

  /// Whether GET would fail as HEAD did.
  func isDecided(by error: HTTPError, of url: String) -> Bool {
    switch error {
    case .status(let status, _):
      guard case .agrees = self[url] else { return false }
      return status == 404 || status == 410
    case .badURL, .cannotResolve, .cannotConnect, .insecure, .tooManyRedirects, .refusedRedirect,
      .tooLarge, .tookTooLong, .privateHost, .temporaryFile, .interrupted, .transferLibrary:
      return true
    case .badResponse, .connectionBroke, .timedOut, .resourceChanged, .busy, .tooSlow: return false
    }
  }

  /// Notes what GET has `found` of `url` beside what HEAD has `told`; `nil` if that failed, or was
  /// not asked.
  func note(_ told: ResponseHeaders?, beside found: ResponseHeaders, of url: String) {
    known.withLock { known in
      let server = Self.server(of: url)
      // One whose answers agreed may have no length of a resource that it makes as it goes.
      guard known[server] == nil else { return }
      if let told, let length = told.contentLength, length > 0, length == found.contentLength {
        known[server] = .agrees(sendsParts: found.acceptsByteRanges)
      } else {
        known[server] = .refusesHead
      }
    }
  }
}
