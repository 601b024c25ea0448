/// The part of a flow that only the link limits.
struct FreeFlow {
  /// The bytes delivered before.
  var base: Int64
  /// The amount that the link had carried by then, in quanta.
  var carried: UInt128
  /// What the flow had by then of the byte after `base`, in parts of quanta.
  var rest: UInt128
  /// The parts of each quantum that are the flow's.
  var weight: UInt128

  /// The bytes delivered once the link has carried `parts` since time zero, in ``SharedLink/parts``
  /// of a quantum.
  func bytes(carrying parts: UInt128) -> Int64 {
    let before = carried * SharedLink.parts
    guard parts > before else { return base }
    let own = (parts - before) * weight + rest * SharedLink.parts
    return base
      + Int64(clamping: own / (NetworkLink.quantaPerByte * SharedLink.parts * SharedLink.parts))
  }

  /// The amount that the link has carried since time zero once `bytes` are delivered, in
  /// ``SharedLink/parts`` of a quantum.
  func parts(carrying bytes: Int64) -> UInt128 {
    let before = carried * SharedLink.parts
    guard bytes > base else { return before }
    let own = UInt128(bytes - base) * NetworkLink.quantaPerByte * SharedLink.parts - rest
    return before + own * (SharedLink.parts / weight)
  }
}
