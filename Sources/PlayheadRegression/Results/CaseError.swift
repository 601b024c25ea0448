/// The reason why a case could not run.
public struct CaseError: Error, Hashable, Sendable {
  /// The kind of an error.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A file or URL is missing, or cannot be opened.
    case missingInput
    /// A file is malformed.
    case badData
    /// Reading failed midway.
    case inputOutput
    /// The case asks for what its media does not have.
    case configuration
  }

  /// The kind of the error.
  public package(set) var kind: Kind
  /// The failed operation, such as `cannot open`.
  public package(set) var what: String
  /// The location: a file, and perhaps a line in it.
  public package(set) var location: String
  /// The reason, as a clause.
  public package(set) var why: String

  /// An error with the given values.
  public init(_ kind: Kind, _ what: String, at location: String, why: String) {
    self.kind = kind
    self.what = what
    self.location = location
    self.why = why
  }
}

extension CaseError: CustomStringConvertible {
  /// The operation, the location and the reason in one line.
  public var description: String { "\(what), \(location): \(why)" }
}
