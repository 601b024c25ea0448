/// What is wrong with what stands after a number instead of a unit, whatever the units are.
struct UnitMistake {
  let problem: String
  let hint: String?

  /// The mistake in `unit`; `nil` if it could be the name of one.
  package init?(_ unit: Substring) {
    if isExponent(unit) {
      (problem, hint) = ("exponents are not read", "write the number out")
    } else if unit.first == ",", unit.dropFirst().first?.isNumber ?? false {
      (problem, hint) = ("a fraction is written with a point", nil)
    } else if unit.contains(where: \.isWhitespace) {
      (problem, hint) = ("only one space, between the number and the unit, is read", nil)
    } else {
      return nil
    }
  }
}
