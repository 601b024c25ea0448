/// The constants of a loader: its media, link and rules.
final class LoadingPlan: Sendable {
  let presentation: Presentation
  let link: Link
  let policy: BufferingPolicy
  /// The requests that open the file.
  let openings: [ByteRange]

  init(_ presentation: Presentation, link: Link, policy: BufferingPolicy) {
    self.presentation = presentation
    self.link = link
    self.policy = policy
    openings = presentation.openingRequests(readingThrough: policy.readThrough)
  }
}
