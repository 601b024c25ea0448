public import PlayheadKit

/// A request on the link that a server may answer otherwise than with what it asks for.
public struct FaultyRequest: Hashable, Sendable {
  /// The path of what it asks for, from what is served on.
  public var path: String
  /// The first byte that it asks for.
  public var offset: Int64
  /// When it came, by the link's time.
  public var wallTime: WallTime

  /// The request for `path` from byte `offset` on that came at `wallTime`.
  public init(path: String, offset: Int64, wallTime: WallTime) {
    self.path = path
    self.offset = offset
    self.wallTime = wallTime
  }

  /// What becomes of requests; `nil` for those that are answered as ever.
  public typealias Rule = @Sendable (FaultyRequest) -> RequestFault.Answer?
}
