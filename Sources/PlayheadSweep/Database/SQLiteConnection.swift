import CSQLite

/// Owns an open database.
@safe
package struct SQLiteConnection: ~Copyable {
  private let handle: OpaquePointer

  /// How a database is opened.
  package enum Mode: Sendable {
    /// Nothing can change it, nor any other file.
    case reading
    /// It is created where it is missing.
    case writing
  }

  /// Opens the database at `path`.
  package init(path: String, _ mode: Mode) throws(SQLiteError) {
    try self.init(path: path, mode, isURI: false)
  }

  private init(path: String, _ mode: Mode, isURI: Bool) throws(SQLiteError) {
    unsafe handle = try unsafe Self.opened(path, mode, isURI: isURI)
  }

  private static func opened(
    _ path: String, _ mode: Mode, isURI: Bool
  ) throws(SQLiteError) -> OpaquePointer {
    var opened: OpaquePointer?
    let flags =
      switch mode {
      case .reading: SQLITE_OPEN_READONLY
      case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let code = unsafe sqlite3_open_v2(
      path, &opened, flags | SQLITE_OPEN_NOMUTEX | (isURI ? SQLITE_OPEN_URI : 0), nil)
    guard let handle = unsafe opened else {
      throw SQLiteError(code: code, message: "out of memory")
    }
    guard code == SQLITE_OK else {
      let error = unsafe error(code, of: handle)
      _ = unsafe sqlite3_close_v2(handle)
      throw error
    }
    _ = unsafe sqlite3_extended_result_codes(handle, 1)
    // Others may read a file that is being written, which takes moments at most.
    _ = unsafe sqlite3_busy_timeout(handle, 2000)
    _ = unsafe playhead_sqlite_allow_quoted_text(handle)
    return unsafe handle
  }

  deinit {
    _ = unsafe sqlite3_close_v2(handle)
  }

  private func lastError(_ code: Int32) -> SQLiteError { unsafe Self.error(code, of: handle) }

  private static func error(_ code: Int32, of handle: OpaquePointer) -> SQLiteError {
    let message = unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) }
    return SQLiteError(code: code, message: message ?? "error \(code)")
  }

  /// Prepares the first statement of `sql`.
  package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
    guard code == SQLITE_OK else { throw lastError(code) }
    guard let prepared = unsafe prepared else {
      throw SQLiteError(code: SQLITE_ERROR, message: "empty statement")
    }
    return unsafe SQLiteStatement(owning: prepared)
  }

  /// Performs all statements of `sql`, whose rows are not wanted.
  package func execute(_ sql: String) throws(SQLiteError) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw lastError(code) }
  }

  /// Performs a statement with `values`, whose rows are not wanted.
  package func execute(_ sql: String, _ values: [SQLiteValue]) throws(SQLiteError) {
    let statement = try prepare(sql)
    statement.bind(values)
    while try statement.step() {}
  }

  /// The first column of the first row of a query; `nil` if it has none or is null.
  package func integer(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int64? {
    let statement = try prepare(sql)
    statement.bind(values)
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return statement.integer(0)
  }

  /// The number of the row that was inserted last.
  package var lastRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// How many rows the last statement changed.
  package var changeCount: Int64 { unsafe sqlite3_changes64(handle) }
}

extension SQLiteConnection {
  /// Opens the database at `path`, which nobody changes, without files beside it.
  init(unchangingPath path: String) throws(SQLiteError) {
    let escaped = path.utf8.map { byte -> String in
      let isPlain =
        byte < 0x80
        && (Character(UnicodeScalar(byte)).isLetter || "/._-".utf8.contains(byte)
          || (0x30...0x39).contains(byte))
      guard !isPlain else { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16)
      return "%" + (digits.utf8.count < 2 ? "0" : "") + digits
    }
    try self.init(path: "file:\(escaped.joined())?immutable=1", .reading, isURI: true)
  }
}
