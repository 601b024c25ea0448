/// A set of cases that run together.
public struct Suite: Hashable, Sendable {
  /// The name; `nil` if unnamed.
  public var name: String?
  /// The path of its file as given; `nil` without a file.
  public var path: String?
  /// The cases in order, with products expanded; names are unique.
  public var cases: [SuiteCase]
  /// The paths in its file that lead outside the suite's folder, as written.
  public var outsidePaths: [String]
  /// The folders that could not be read, so that a pattern may have missed media in them.
  public var unreadableFolders: [String]

  /// A suite of `cases`.
  public init(
    name: String? = nil, path: String? = nil, cases: [SuiteCase], outsidePaths: [String] = [],
    unreadableFolders: [String] = []
  ) {
    self.name = name
    self.path = path
    self.cases = cases
    self.outsidePaths = outsidePaths
    self.unreadableFolders = unreadableFolders
  }
}
