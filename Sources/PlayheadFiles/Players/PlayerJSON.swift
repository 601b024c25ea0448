package import PlayheadLadder
package import PlayheadModel

/// The player of a JSON report: all values of its policy, by their keys in a policy file with the
/// units behind them; what is not set is null, and rules for tracks that are not set are left out.
package enum PlayerJSON {
  /// The values of `policy` but those of `missing`, which older reports lack; of a player of
  /// ladders also when it loads and its rule, which is called `rule` unless it has a name.
  ///
  /// A threshold of the smallest time, which is reached as soon as anything is loaded, is null
  /// unless it `isExact`, as digests need it.
  package static func value(
    _ policy: BufferingPolicy, _ adaptation: Scenario.Adaptation? = nil, rule: String? = nil,
    without missing: Set<PolicyField> = [], isExact: Bool = false
  ) -> JSONValue {
    // Low watermarks that follow from the high ones are written too, as they are no plain numbers.
    let parameters = policy.effectiveParameters
    var members = [JSONValue.Member(key: "name", value: .string(policy.name))]
    for field in PolicyField.allCases where !missing.contains(field) {
      guard let group = field.row.group else {
        let isNull = !isExact && PlayerReading.isReachedByAnything(field, parameters)
        members.append(isNull ? .init(key: field.jsonKey, value: .null) : member(field, parameters))
        continue
      }
      guard group.fields.first == field, !group.isOptional || group.isSet(in: parameters)
      else { continue }
      let value: JSONValue =
        group.isSet(in: parameters)
        ? .object(group.fields.map { member($0, parameters) }) : .null
      members.append(JSONValue.Member(key: group.rawValue, value: value))
    }
    if let adaptation {
      members.append(.init(key: "rule", value: .text(adaptation.rule?.text ?? rule)))
      members.append(.init(key: "loading", value: LadderLoadingJSON.value(adaptation.loading)))
    }
    return .object(members)
  }

  private static func member(
    _ field: PolicyField, _ parameters: BufferingPolicy.Parameters
  ) -> JSONValue.Member {
    JSONValue.Member(
      key: field.jsonKey, value: parameters.value(of: field).map(field.row.unit.json) ?? .null)
  }
}

extension PolicyUnit {
  fileprivate func json(_ value: Int64) -> JSONValue {
    switch self {
    case .time: .seconds(MediaTime(nanoseconds: value))
    case .bytes, .rate, .count: .integer(value)
    case .factor: .ratio(Ratio(millionths: value))
    case .flag: .bool(value == 1)
    case .word: .string(text(value))
    }
  }
}
