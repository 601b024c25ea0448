/// What a loader has to load, over what, and by what rules; it stays the same throughout a session.
final class LoadingPlan: Sendable {
  let presentation: Presentation
  let link: Link
  let policy: BufferingPolicy
  /// The requests that opening the file takes.
  let openings: [ByteRange]

  init(_ presentation: Presentation, link: Link, policy: BufferingPolicy) {
    self.presentation = presentation
    self.link = link
    self.policy = policy
    openings = presentation.openingRequests(readingThrough: policy.readThrough)
  }
}
