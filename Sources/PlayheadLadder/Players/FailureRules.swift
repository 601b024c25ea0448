package import PlayheadModel

/// What a player does about segments that it cannot play.
package struct SegmentFailureRules: Hashable, Sendable, RequestFailureRules {
  /// About a segment that its server refuses: HTTP status 404.
  package var missing = SegmentFailureRule()
  /// About one whose server has an error; `nil` for the same.
  package var serverError: SegmentFailureRule?
  /// About one whose server does not answer; `nil` for the same as of an error.
  package var timeout: SegmentFailureRule?
  /// About one whose connection breaks; `nil` for the same as of a missing one.
  package var brokenConnection: SegmentFailureRule?
  /// The wall time until the player gives up on a request that is not answered, besides the
  /// latency.
  package var patience = WallTime.seconds(10)
  /// About a segment of which the bytes show nothing.
  package var unreadable = SegmentFailureRule()
  /// What it does about a segment that ends early, which no player takes for a failed request.
  ///
  /// Unless the time of the segment elapses, what is in it counts as loaded.
  package var truncatedOutcome = SegmentFailureRule.Outcome.elapses
  /// The wall time before it does that.
  package var truncatedDelay = WallTime.zero
  /// About a segment that the playlist marks as a gap: `EXT-X-GAP`.
  package var gap = SegmentFailureRule()
  /// About what else it fetches, by content; what is not in it fails as the segment that needs it.
  package var documents: [Download.Content: DocumentFailureRules] = [:]

  /// The rules of a player that lets the time of such segments elapse.
  package init() {}

  /// The rule for a segment that fails by `kind`.
  package subscript(kind: SegmentFailure.Kind) -> SegmentFailureRule {
    switch kind {
    case .unreadable: unreadable
    case .truncated: SegmentFailureRule(truncatedOutcome) { $0.lastDelay = truncatedDelay }
    case .gap: gap
    default: ofRequest(kind)
    }
  }

  /// The rule for `content` that fails by `kind`, before the lane has had any such `isFirst`.
  func rule(
    for content: Download.Content, _ kind: SegmentFailure.Kind, isFirst: Bool
  ) -> SegmentFailureRule {
    guard let rules = documents[content] else { return self[kind] }
    guard isFirst, var first = rules.first else { return rules[kind] }
    // What came is what comes again.
    if kind == .unreadable { (first.attempts, first.lastAttempts) = (1, 1) }
    return first
  }

  /// How long the player waits for an answer for `content`, besides the latency.
  func patience(for content: Download.Content) -> WallTime {
    documents[content]?.patience ?? patience
  }
}

/// What a player does about a playlist, an index, a key or a manifest that it cannot have.
package struct DocumentFailureRules: Hashable, Sendable, RequestFailureRules {
  /// About one that its server refuses.
  package var missing: SegmentFailureRule
  /// About one whose server has an error; `nil` for the same.
  package var serverError: SegmentFailureRule?
  /// About one whose server does not answer; `nil` for the same as of an error.
  package var timeout: SegmentFailureRule?
  /// About one whose connection breaks; `nil` for the same as of a missing one.
  package var brokenConnection: SegmentFailureRule?
  /// About one that cannot be read; `nil` for the same as of a missing one.
  package var unreadable: SegmentFailureRule?
  /// About the first one of a lane, whatever it lacks; `nil` for the same as of any.
  package var first: SegmentFailureRule?
  /// The wall time until it gives up on a request that is not answered; `nil` for that of segments.
  package var patience: WallTime?

  /// The rules of a player that does the same about all that it cannot have.
  package init(_ missing: SegmentFailureRule) { self.missing = missing }

  /// The rules that `change` makes of that.
  init(_ missing: SegmentFailureRule, _ change: (inout Self) -> Void) {
    self.missing = missing
    change(&self)
  }

  /// The rule for a failure of `kind`.
  package subscript(kind: SegmentFailure.Kind) -> SegmentFailureRule {
    switch kind {
    case .unreadable, .truncated, .gap, .stalePlaylist: unreadable ?? missing
    default: ofRequest(kind)
    }
  }
}

/// What a player does about requests that fail, whatever they are for.
private protocol RequestFailureRules {
  var missing: SegmentFailureRule { get }
  var serverError: SegmentFailureRule? { get }
  var timeout: SegmentFailureRule? { get }
  var brokenConnection: SegmentFailureRule? { get }
}

extension RequestFailureRules {
  /// The rule for a request that fails by `kind`: without one of its own, that for a missing
  /// resource.
  fileprivate func ofRequest(_ kind: SegmentFailure.Kind) -> SegmentFailureRule {
    switch kind {
    case .serverError: serverError ?? missing
    case .timeout: timeout ?? serverError ?? missing
    case .brokenConnection: brokenConnection ?? missing
    case .missing, .unreadable, .truncated, .gap, .stalePlaylist: missing
    }
  }
}
