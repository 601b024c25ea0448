/// Inserts rows of a table, many at once where there are many: a statement takes longer to begin
/// than a row to insert.
struct SQLiteRows: ~Copyable {
  private let one: SQLiteStatement
  private let many: SQLiteStatement
  private let columns: Int

  /// How many ``many`` inserts.
  private static let batch = 16

  /// Inserts into all `columns` of `table`.
  init(
    of table: String, columns: Int, in database: borrowing SQLiteConnection
  ) throws(SQLiteError) {
    let row = "(" + Array(repeating: "?", count: columns).joined(separator: ", ") + ")"
    let rows = Array(repeating: row, count: Self.batch).joined(separator: ", ")
    let one = try database.prepare("INSERT INTO \(table) VALUES \(row)")
    let many = try database.prepare("INSERT INTO \(table) VALUES \(rows)")
    self.one = one
    self.many = many
    self.columns = columns
  }

  /// Inserts `count` rows, whose values `bind` gives to a statement.
  ///
  /// - Parameters:
  ///   - count: the number of rows.
  ///   - bind: called with the number of each row, from 0, and with the number of the parameter that
  ///     comes before its first.
  /// - Throws: ``SQLiteError`` if a row cannot be inserted.
  func insert(
    _ count: Int, _ bind: (_ row: Int, borrowing SQLiteStatement, _ place: Int32) -> Void
  ) throws(SQLiteError) {
    var row = 0
    while row < count {
      let size = count - row < Self.batch ? 1 : Self.batch
      if size > 1 {
        for place in 0..<size { bind(row + place, many, Int32(place * columns)) }
        try many.perform()
      } else {
        bind(row, one, 0)
        try one.perform()
      }
      row += size
    }
  }
}
