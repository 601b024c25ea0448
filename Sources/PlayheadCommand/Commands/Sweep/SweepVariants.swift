import PlayheadKit
import PlayheadSweep

extension SweepAxes {
  /// The variants that lists name, sessions as they are first.
  func variants() throws(Failure) -> [SweepVariant] {
    var variants = [SweepVariant.none]
    for text in lists.changes where !variants.contains(where: { $0.name == text }) {
      variants.append(try variant(text))
    }
    return variants
  }

  /// The changes that `text` lists with plus signs between them.
  func variant(_ text: String) throws(Failure) -> SweepVariant {
    guard text != SweepVariant.none.name else { return .none }
    let changes = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    let parsed = try changes.map { change throws(Failure) in
      try WhatIfArgument(change, arguments)
    }
    var kinds: Set<SweepMedia.Kind> = [.file, .ladder]
    for argument in parsed {
      if argument.kind.isOfFiles { kinds.remove(.ladder) }
      if argument.kind.isOfLadders { kinds.remove(.file) }
    }
    guard !kinds.isEmpty else {
      throw Failure(
        badValue: text, of: .sweepChanges,
        why: "it mixes changes of files with changes of HLS and DASH")
    }
    var ofFiles: [WhatIf.Change] = []
    if kinds.contains(.file) {
      do throws(Failure) {
        ofFiles = try parsed.map { argument throws(Failure) in
          WhatIf.Change(argument.text, try argument.change(of: arguments))
        }
      } catch {
        // A player of ladders, which no file has.
        guard kinds.contains(.ladder) else { throw error }
        kinds.remove(.file)
      }
    }
    var ofLadders: (own: LadderWhatIf, given: LadderWhatIf)?
    if kinds.contains(.ladder) {
      do throws(Failure) {
        ofLadders = (
          try LadderWhatIf(changes, of: nil, followsPlayer: true, arguments, context),
          try LadderWhatIf(changes, of: nil, followsPlayer: false, arguments, context)
        )
      } catch {
        guard kinds.contains(.file) else { throw error }
        kinds.remove(.ladder)
      }
    }
    let (fileChanges, ladderChanges) = (ofFiles, ofLadders)
    let (given, surroundings) = (arguments, context)
    return SweepVariant(
      name: text, changes: changes, identity: try identity(parsed), kinds: kinds
    ) { (planned, isOwnRule) throws(CaseError) in
      switch planned {
      case .file(let scenario):
        return .file(WhatIf.scenario(scenario, with: fileChanges).changed)
      case .ladder(let scenario):
        guard let ladderChanges, let rule = scenario.choice else { return planned }
        do throws(Failure) {
          let choice = try LadderRule(
            parsing: rule.text, of: .sweepRules, given, surroundings)
          let changes = isOwnRule ? ladderChanges.own : ladderChanges.given
          let changed = try changes.changed(scenario, by: choice)
          return .ladder(changed.scenario)
        } catch {
          throw error.asCaseError
        }
      }
    }
  }

  /// What decides what changes do: their texts, and the contents of files that they name.
  private func identity(_ changes: [WhatIfArgument]) throws(Failure) -> String {
    var parts: [String] = []
    for change in changes {
      var contents = ""
      switch change.kind {
      case .link: contents = " " + RecordedNetwork(try change.link(arguments).profile).digest
      case .player:
        if let player = LadderPlayer.named(String(change.value)) {
          contents += " " + JobIdentity.digest(of: player)
        }
        if case .policy(let policy)? = try? change.change(of: arguments) {
          contents += " " + JobIdentity.digest(of: policy)
        }
      default: break
      }
      parts.append(change.text + contents)
    }
    return parts.joined(separator: " + ")
  }
}
