import CSQLite

/// A value of a column.
package enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
}

/// Owns a prepared statement.
@safe
package struct SQLiteStatement: ~Copyable {
  private let handle: OpaquePointer

  init(owning handle: OpaquePointer) {
    unsafe self.handle = unsafe handle
  }

  deinit {
    _ = unsafe sqlite3_finalize(handle)
  }

  /// Goes to the next row; `false` if there is none.
  package func step() throws(SQLiteError) -> Bool {
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let database = unsafe sqlite3_db_handle(handle)
    let message = unsafe sqlite3_errmsg(database).map { unsafe String(cString: $0) }
    throw SQLiteError(code: code, message: message ?? "error \(code)")
  }

  /// Performs the statement, which has no rows, and makes it ready for other values.
  package func perform() throws(SQLiteError) {
    defer { _ = unsafe sqlite3_reset(handle) }
    _ = try step()
  }

  /// Makes the statement ready to be stepped through again.
  package func reset() { _ = unsafe sqlite3_reset(handle) }

  // MARK: Parameters, from 1

  package func bind(_ value: Int64, at number: Int32) {
    _ = unsafe sqlite3_bind_int64(handle, number, value)
  }

  package func bind(_ value: Double, at number: Int32) {
    _ = unsafe sqlite3_bind_double(handle, number, value)
  }

  package func bind(_ value: String, at number: Int32) {
    var value = value
    value.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { text in
        _ = unsafe playhead_sqlite_bind_text(
          handle, number, text.baseAddress, Int32(clamping: text.count))
      }
    }
  }

  package func bindNull(at number: Int32) { _ = unsafe sqlite3_bind_null(handle, number) }

  package func bind(_ value: SQLiteValue, at number: Int32) {
    switch value {
    case .null: bindNull(at: number)
    case .integer(let value): bind(value, at: number)
    case .real(let value): bind(value, at: number)
    case .text(let value): bind(value, at: number)
    }
  }

  package func bind(_ values: some Sequence<SQLiteValue>) {
    for (number, value) in values.enumerated() { bind(value, at: Int32(number + 1)) }
  }

  func bind(_ values: some Sequence<SQLiteNumber>) {
    for (number, value) in values.enumerated() {
      switch value {
      case .null: bindNull(at: Int32(number + 1))
      case .integer(let value): bind(value, at: Int32(number + 1))
      case .real(let value): bind(value, at: Int32(number + 1))
      }
    }
  }

  // MARK: Columns, from 0

  package var columnCount: Int { Int(unsafe sqlite3_column_count(handle)) }

  package var columnNames: [String] {
    (0..<columnCount).map { column in
      unsafe sqlite3_column_name(handle, Int32(column)).map { unsafe String(cString: $0) } ?? ""
    }
  }

  /// Whether it changes nothing.
  package var isReading: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

  package func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  package func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  package func real(_ column: Int32) -> Double { unsafe sqlite3_column_double(handle, column) }

  package func text(_ column: Int32) -> String {
    guard let bytes = unsafe sqlite3_column_text(handle, column) else { return "" }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe String(
      decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  package func value(_ column: Int32) -> SQLiteValue {
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    default: .text(text(column))
    }
  }
}
