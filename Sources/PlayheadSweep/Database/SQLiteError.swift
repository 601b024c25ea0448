import CSQLite

/// What SQLite refused to do.
package struct SQLiteError: Error, Hashable, Sendable {
  /// The kind of an error, as far as somebody has to be told what to do.
  package enum Kind: Hashable, Sendable {
    /// The file cannot be opened or created.
    case cannotOpen
    /// It cannot be written.
    case readOnly
    /// The disk is full.
    case full
    /// Another process is writing it.
    case busy
    /// It is no database.
    case notADatabase
    /// It is damaged.
    case corrupt
    /// A statement is wrong: people write conditions and whole statements.
    case statement
    /// Reading or writing failed.
    case inputOutput
  }

  /// The kind of the error.
  package var kind: Kind
  /// What SQLite says of it.
  package var message: String

  init(code: Int32, message: String) {
    self.message = message
    kind =
      switch code & 0xFF {
      case SQLITE_CANTOPEN: .cannotOpen
      case SQLITE_READONLY, SQLITE_PERM: .readOnly
      case SQLITE_FULL: .full
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_NOTADB: .notADatabase
      case SQLITE_CORRUPT: .corrupt
      case SQLITE_ERROR, SQLITE_AUTH, SQLITE_RANGE, SQLITE_MISUSE, SQLITE_CONSTRAINT,
        SQLITE_MISMATCH, SQLITE_TOOBIG:
        .statement
      default: .inputOutput
      }
  }
}
