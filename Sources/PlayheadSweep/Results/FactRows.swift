/// The rows of a table that sessions refer to, each written once.
struct FactRows: ~Copyable {
  private let table: String
  private let insertion: SQLiteStatement
  /// Their numbers.
  private var ids: [[String]: Int64] = [:]

  /// The rows of `table`, which have a value in each of `columns` besides the `keys` that tell them
  /// apart.
  init(
    of table: String, keys: [String], columns: [String], in database: borrowing SQLiteConnection
  ) throws(SQLiteError) {
    let all = keys + columns
    let insertion = try database.prepare(
      "INSERT INTO \(table) (\(all.joined(separator: ", "))) VALUES "
        + "(\(all.map { _ in "?" }.joined(separator: ", "))) ON CONFLICT "
        + "(\(keys.joined(separator: ", "))) DO UPDATE SET "
        + columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ") + " RETURNING id")
    self.table = table
    self.insertion = insertion
  }

  /// The number of the row that `key` tells from others, if it is known.
  func known(_ key: [String]) -> Int64? { ids[key] }

  /// The number of the row with `keys`, which is inserted or gets other `values`.
  mutating func id(
    _ key: [String], _ keys: [SQLiteValue], _ values: [SQLiteValue]
  ) throws(SQLiteError) -> Int64 {
    insertion.bind(keys + values)
    defer { insertion.reset() }
    guard try insertion.step() else { throw SQLiteError(notOurs: "a row of \(table) is missing") }
    let id = insertion.integer(0)
    ids[key] = id
    return id
  }
}
