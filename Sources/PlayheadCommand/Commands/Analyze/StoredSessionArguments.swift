import PlayheadKit
import PlayheadSweep

/// A session of a file of results, which `analyze --from results.sqlite#1234` plays again.
struct StoredSessionReference {
  /// The path of the file of results.
  let path: String
  /// The number of the session.
  let number: Int64

  /// The session that `--from` names; `nil` if it names a report.
  init?(_ arguments: ParsedArguments) {
    guard let text = arguments.value(.from), let mark = text.lastIndex(of: "#"),
      let number = Int64(text[text.index(after: mark)...]), number > 0,
      FileIdentity(regularFileAt: text) == nil
    else { return nil }
    path = String(text[..<mark])
    self.number = number
  }

  /// The arguments that play the session, with what `given` says besides.
  ///
  /// - Throws: ``Failure`` if there is no such session, or if what it plays has changed.
  func arguments(_ given: ParsedArguments, _ context: Context) throws(Failure) -> ParsedArguments {
    let stored: StoredSession?
    do throws(ResultsError) {
      stored = try ResultsReader(path: path).session(number)
    } catch {
      throw Failure(error)
    }
    guard let stored else {
      throw Failure(
        .noInput, "no such session", at: "\(path)#\(number)",
        why: "the results have no session of this number",
        hint: "'playhead results \(path) --worst' lists some")
    }
    if let operand = given.operands.first {
      throw Failure(
        .usage, "too many operands", at: operand, why: "\(path)#\(number) names its media")
    }
    let owned: [Option] = [.network, .player, .abr, .whatIf] + Option.shaping
    if let option = (owned + Option.sweepManner).first(where: given.has) {
      throw Failure(
        .usage, "unexpected option", at: option.spelling, why: "\(path)#\(number) says it already",
        hint: "leave it out, or name the media and the network")
    }
    if stored.rules != PlayheadVersion.rules {
      context.diagnostics.note(
        "\(path)#\(number): played by version \(stored.rules) of the rules, this is "
          + "\(PlayheadVersion.rules); the session may differ")
    }
    var words = [located(stored.location), "--network=\(located(stored.network))"]
    words += stored.networkOptions
    words.append("--player=\(located(stored.player))")
    if stored.rule != SweepRule.own.name { words.append("--abr=\(stored.rule)") }
    if stored.whatIf != SweepVariant.none.name {
      words += stored.whatIf.split(separator: "+").map { "--what-if=\($0)" }
    }
    // How ladders are read and what of them fails is said of all media of a sweep.
    words += stored.options.filter { word in
      stored.kind == .ladder
        || !Option.ladderReading.contains { word.split(separator: "=")[0] == $0.spelling }
    }
    let parsed: ParsedArguments
    do throws(UsageError) {
      parsed = try ParsedArguments(words, for: Analyze.command) ?? ParsedArguments()
    } catch {
      throw Failure(error, in: Analyze.command, of: context.program)
    }
    try check(stored, parsed)
    return given.with(.from, as: nil).completed(by: parsed).replacingOperands(parsed.operands)
  }

  /// A path as it is written or, if there is no such file, from the folder of the results.
  private func located(_ text: String) -> String {
    guard !text.isWebURL, !text.hasPrefix("/"), FileIdentity(regularFileAt: text) == nil else {
      return text
    }
    let beside = Folder(ofFileAt: path).path(of: text)
    return FileIdentity(regularFileAt: beside) == nil ? text : beside
  }

  /// Refuses a network that is not what it was.
  private func check(_ stored: StoredSession, _ arguments: ParsedArguments) throws(Failure) {
    let profile = try arguments.profile(of: arguments.givenNetwork())
    guard RecordedNetwork(profile).digest != stored.networkDigest else { return }
    throw Failure(
      .badData, "network has changed", at: stored.network,
      why: "it is not what \(path)#\(number) was played over")
  }
}
