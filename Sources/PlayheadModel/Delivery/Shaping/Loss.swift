extension BandwidthProfile {
  /// A copy with `loss` throughout.
  ///
  /// The rate is not reduced until ``payingForLoss()``.
  ///
  /// - Throws: ``ProfileError`` if `loss` is not within 0…1.
  public func replacingLoss(with loss: Ratio) throws(ProfileError) -> BandwidthProfile {
    guard (0...1_000_000).contains(loss.millionths) else {
      throw ProfileError(.whole, "a loss of \(loss.text) is not within 0…1")
    }
    return replacing(intervals: changingIntervals { $0.loss = loss }, note: nil)
  }

  /// The loss-free profile on which a flow is as fast as on this one with its loss.
  ///
  /// Each interval's rate becomes the lower of its own and the `MathisBound` of its loss and
  /// latency, without jitter. Without latency there is no bound.
  public func payingForLoss() -> BandwidthProfile {
    guard intervals.contains(where: { $0.loss.millionths > 0 }) else { return self }
    let paid = changingIntervals { interval in
      if let bound = MathisBound.rate(loss: interval.loss, roundTrip: interval.latency) {
        interval.rate = min(interval.rate, bound)
      }
      interval.loss = Ratio(millionths: 0)
    }
    return replacing(intervals: paid, note: lossNote)
  }

  /// The note on the loss, with the bound if it is the same throughout.
  private var lossNote: String {
    let losses = intervals.map(\.loss)
    let (least, most) = (losses.min() ?? losses[0], losses.max() ?? losses[0])
    let amount = least == most ? most.percentText : "\(least.percentText) to \(most.percentText)"
    let bounds = Set(
      intervals.map { MathisBound.rate(loss: $0.loss, roundTrip: $0.latency) })
    guard bounds.count == 1, let bound = bounds.first else {
      return "loss \(amount) bounds the rate (Mathis et al. 1997)"
    }
    if bound == .zero { return "loss \(amount) leaves 0 bit/s" }
    guard let bound else { return "loss \(amount) has no effect without latency" }
    return "loss \(amount) caps the rate at \(bound.text) (Mathis et al. 1997)"
  }
}
