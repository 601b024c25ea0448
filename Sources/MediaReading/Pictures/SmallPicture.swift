import CFFmpeg

/// A frame, made small: planes as JPEG has them, each sample from 0 to 255.
///
/// Of each part of the frame that becomes a pixel, at most 4 × 4 samples count, which is enough for
/// a picture of this size. All of it is in whole numbers, so that every machine makes the same.
struct SmallPicture {
  private(set) var width: Int
  private(set) var height: Int
  /// Red, green and blue of each pixel, in 16 bits each.
  private var pixels: [SIMD3<Int32>]

  /// The samples along each side of what becomes a pixel.
  private static let samples = 4

  /// The picture of `frame`, turned by `rotation` degrees and no larger than a size; `nil` if its
  /// pixels cannot be read.
  init?(
    _ frame: borrowing Frame, within size: (width: Int, height: Int),
    aspect: (numerator: Int, denominator: Int), rotation: Double
  ) {
    let (fullWidth, fullHeight) = unsafe (
      Int(frame.pointer.pointee.width), Int(frame.pointer.pointee.height)
    )
    let format = unsafe AVPixelFormat(rawValue: frame.pointer.pointee.format)
    guard fullWidth > 0, fullHeight > 0,
      let layout = unsafe libav.pointee.av_pix_fmt_desc_get(format),
      unsafe playhead_is_readable(layout) != 0
    else { return nil }
    let turns = rotation.isNaN ? 0 : ((Int((rotation / 90).rounded()) % 4) + 4) % 4
    let isSquare = aspect.numerator <= 0 || aspect.denominator <= 0
    let shownWidth = isSquare ? fullWidth : fullWidth * aspect.numerator / aspect.denominator
    let box = turns.isMultiple(of: 2) ? size : (width: size.height, height: size.width)
    (width, height) = Self.fit(max(1, shownWidth), fullHeight, within: box)
    let colors = unsafe PictureColors(frame, layout)
    var planes: [[Int32]] = []
    for component in 0..<(colors.isGray ? 1 : 3) {
      planes.append(
        unsafe Self.plane(
          of: frame, layout, component, fullWidth, fullHeight, width, height))
    }
    let (first, second) = (planes[0], colors.isGray ? planes[0] : planes[1])
    let third = colors.isGray ? planes[0] : planes[2]
    pixels = []
    pixels.reserveCapacity(width * height)
    for place in 0..<width * height {
      pixels.append(colors.rgb(SIMD3(first[place], second[place], third[place])))
    }
    turn(turns)
  }

  /// The largest even size of the shape of `width` × `height` within `box`.
  private static func fit(
    _ width: Int, _ height: Int, within box: (width: Int, height: Int)
  ) -> (Int, Int) {
    func even(_ value: Int) -> Int { max(2, value & ~1) }
    return width * box.height > height * box.width
      ? (even(box.width), even(height * box.width / width))
      : (even(width * box.height / height), even(box.height))
  }

  /// The means of one component, in its own depth times 16.
  private static func plane(
    of frame: borrowing Frame, _ layout: UnsafePointer<AVPixFmtDescriptor>, _ component: Int,
    _ fullWidth: Int, _ fullHeight: Int, _ width: Int, _ height: Int
  ) -> [Int32] {
    let isRGB = unsafe playhead_is_rgb(layout) != 0
    let isChroma = component > 0 && !isRGB
    let (across, down) = unsafe (
      isChroma ? Int(layout.pointee.log2_chroma_w) : 0,
      isChroma ? Int(layout.pointee.log2_chroma_h) : 0
    )
    let ownWidth = (fullWidth + (1 << across) - 1) >> across
    let ownHeight = (fullHeight + (1 << down) - 1) >> down
    let columns = places(ownWidth, in: width)
    let rows = places(ownHeight, in: height)
    var line = [UInt16](repeating: 0, count: ownWidth)
    var means: [Int32] = []
    means.reserveCapacity(width * height)
    var sums = [Int32](repeating: 0, count: width)
    for row in 0..<height {
      for column in 0..<width { sums[column] = 0 }
      for sample in 0..<samples {
        unsafe playhead_read_line(
          frame.pointer, layout, Int32(component), Int32(rows[row * samples + sample]),
          Int32(ownWidth), &line)
        for column in 0..<width {
          var sum: Int32 = 0
          for place in 0..<samples { sum += Int32(line[columns[column * samples + place]]) }
          sums[column] += sum
        }
      }
      means += sums
    }
    return means
  }

  /// Which of `full` samples count for each of `count` pixels.
  private static func places(_ full: Int, in count: Int) -> [Int] {
    (0..<count * samples).map { min(full - 1, (2 * $0 + 1) * full / (2 * count * samples)) }
  }

  private mutating func turn(_ turns: Int) {
    for _ in 0..<turns {
      // Clockwise: the left column, read from below, is the first row.
      var turned: [SIMD3<Int32>] = []
      turned.reserveCapacity(pixels.count)
      for column in 0..<width {
        for row in (0..<height).reversed() { turned.append(pixels[row * width + column]) }
      }
      (pixels, width, height) = (turned, height, width)
    }
  }

  /// The picture as its pixels.
  var frame: FramePicture {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.count * 3)
    for pixel in pixels {
      bytes.append(UInt8(clamping: pixel.x >> 8))
      bytes.append(UInt8(clamping: pixel.y >> 8))
      bytes.append(UInt8(clamping: pixel.z >> 8))
    }
    return FramePicture(width: width, height: height, bytes: bytes)
  }

  /// The picture as JPEG (JFIF, ITU-T T.871), with half the resolution in colour.
  func jpeg() throws(FFmpegError) -> [UInt8] {
    let frame = try Frame()
    let encoder = try JPEGEncoder.open(width: width, height: height)
    unsafe frame.pointer.pointee.format = AV_PIX_FMT_YUVJ420P.rawValue
    unsafe (frame.pointer.pointee.width, frame.pointer.pointee.height) = (
      Int32(width), Int32(height)
    )
    try FFmpegError.check(
      unsafe libav.pointee.av_frame_get_buffer(frame.pointer, 0), "allocate a picture")
    func fill(_ plane: Int32, _ size: (Int, Int), _ value: (Int, Int) -> Int32) {
      for row in 0..<size.1 {
        guard let line = unsafe playhead_line(frame.pointer, plane, Int32(row)) else { return }
        for column in 0..<size.0 {
          unsafe line[column] = UInt8(clamping: (value(column, row) + 128) >> 8)
        }
      }
    }
    fill(0, (width, height)) { column, row in Self.luma(pixels[row * width + column]) }
    let half = ((width + 1) / 2, (height + 1) / 2)
    for plane in 1...2 {
      fill(Int32(plane), half) { column, row in
        var sum = SIMD3<Int32>.zero
        for (down, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
          let (y, x) = (min(height - 1, 2 * row + down), min(width - 1, 2 * column + right))
          sum &+= pixels[y * width + x]
        }
        let mean = SIMD3<Int32>(sum.x / 4, sum.y / 4, sum.z / 4)
        let (own, full) = plane == 1 ? (mean.z, Int32(9070)) : (mean.x, Int32(11485))
        // Divided by 1.772 and 1.402, in 1/16,384.
        return Int32((Int64(own - Self.luma(mean)) * Int64(full) * 2 / 32768)) + 32768
      }
    }
    return try encoder.encode(frame)
  }

  /// The brightness of a pixel, with the weights of JPEG (ITU-R BT.601).
  private static func luma(_ pixel: SIMD3<Int32>) -> Int32 {
    Int32((Int64(pixel.x) * 19595 + Int64(pixel.y) * 38470 + Int64(pixel.z) * 7471) >> 16)
  }
}
