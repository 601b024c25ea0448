import PlayheadModel

extension SessionCauses {
  /// The causes of the waits of `session`, which is that of `scenario`, as `search` finds them.
  init<Search: WaitSearch>(
    of session: Session, in scenario: Search.Played, budget: CauseBudget,
    isCancelled: @escaping () -> Bool, search: (Counterfactuals<Search.Played>) -> Search
  ) {
    self.init()
    let longSeeks = session.seeks.filter { $0.isOpen || $0.latency ?? .zero >= Self.longSeek }
    let hasOnlyStarted = session.stalls.isEmpty && longSeeks.isEmpty && session.startup != nil
    guard !hasOnlyStarted || session.startup != .zero,
      let counterfactuals = Counterfactuals(
        scenario, onlyStartup: hasOnlyStarted, budget: budget, isCancelled: isCancelled)
    else { return }
    var search = search(counterfactuals)
    startup = search.startupCause()
    for place in search.stallsByLength {
      stalls[search.base.stalls[place].number] = search.cause(ofStall: place)
    }
    for seek in longSeeks { seeks[seek.number] = search.cause(ofSeek: seek) }
    search.refineRates(&stalls)
    isCutShort = search.isExhausted
  }
}
