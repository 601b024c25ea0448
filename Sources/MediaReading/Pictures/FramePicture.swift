#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The pixels of a frame, made small.
package struct FramePicture: Hashable, Sendable, Codable {
  /// The number of pixels in a row.
  package let width: Int
  /// The number of rows.
  package let height: Int
  /// Red, green and blue of each pixel, row by row.
  private let data: Data

  init(width: Int, height: Int, bytes: [UInt8]) {
    (self.width, self.height, data) = (width, height, Data(bytes))
  }

  /// Red, green and blue of each pixel, row by row.
  package var bytes: [UInt8] { Array(data) }

  /// Whether it can be what was asked for.
  func isPlausible(for request: KeyPictureRequest) -> Bool {
    (1...request.width).contains(width) && (1...request.height).contains(height)
      && data.count == width * height * 3
  }
}
