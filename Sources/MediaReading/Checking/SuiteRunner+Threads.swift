public import PlayheadKit

extension SuiteRunner {
  /// A runner that runs cases on `jobs` threads, with media that `media` reads.
  public init(
    jobs: Int,
    media: @escaping @Sendable (CheckedMedia) throws(CaseError) -> PlayableMedia
  ) {
    self.init(media: media, jobs: jobs) { count, work in Threads.perform(count, work) }
  }
}
