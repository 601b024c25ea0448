package import PlayheadFiles
public import PlayheadModel

/// The network of a case, as specified; a file is read only when the case runs.
public struct CheckedNetwork: Hashable, Sendable {
  /// The name in reports.
  public var name: String
  /// The network; a file by its path relative to the working directory.
  package var argument: NetworkArgument
  /// The format of that file; `nil` detects it from the contents.
  public var format: TraceFormat?
  /// The changes to the network; `nil` for none at all.
  package var shaping: NetworkShaping?

  /// A network with the given values.
  package init(
    name: String, _ argument: NetworkArgument, format: TraceFormat? = nil,
    shaping: NetworkShaping? = NetworkShaping()
  ) {
    self.name = name
    self.argument = argument
    self.format = format
    self.shaping = shaping
  }
}
