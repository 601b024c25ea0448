/// Watermarks that follow from the media.
extension BufferingPolicy {
  /// The policy with the watermarks that it has for `presentation`.
  func adapted(to presentation: Presentation) -> BufferingPolicy {
    var values = parameters
    if let high = values.highWatermarkBytes, let wanted = values.adaptedBytes(for: presentation) {
      let low = values.lowWatermarkBytes ?? high
      let adapted = max(low, wanted)
      (values.lowWatermarkBytes, values.highWatermarkBytes) = (adapted, high - low + adapted)
    }
    if let high = values.highWatermark, let factor = values.interleaveFactor {
      let lead = presentation.interleave(for: self).grown(by: factor, upTo: .bound - high)
      (values.lowWatermark, values.highWatermark) = (lowWatermark + lead, high + lead)
    }
    return values == parameters ? self : BufferingPolicy(unchecked: values)
  }
}

extension BufferingPolicy.Parameters {
  /// The bytes of ``watermarkTime`` at the mean rate of `presentation`, within the limit; `nil` if
  /// they are not set.
  fileprivate func adaptedBytes(for presentation: Presentation) -> Int64? {
    guard let watermarkTime, presentation.duration > .zero else { return nil }
    let size = Int128(presentation.resourceBytes)
    let bytes =
      size * Int128(watermarkTime.nanoseconds) / Int128(presentation.duration.nanoseconds)
    return Int64(min(bytes, Int128(watermarkLimit ?? .max), 1 << 50))
  }
}

extension Presentation {
  /// The longest media time by which one track is read farther than another, as a player with
  /// `policy` reads them.
  fileprivate func interleave(for policy: BufferingPolicy) -> MediaTime {
    let rendition = rendition(for: policy)
    return rendition.tables.interleave(of: rendition)
  }
}
