/// Cases that are run together.
public struct Suite: Hashable, Sendable {
  /// What it is called; `nil` if it has no name.
  public var name: String?
  /// The path of its file as it was given; `nil` if it is from none.
  public var path: String?
  /// Its cases in order, products written out; no two have the same name.
  public var cases: [CheckCase]
  /// The paths in its file that lead out of the folder that it lies in, as they are written.
  public var outsidePaths: [String]

  /// A suite of `cases`.
  public init(
    name: String? = nil, path: String? = nil, cases: [CheckCase], outsidePaths: [String] = []
  ) {
    self.name = name
    self.path = path
    self.cases = cases
    self.outsidePaths = outsidePaths
  }
}
