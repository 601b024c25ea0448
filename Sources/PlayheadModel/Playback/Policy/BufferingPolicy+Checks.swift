extension BufferingPolicy.Parameters {
  /// Every error in the values: first those of single values, then conflicts between them.
  public var mistakes: [PolicyError] {
    let groups = Set(PolicyGroup.allCases.filter { $0.isSet(in: self) })
    let values = PolicyField.table.filter { $0.row.group.map(groups.contains) ?? true }
      .compactMap { field, row in
        row.value(self).map { Value(field: field, row: row, amount: $0) }
      }
    return signMistakes(values) + values.compactMap(orderMistake) + factorMistakes(values)
      + values.compactMap(missingLimit) + missingWatermarks
  }

  /// A value that is set.
  private struct Value {
    let field: PolicyField
    let row: PolicyRow
    let amount: Int64
  }

  private func signMistakes(_ values: [Value]) -> [PolicyError] {
    values.filter { $0.row.unit.isAmount && $0.amount < 0 }.map { .negative($0.field) }
      + values.filter { $0.row.isPositive && $0.amount == 0 }.map { .zero($0.field) }
  }

  private func orderMistake(_ value: Value) -> PolicyError? {
    guard let limit = value.row.limit, let most = self.value(of: limit), value.amount > most
    else { return nil }
    return .above(value.field, limit: limit)
  }

  private func factorMistakes(_ values: [Value]) -> [PolicyError] {
    values.filter { $0.row.unit == .factor && $0.amount < 1_000_000 }.map { .shrinking($0.field) }
  }

  private func missingLimit(_ value: Value) -> PolicyError? {
    guard let limit = value.row.limit, value.row.needsLimit, self.value(of: limit) == nil
    else { return nil }
    return .missing(limit, neededBy: value.field)
  }

  private var missingWatermarks: [PolicyError] {
    guard watermarkCombination == .all else { return [] }
    return [PolicyField.highWatermark, .highWatermarkBytes].filter { value(of: $0) == nil }
      .map { .missing($0, neededBy: .watermarks) }
  }
}
