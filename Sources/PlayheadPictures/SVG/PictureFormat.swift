import CRSVG

/// The formats of pictures that stand alone.
package enum PictureFormat: String, CaseIterable, Hashable, Sendable {
  /// Of any size, and with the text in it.
  case svg
  /// Of twice as many pixels as the SVG is wide, for screens of high resolution.
  case png
  /// A page as large as the picture.
  case pdf
}

/// Why a picture cannot be drawn.
package enum DrawingError: Error, Hashable, Sendable {
  /// librsvg is not installed.
  case noLibrary
  /// It cannot draw it.
  case failed

  /// The reason, as a clause, and what helps.
  package var words: String {
    switch self {
    case .noLibrary:
      "librsvg is not installed (Debian: apt-get install librsvg2-2, macOS: brew install librsvg)"
    case .failed: "librsvg cannot draw it"
    }
  }
}

extension SVGDocument {
  /// The picture in a format.
  ///
  /// - Throws: ``DrawingError`` if librsvg, which draws all but SVG, is missing or cannot.
  package func bytes(as format: PictureFormat) throws(DrawingError) -> [UInt8] {
    let svg = Array(text.utf8)
    let scale: Double
    switch format {
    case .svg: return svg
    case .png: scale = 2
    // A pixel of an SVG is 1/96 inch, a point 1/72.
    case .pdf: scale = 0.75
    }
    var drawing = unsafe playhead_drawing()
    defer { unsafe playhead_free_drawing(&drawing) }
    let size = size
    let result = unsafe playhead_draw_svg(
      svg, svg.count, Double(size.width) * scale, Double(size.height) * scale,
      format == .pdf ? 1 : 0, &drawing)
    switch result {
    case playhead_drawing_done:
      return unsafe Array(UnsafeBufferPointer(start: drawing.bytes, count: drawing.count))
    case playhead_drawing_no_library: throw .noLibrary
    default: throw .failed
    }
  }
}
