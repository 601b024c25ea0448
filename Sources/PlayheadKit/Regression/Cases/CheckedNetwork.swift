/// The network of a case, as it was asked for; a file is read only when the case runs.
public struct CheckedNetwork: Hashable, Sendable {
  /// What it is called in reports.
  public var name: String
  /// What it is, a file by its path from where the program runs.
  public var argument: NetworkArgument
  /// The format of that file; `nil` to tell it by what the file holds.
  public var format: TraceFormat?
  /// What is changed about it; `nil` if it is taken just as it is.
  public var shaping: NetworkShaping?

  /// A network of the parts given.
  public init(
    name: String, _ argument: NetworkArgument, format: TraceFormat? = nil,
    shaping: NetworkShaping? = NetworkShaping()
  ) {
    self.name = name
    self.argument = argument
    self.format = format
    self.shaping = shaping
  }
}
