package import PlayheadKit

/// A request on the link that a server may answer otherwise than with what it asks for.
package struct FaultyRequest: Hashable, Sendable {
  /// The path of what it asks for, from what is served on.
  package var path: String
  /// The first byte that it asks for.
  package var offset: Int64
  /// When it came, by the link's time.
  package var wallTime: WallTime

  /// The request for `path` from byte `offset` on that came at `wallTime`.
  package init(path: String, offset: Int64, wallTime: WallTime) {
    self.path = path
    self.offset = offset
    self.wallTime = wallTime
  }

  /// What becomes of requests; `nil` for those that are answered as ever.
  package typealias Rule = @Sendable (FaultyRequest) -> RequestFault.Answer?
}
