import PlayheadKit

extension ParsedArguments {
  /// The suites that are named, once the options are known to fit suites.
  func suites() throws(Failure) -> SuiteLoading {
    if let media = operands.first(where: { !Check.isSuite($0) }) {
      throw Failure(
        .usage, "not a suite", at: media, why: "suites and media cannot be checked together",
        hint: "name the media in a suite")
    }
    if let option = Option.ofOneCheck.first(where: has) {
      throw Failure(
        .usage, "unexpected option", at: option.spelling,
        why: "it applies to one media file; a suite has keys for it",
        hint: "write it in \(operands[0])")
    }
    if has(.list), has(.report) {
      throw Failure(
        contradicting: "\(Option.list.spelling) and \(Option.report.spelling)",
        why: "cases that are only listed have no results")
    }
    if has(.list), choice(.checkFormat, as: CheckFormat.self) == .json {
      throw Failure(
        badValue: CheckFormat.json.rawValue, of: .checkFormat,
        why: "\(Option.list.spelling) writes text")
    }
    _ = try jobs()
    return SuiteLoading(operands, caseFilter)
  }

  /// The selection of cases.
  private var caseFilter: CaseFilter { CaseFilter(name: value(.filter), tags: values(.tag)) }

  /// The suites with the selected cases.
  func filtered(_ suites: [Suite]) throws(Failure) -> [Suite] {
    let known = Set(suites.flatMap(\.cases).flatMap(\.tags)).sorted()
    for tag in values(.tag) where !known.contains(tag) {
      throw Failure(
        badValue: tag, of: .tag, why: "no case has this tag",
        hint: tag.nearest(in: known).map { "did you mean \($0)?" })
    }
    let filtered = suites.map { $0.filtered(by: caseFilter) }
    guard filtered.allSatisfy(\.cases.isEmpty) else { return filtered.filter { !$0.cases.isEmpty } }
    throw Failure(
      badValue: value(.filter) ?? "", of: .filter,
      why: has(.tag) ? "no case with this tag has a matching name" : "no case has a matching name",
      hint: "\(Option.list.spelling) lists the names")
  }

  /// The expectations of a single media file.
  func expectations() throws(Failure) -> [SessionExpectation] {
    guard has(.expect) else {
      throw Failure(
        .usage, "missing option", at: Option.expect.spelling,
        why: "a check requires an expectation",
        hint: "write \(Option.expect.spelling)='no stall'")
    }
    var expectations: [SessionExpectation] = []
    for text in values(.expect) {
      expectations.append(
        try parse(text[...], .expect) { text throws(GrammarError) in
          try SessionExpectation(parsing: text)
        })
    }
    return expectations
  }

  /// The number of cases to run in parallel.
  func jobs() throws(Failure) -> Int? {
    guard let text = value(.jobs) else { return nil }
    guard let jobs = Int(text), text.first != "+", (1...256).contains(jobs) else {
      throw Failure(badValue: text, of: .jobs, why: "expected a whole number from 1 to 256")
    }
    return jobs
  }
}
