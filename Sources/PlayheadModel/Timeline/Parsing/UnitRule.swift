/// Whether a number needs a unit where a quantity is written.
///
/// Zero never needs one.
public enum UnitRule: Hashable, Sendable {
  /// A bare number is in the base unit: seconds, bits per second. For quantities that are written
  /// in no other unit at that place, such as buffers and times of actions, and for names that carry
  /// the unit.
  case optional
  /// A bare number is refused, since two units are plausible, and so is `m` after a single number,
  /// which could be milliseconds or minutes. For latencies and for rates.
  case required
}

extension Character {
  /// Whether this may stand between a number and its unit: a space, or one of those that keep the
  /// two together in print.
  package var isUnitSpace: Bool { " \u{A0}\u{2009}\u{202F}".contains(self) }
}

extension Substring {
  /// The number and the unit of `2 s` or `800 kbit/s` without the space between them; `nil` if the
  /// text has another form.
  var joiningUnit: Substring? {
    var rest = self
    guard WrittenDecimal(taking: &rest) != nil, rest.first?.isUnitSpace == true else { return nil }
    let unit = rest.dropFirst()
    guard unit.first?.isLetter == true || unit.first == "%",
      !unit.contains(where: { $0.isWhitespace || $0.isNumber })
    else { return nil }
    return self[..<rest.startIndex] + unit
  }
}

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
