/// Where a case comes from: a case as it is written in a suite file, which may stand for several.
public struct CaseOrigin: Hashable, Sendable {
  /// The name that is written, without the parts of a product: `home` for `home [cable, basic]`.
  public var name: String
  /// The position among the cases that it stands for, from 0.
  public var position: Int

  /// The case at `position` of those that the case written as `name` stands for.
  public init(name: String, position: Int) {
    self.name = name
    self.position = position
  }
}
