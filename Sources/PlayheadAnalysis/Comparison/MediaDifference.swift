package import PlayheadModel

/// How the media of two sessions differs, as far as it decides when things happen.
package struct MediaDifference: Hashable, Sendable {
  /// What opening takes.
  package struct Opening: Hashable, Sendable {
    /// The requests of the reference.
    package let reference: OpeningTraffic
    /// The requests of the other media.
    package let other: OpeningTraffic
  }

  /// The first frame or sound whose bytes differ.
  package struct Sample: Hashable, Sendable {
    /// What its track carries.
    package let kind: Track.Kind
    /// When it is shown, in media time counted from the origin.
    package let mediaTime: MediaTime
    /// The bytes from the start of the media data until it is loaded; `nil` if the reference has
    /// none.
    package let reference: Int64?
    /// The same of the other media.
    package let other: Int64?
  }

  /// What opening takes; `nil` if it is the same, or unknown.
  package let opening: Opening?
  /// The first sample that differs; `nil` if none does, or if they are unknown.
  package let sample: Sample?

  /// The difference of two presentations, as two players read them.
  package init(
    from reference: Presentation, by policy: BufferingPolicy, to other: Presentation,
    by otherPolicy: BufferingPolicy
  ) {
    let traffic = (
      reference: reference.openingTraffic(by: policy), other: other.openingTraffic(by: otherPolicy)
    )
    opening =
      traffic.reference == traffic.other
      ? nil : Opening(reference: traffic.reference, other: traffic.other)
    let kinds: [Track.Kind] = [.video, .audio]
    sample = kinds.compactMap {
      Self.sample(
        $0, reference.loadingSteps(of: $0, in: policy.parameters.readOrder),
        other.loadingSteps(of: $0, in: otherPolicy.parameters.readOrder))
    }.min { $0.mediaTime < $1.mediaTime }
  }

  /// Nothing known but that it differs.
  package init() { (opening, sample) = (nil, nil) }

  private static func sample(
    _ kind: Track.Kind, _ reference: [LoadingCurve.Step], _ other: [LoadingCurve.Step]
  ) -> Sample? {
    let shared = zip(reference, other).prefix { $0 == $1 }.count
    guard shared < max(reference.count, other.count) else { return nil }
    func bytes(_ steps: [LoadingCurve.Step]) -> Int64? {
      shared < steps.count ? steps[shared].position.bytes : nil
    }
    return Sample(
      kind: kind, mediaTime: shared > 0 ? reference[shared - 1].end : .zero,
      reference: bytes(reference), other: bytes(other))
  }
}

extension Presentation {
  /// How the track of this kind loads, by the bytes from the start of the media data on.
  fileprivate func loadingSteps(
    of kind: Track.Kind, in order: ReadOrder
  ) -> [LoadingCurve.Step] {
    let rendition = rendition(in: order)
    let track = rendition.trackLoading.first { $0.kind == kind }
    let start = rendition.wantedBytes.ranges.first?.lowerBound ?? .zero
    return (track?.curve.steps ?? []).map { step in
      LoadingCurve.Step(position: ReadPosition(step.position - start), end: step.end)
    }
  }
}
