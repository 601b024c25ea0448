import PlayheadModel

/// What players do about what they cannot have, as their sources say.
extension LadderPlayer {
  /// Of a plain player: a level whose segments nobody knows is left for another.
  static let plainDocuments: [Download.Content: DocumentFailureRules] = {
    let rule = SegmentFailureRule(.elapses) {
      $0.copies = CopyUse(.copiesFirst, for: .ladder)
      $0.fallback = LevelFallback(.byRule)
    }
    return [.playlist: DocumentFailureRules(rule), .index: DocumentFailureRules(rule)]
  }()

  /// `src/controller/error-controller.ts`: each level once, then retries by `fragLoadPolicy`, as
  /// long as six errors of any level were seen at most.
  static let hlsJSFailures = {
    var rules = SegmentFailureRules()
    // With no level left, `ContentSteeringController.onError` turns to the next pathway, whose
    // levels have no errors yet; redundant variants have pathways of their own.
    let copies = CopyUse(.levelsFirst, for: .ladder)
    rules.missing = SegmentFailureRule(.stopsWithError) {
      $0.copies = copies
      $0.lastAttempts = 7
      $0.countsAllFailures = true
      $0.retryDelay = .doubling(first: .seconds(1), longest: .seconds(8))
      $0.fallback = LevelFallback(.downwards)
    }
    // `fragLoadPolicy` of `src/config.ts`: six retries of errors and four of timeouts come first.
    var serverError = rules.missing
    serverError.attempts = 7
    rules.serverError = serverError
    rules.timeout = SegmentFailureRule(.stopsWithError) {
      $0.copies = copies
      ($0.attempts, $0.lastAttempts) = (5, 5)
      $0.countsAllFailures = true
      $0.fallback = LevelFallback(.downwards)
    }
    rules.unreadable = rules.missing
    // What cannot be parsed is retried at once: measured.
    rules.unreadable.retryDelay = .none
    rules.documents = hlsJSDocuments(by: rules)
    rules.truncatedOutcome = .failsNext
    // After a second, as after a first error; at the start it looks at the gap again for ever:
    // measured.
    rules.gap = SegmentFailureRule(.leavesHole) {
      $0.copies = copies
      $0.fallback = LevelFallback(.downwards)
      $0.lastDelay = .seconds(1)
      $0.outcomeAtStart = .stopsLoading
    }
    return rules
  }()

  /// By `manifestLoadPolicy`, `playlistLoadPolicy` and `keyLoadPolicy` of `src/config.ts`.
  ///
  /// What is answered with 4xx, and what breaks off, which has status 0, is not retried
  /// (`shouldRetry` of `src/utils/error-helper.ts`) until no other level is left (`checkRetry` of
  /// `src/controller/base-playlist-controller.ts`); what cannot be parsed never is.
  private static func hlsJSDocuments(
    by rules: SegmentFailureRules
  ) -> [Download.Content: DocumentFailureRules] {
    func rule(
      _ attempts: Int, _ lastAttempts: Int, _ delay: RetryDelay
    ) -> SegmentFailureRule {
      SegmentFailureRule(.stopsWithError) {
        ($0.copies, $0.fallback) = (rules.missing.copies, rules.missing.fallback)
        ($0.attempts, $0.lastAttempts, $0.retryDelay) = (attempts, lastAttempts, delay)
      }
    }
    let delay = RetryDelay.doubling(first: .seconds(1), longest: .seconds(8))
    let steady = RetryDelay.constant(.seconds(1))
    return [
      .manifest: DocumentFailureRules(SegmentFailureRule(.fails)) {
        $0.serverError = SegmentFailureRule(.fails) {
          ($0.attempts, $0.lastAttempts, $0.retryDelay) = (2, 2, steady)
        }
        $0.timeout = SegmentFailureRule(.fails) { ($0.attempts, $0.lastAttempts) = (3, 3) }
        $0.patience = .seconds(20)
      },
      .playlist: DocumentFailureRules(rule(1, 3, delay)) {
        $0.serverError = rule(3, 3, delay)
        $0.timeout = rule(3, 3, .none)
        $0.unreadable = rule(1, 1, .none)
      },
      .key: DocumentFailureRules(rule(1, 9, steady)) {
        $0.serverError = rule(9, 9, steady)
        $0.timeout = rule(2, 2, steady)
        $0.patience = .seconds(8)
        // One count of errors for fragments and keys (`getFragRetryOrSwitchAction`).
        $0.missing.countsAllFailures = true
        $0.serverError?.countsAllFailures = true
        $0.timeout?.countsAllFailures = true
      },
    ]
  }

  /// `StreamingEngine.handleStreamingError_`, `defaultRetryParameters` (`lib/net/backoff.js`)
  /// without the random part of delays, and `maxDisabledTime`.
  static let shakaFailures = {
    var rules = SegmentFailureRules()
    let fallback = LevelFallback(.byRule, excludingFor: .seconds(30), after: .seconds(1))
    rules.missing = SegmentFailureRule(.stopsWithError) {
      ($0.attempts, $0.lastAttempts) = (2, 2)
      $0.retryDelay = .constant(.seconds(1))
      // `NetworkingEngine.send_`: `request.attempt % request.uris.length`.
      $0.copies = CopyUse(.copiesFirst, for: .attempt)
      $0.fallback = fallback
      $0.lastDelay = .seconds(1)
    }
    rules.unreadable = SegmentFailureRule(.stopsWithError) {
      $0.fallback = fallback
      $0.lastDelay = .seconds(1)
    }
    // `connectionTimeout` of `lib/net/backoff.js`; what times out disables no stream.
    rules.patience = .seconds(10)
    rules.timeout = rules.missing
    rules.timeout?.fallback = nil
    // `Player.load` makes the indexes of the first variant, which fail with it.
    let document = DocumentFailureRules(rules.missing) {
      ($0.timeout, $0.unreadable) = (rules.timeout, rules.unreadable)
      $0.first = SegmentFailureRule(.fails) {
        ($0.attempts, $0.lastAttempts) = (2, 2)
        $0.retryDelay = .constant(.seconds(1))
        $0.copies = rules.missing.copies
      }
    }
    let manifest = DocumentFailureRules(document.first ?? rules.missing) {
      $0.unreadable = SegmentFailureRule(.fails)
    }
    rules.documents = [.playlist: document, .index: document, .manifest: manifest]
    rules.truncatedOutcome = .failsNext
    rules.gap = SegmentFailureRule(.leavesHole) {
      $0.fallback = fallback
      $0.lastDelay = .seconds(1)
    }
    return rules
  }()
}
