import CFFmpeg

/// How the samples of a frame become red, green and blue, in 16 bits each.
struct PictureColors {
  let isGray: Bool
  private let isRGB: Bool
  private let isFullRange: Bool
  private let depth: Int
  /// How much red and blue take of their differences, and green of both, in 1/65,536.
  private let (red, greenOfBlue, greenOfRed, blue): (Int64, Int64, Int64, Int64)

  init(_ frame: borrowing Frame, _ layout: UnsafePointer<AVPixFmtDescriptor>) {
    isRGB = unsafe playhead_is_rgb(layout) != 0
    isGray = unsafe layout.pointee.nb_components < 3 && !isRGB
    depth = unsafe Int(playhead_depth(layout))
    let name = unsafe String(cString: layout.pointee.name)
    isFullRange =
      unsafe frame.pointer.pointee.color_range == AVCOL_RANGE_JPEG || name.hasPrefix("yuvj")
      || isRGB || (isGray && depth == 1)
    let isHigh = unsafe frame.pointer.pointee.height > 576
    (red, greenOfBlue, greenOfRed, blue) =
      switch unsafe frame.pointer.pointee.colorspace {
      case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: (96639, 10784, 37444, 123299)
      case AVCOL_SPC_BT709: (103206, 12276, 30679, 121609)
      case AVCOL_SPC_UNSPECIFIED where isHigh: (103206, 12276, 30679, 121609)
      default: (91881, 22553, 46802, 116130)
      }
  }

  /// The colour of a pixel by its components, each the sum of 16 samples.
  func rgb(_ sums: SIMD3<Int32>) -> SIMD3<Int32> {
    guard !isRGB else {
      return SIMD3(clamped(full(sums.x)), clamped(full(sums.y)), clamped(full(sums.z)))
    }
    let y = isFullRange ? full(sums.x) : (value(sums.x) - 4096) * 65535 / 56064
    guard !isGray else { return SIMD3(repeating: clamped(y)) }
    let (b, r) = (difference(sums.y), difference(sums.z))
    return SIMD3(
      clamped(y + r * red / 65536),
      clamped(y - (b * greenOfBlue + r * greenOfRed) / 65536),
      clamped(y + b * blue / 65536))
  }

  /// The mean of 16 samples, in 16 bits.
  private func value(_ sum: Int32) -> Int64 { Int64(sum) << Int64(16 - depth) / 16 }

  /// The same of samples that use their whole range.
  private func full(_ sum: Int32) -> Int64 {
    value(sum) * 65535 / (65536 - 1 << Int64(16 - depth))
  }

  private func difference(_ sum: Int32) -> Int64 {
    isFullRange ? value(sum) - 32768 : (value(sum) - 32768) * 65535 / 57344
  }

  private func clamped(_ value: Int64) -> Int32 { Int32(max(0, min(65535, value))) }
}
