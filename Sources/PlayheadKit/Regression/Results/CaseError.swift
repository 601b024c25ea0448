/// Why a case could not run.
public struct CaseError: Error, Hashable, Sendable {
  /// What is at fault.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A file or URL is missing, or cannot be opened.
    case missingInput
    /// A file is not what it has to be.
    case badData
    /// Reading failed on the way.
    case inputOutput
  }

  /// What is at fault.
  public var kind: Kind
  /// What went wrong, such as `cannot open`.
  public var what: String
  /// Where: a file, and perhaps a line of it.
  public var location: String
  /// Why, as a clause.
  public var why: String

  /// An error of the parts given.
  public init(_ kind: Kind, _ what: String, at location: String, why: String) {
    self.kind = kind
    self.what = what
    self.location = location
    self.why = why
  }
}

extension CaseError: CustomStringConvertible {
  /// What, where and why in one line.
  public var description: String { "\(what), \(location): \(why)" }
}
