/// A value of a column of numbers.
enum SQLiteNumber: BitwiseCopyable {
  case null
  case integer(Int64)
  case real(Double)
}

/// Inserts rows of numbers, many at once: a statement takes longer to begin than a row to insert.
///
/// Rows wait until there are enough of them, or until ``flush()``.
struct SQLiteRows: ~Copyable {
  private let one: SQLiteStatement
  private let many: SQLiteStatement
  private let columns: Int
  /// The values of the rows that wait, one row after the other.
  private var waiting: [SQLiteNumber] = []

  /// How many ``many`` inserts.
  private static let batch = 64

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
    waiting.reserveCapacity(columns * Self.batch)
  }

  /// Inserts a row, now or with others later; `fill` appends its values.
  mutating func insert(_ fill: (inout [SQLiteNumber]) -> Void) throws(SQLiteError) {
    fill(&waiting)
    guard waiting.count == columns * Self.batch else { return }
    many.bind(waiting)
    waiting.removeAll(keepingCapacity: true)
    try many.perform()
  }

  /// Inserts all rows that wait.
  mutating func flush() throws(SQLiteError) {
    for start in stride(from: 0, to: waiting.count, by: columns) {
      one.bind(waiting[start..<start + columns])
      try one.perform()
    }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Forgets the rows that wait, as their transaction is undone.
  mutating func forget() { waiting.removeAll(keepingCapacity: true) }
}
